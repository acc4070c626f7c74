import { Stack, Text } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import type { AppError } from '../../../contract/errors'
import { chooseGoal } from '../../../contract/features/field-words'
import { mostGoals } from '../../../contract/limits'
import type { WorkspaceRef } from '../../../contract/workspace'
import { useEnvironment } from '../../client/workspace'
import { useIsPickerWanted } from '../../navigation/location-state'
import { BusyButton } from '../../ui/BusyButton'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { useSendingLook } from '../../ui/sending-look'
import { readOnlyReason } from '../../ui/words'
import { GoalsPicker } from './GoalsPicker'
import { usePersistedSelection, type WantedGoals } from './goal-choice'
import type { RelateAction } from './metric-words'
import type { Relating } from './use-relate'

interface LinkGoalsProps {
  readonly workspace: WorkspaceRef
  readonly metricId: string
  /** Goals linked to it already, as far as this computer knows. */
  readonly linked: ReadonlySet<string>
  readonly relating: Relating
  /** Goals chosen before this metric was. */
  readonly wanted: WantedGoals
}

/** The service's message about the goals themselves; null: none. */
function aboutGoals(error: AppError | null): string | null {
  return error?.report.fields?.find(({ path }) => path[0] === 'outcomeIds')?.message ?? null
}

/** Keeps the chosen goals until the change is accepted, so that nobody has to choose them twice. */
export function LinkGoals({ workspace, metricId, linked, relating, wanted }: LinkGoalsProps) {
  const { isLocked } = useEnvironment()
  const field = useRef<HTMLInputElement>(null)
  const lockedId = useId()
  const choice = usePersistedSelection(workspace, metricId, wanted.ids)
  const { ids: chosen } = choice
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [running, setRunning] = useState<RelateAction | null>(null)
  const { isRunning, error, problem, relate, reset } = relating
  const isPickerWanted = useIsPickerWanted()

  useEffect(() => {
    if (isPickerWanted) field.current?.focus({ preventScroll: true })
  }, [isPickerWanted])

  const refuse = (words: string) => {
    relating.refuse(words)
    field.current?.focus()
  }

  const send = (action: RelateAction) => {
    if (isLocked || isRunning) return
    if (text.trim() !== '') return refuse(`“${text.trim()}” isn’t an ID. Choose a goal or clear it.`)
    if (chosen.length === 0) return refuse(chooseGoal)
    if (chosen.length > mostGoals) return refuse(`You can select up to ${mostGoals} goals at a time.`)
    setRunning(action)
    setIsOpen(false)
    // Not with the answer: another metric may be open by then. If it fails, the goals stay chosen here.
    wanted.forget()
    relate(action, chosen, {
      onSuccess: () => choice.drop(chosen),
      onError: (failure) => aboutGoals(failure) !== null && field.current?.focus(),
    })
  }

  const look = useSendingLook()
  const button = (action: RelateAction, words: string) => (
    <BusyButton
      {...(action === 'add' ? { ...look, type: 'submit' } : { variant: 'default' })}
      isBusy={isRunning && running === action}
      aria-disabled={isLocked || undefined}
      data-disabled={isLocked || undefined}
      aria-describedby={isLocked ? lockedId : undefined}
      onClick={() => send(action)}
    >
      {words}
    </BusyButton>
  )

  return (
    <Stack gap={10} mt={24} data-submits>
      <GoalsPicker
        ref={field}
        workspace={workspace}
        chosen={chosen}
        linked={linked}
        titles={choice.titles}
        onChosen={(ids, seen) => {
          choice.choose(ids, seen)
          // A problem says nothing about another choice.
          reset()
        }}
        text={text}
        onText={(next) => {
          setText(next)
          reset()
        }}
        isOpen={isOpen}
        onOpen={setIsOpen}
        problem={isLocked ? null : (problem ?? aboutGoals(error))}
      >
        {button('add', 'Link goals')}
        {button('remove', 'Unlink goals')}
      </GoalsPicker>
      {isLocked && (
        <Text size="xs" c="dimmed" id={lockedId}>
          {readOnlyReason}
        </Text>
      )}
      {error && <ErrorNotice error={error} />}
    </Stack>
  )
}
