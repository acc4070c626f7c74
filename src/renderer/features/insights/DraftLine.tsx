import { Button, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import type { AppError } from '../../../contract/errors'
import { useNow } from '../../ui/clock'
import { LiveText } from '../../ui/LiveText'
import { clockTime, readTime } from '../../ui/relative-time'
import { wordsFor } from '../../ui/words'
import { insightTexts } from './insight-words'
import classes from './NewInsight.module.css'

function useClockWords(at: string): string {
  const now = useNow()
  const time = readTime(at)
  return time === null ? at : clockTime(time, now)
}

interface DraftLineProps {
  readonly savedAt: string
  readonly onDiscard: () => void
  /** null: no other draft can be kept. */
  readonly onStartNew: (() => void) | null
}

/** Says that the form begins with a draft. */
export function DraftLine({ savedAt, onDiscard, onStartNew }: DraftLineProps) {
  const words = useClockWords(savedAt)
  return (
    <div className={classes.draft}>
      <Text size="xs" c="dimmed" className={classes.draftWords}>
        Draft from {words}
      </Text>
      {onStartNew !== null && (
        <Button size="compact-xs" variant="subtle" onClick={onStartNew}>
          Start a new one
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" onClick={onDiscard}>
        Discard draft
      </Button>
    </div>
  )
}

/** Replaces `DraftLine` until something is typed. */
export function DiscardedLine({ onUndo }: { readonly onUndo: () => void }) {
  return (
    <div role="status" className={classes.draft}>
      <Text size="xs" c="dimmed" className={classes.draftWords}>
        <LiveText>Draft discarded</LiveText>
      </Text>
      <Button size="compact-xs" variant="subtle" onClick={onUndo}>
        Undo
      </Button>
    </div>
  )
}

function Saved({ savedAt }: { readonly savedAt: string }) {
  return (
    <>
      <IconCheck size={13} aria-hidden /> Draft saved at {useClockWords(savedAt)}
    </>
  )
}

interface DraftStatusProps {
  readonly savedAt: string | null
  readonly failure: AppError | null
}

/** Main's message where it refused the draft; otherwise the text of the error code. */
const reasonOf = (error: AppError) =>
  error.code === 'INVALID_INPUT' && error.message !== '' ? error.message : `${wordsFor(error).title}.`

export function DraftStatus({ savedAt, failure }: DraftStatusProps) {
  return (
    <div role="status" aria-label="Draft" className={classes.saved}>
      {failure !== null ? (
        <>
          <IconAlertTriangle size={13} aria-hidden /> {insightTexts.draftNotSaved} {reasonOf(failure)}{' '}
          {insightTexts.draftStays}
        </>
      ) : (
        savedAt !== null && <Saved savedAt={savedAt} />
      )}
    </div>
  )
}
