// Contents of a dialog for deleting: the linked records, the text to type in production, the failure, and the two buttons.
// Shared by the dialog for something in a list and the one for something known by its id only.

import { Alert, Button, Text, TextInput } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { BusyButton } from '../ui/BusyButton'
import { DialogActions } from '../ui/DialogActions'
import { ErrorNotice } from '../ui/ErrorNotice'
import { LiveText } from '../ui/LiveText'
import { readOnlyReason } from '../ui/words'
import { deletionTexts } from './deletion/deletion-words'
import classes from './deletion.module.css'
import { type NamedGroup, NamedRecords, type NamesFailure } from './NamedRecords'
import { OfflineNote } from './OfflineNote'
import { count } from './record-words'
import type { Deletion } from './use-deletion'

interface DependentsProps {
  readonly groups: readonly NamedGroup[]
  readonly failure?: NamesFailure | null
  readonly onLeave: () => void
}

/** The records linked to the one to delete, by name, as far as this app knows. */
export function Dependents({ groups, failure = null, onLeave }: DependentsProps) {
  const present = groups.filter(({ total }) => total > 0)
  const isNothing = failure === null && present.length === 0
  return (
    <>
      <Text size="sm" mt="sm">
        {isNothing ? deletionTexts.nothingLinked : 'Linked to this:'}
      </Text>
      {present.length > 1 && (
        // The names are longer than the box they scroll in, so that nobody takes the first kind for all of it.
        <Text size="xs" c="dimmed">
          {present.map(({ heading, total }) => `${heading} ${count(total)}`).join(' · ')}
        </Text>
      )}
      <NamedRecords label="Linked to this" groups={groups} failure={failure} onLeave={onLeave} />
    </>
  )
}

interface DeletionBodyProps {
  readonly deletion: Deletion
  /** Its content was synced, so Activity keeps it. */
  readonly hasCopy?: boolean
  /** The text to type is hidden content that nobody asked to see yet. */
  readonly isMasked?: boolean
  readonly onCancel: () => void
  /** Whether the focus starts on Cancel; not where an id has to be typed first. */
  readonly isCancelFirst?: boolean
}

export function DeletionBody({
  deletion,
  hasCopy = true,
  isMasked = false,
  onCancel,
  isCancelFirst = false,
}: DeletionBodyProps) {
  const { asked, typed, setTyped, isLocked, isRunning, error, canDelete, run } = deletion
  return (
    <>
      <Text size="sm" mt="sm">
        {deletionTexts.notUndone} {hasCopy && deletionTexts.copyStays}
      </Text>
      <OfflineNote />
      {isLocked && (
        <Alert role="status" color="gray" variant="light" mt="md" icon={<IconLock aria-hidden />} title="Read-only">
          <LiveText>{readOnlyReason}</LiveText>
        </Alert>
      )}
      {asked !== null && !isLocked && (
        <TextInput
          mt="md"
          label={`Type the ${asked.noun} to confirm`}
          description={isMasked && asked.noun === 'title' ? null : asked.text}
          inputWrapperOrder={['label', 'description', 'input', 'error']}
          classNames={{ description: classes.expected }}
          dir="auto"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {error !== null && (
        <>
          <ErrorNotice mt={16} error={error} onRetry={run} />
          {error.code === 'FORBIDDEN' && (
            <Text size="sm" mt={6}>
              {deletionTexts.nothingDeleted}
            </Text>
          )}
        </>
      )}
      <DialogActions>
        <Button
          variant="default"
          disabled={isRunning}
          {...(isCancelFirst ? { 'data-autofocus': true } : {})}
          onClick={onCancel}
        >
          Cancel
        </Button>
        <BusyButton color="red.9" disabled={!canDelete && !isRunning} isBusy={isRunning} onClick={run}>
          Delete
        </BusyButton>
      </DialogActions>
    </>
  )
}
