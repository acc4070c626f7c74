import { Menu } from '@mantine/core'
import { IconFlag } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Decision, decisionWords, type PrioritisedKind } from '../../../contract/features/priorities'
import { mutationOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { announce } from '../../ui/announce'
import { notifyError } from '../../ui/notify'
import { ToolButton } from '../../ui/ToolButton'
import { openFrom, useViewCommand } from '../../ui/view-commands'
import { decisionText } from './priority-words'

export function useDecide(kind: PrioritisedKind) {
  const { ref: workspace } = useWorkspace()
  const { mutate } = useMutation({ ...mutationOptionsFor('priorities', 'decide'), onError: notifyError })
  return (ids: readonly string[], decision: Decision | null) =>
    mutate(
      { workspace, kind, ids: [...ids], decision },
      { onSuccess: () => announce(decision === null ? 'Decision removed' : `Decided: ${decisionText(decision)}`) },
    )
}

interface DecideMenuProps {
  readonly kind: PrioritisedKind
  readonly ids: readonly string[]
}

/** Of the selected rows. */
export function DecideMenu({ kind, ids }: DecideMenuProps) {
  const decide = useDecide(kind)
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
          Decide
        </ToolButton>
      </Menu.Target>
      <Menu.Dropdown>
        {Decision.options.map((decision) => (
          <Menu.Item key={decision} onClick={() => decide(ids, decision)}>
            {decisionWords[decision]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => decide(ids, null)}>Remove decision</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
