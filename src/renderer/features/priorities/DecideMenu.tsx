import { Menu } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Decision, decisionWords, type PrioritisedKind } from '../../../contract/features/priorities'
import { mutationOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { relatedKinds } from '../../records/record-kind'
import { alreadyUpToDate, countedOf } from '../../records/record-words'
import { useUndoSteps } from '../../records/triage/undo-step'
import { notifyError, notifyInView } from '../../ui/notify'
import { ToolButton } from '../../ui/ToolButton'
import { openFrom, useViewCommand } from '../../ui/view-commands'

/** Decides, and offers undo. */
export function useDecide(kind: PrioritisedKind) {
  const { ref: workspace } = useWorkspace()
  const { mutateAsync: decide } = useMutation(mutationOptionsFor('priorities', 'decide'))
  const { mutateAsync: restore } = useMutation(mutationOptionsFor('priorities', 'restore'))
  const { done, underWay } = useUndoSteps()
  return async (ids: readonly string[], decision: Decision | null) => {
    try {
      const { undo } = await underWay(decide({ workspace, kind, ids: [...ids], decision }))
      const withDecision = undo.before.flatMap((group) => (group.decision === null ? [] : group.ids))
      const changed = decision === null ? withDecision.length : ids.length
      if (changed === 0) return notifyInView(alreadyUpToDate, 'yellow')
      const what = countedOf(relatedKinds[kind], changed)
      const words =
        decision === null ? `Removed the decision on ${what}` : `Decided “${decisionWords[decision]}” for ${what}`
      done(words, async () => (await restore({ workspace, kind, ...undo })).restored > 0)
    } catch (error) {
      notifyError(error)
    }
  }
}

interface DecideMenuProps {
  readonly kind: PrioritisedKind
  readonly ids: readonly string[]
}

export function DecideItems({ kind, ids }: DecideMenuProps) {
  const decide = useDecide(kind)
  return (
    <>
      {Decision.options.map((decision) => (
        <Menu.Item key={decision} onClick={() => void decide(ids, decision)}>
          {decisionWords[decision]}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item onClick={() => void decide(ids, null)}>Remove decision</Menu.Item>
    </>
  )
}

/** For the selected rows. */
export function DecideMenu({ kind, ids }: DecideMenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useViewCommand({
    ...{ id: 'decide', of: 'selection', label: 'Decide…', alsoCalled: 'now next later not decision' },
    run: openFrom(button, () => setIsOpen(true)),
  })
  return (
    <Menu opened={isOpen} onChange={setIsOpen} position="top-start">
      <Menu.Target>
        <ToolButton ref={button} leftSection={<IconFlag size={14} stroke={1.8} aria-hidden />}>
          Decide…
        </ToolButton>
      </Menu.Target>
      <Menu.Dropdown>
        <DecideItems kind={kind} ids={ids} />
      </Menu.Dropdown>
    </Menu>
  )
}
