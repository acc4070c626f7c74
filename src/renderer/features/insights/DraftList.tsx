import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { NamedDraft } from '../../../contract/features/insights'
import { RelativeTime } from '../../ui/RelativeTime'
import { draftFacts, draftTitle } from './drafts'
import classes from './NewInsight.module.css'

interface DraftListProps {
  readonly drafts: readonly NamedDraft[]
  readonly onOpen: (draft: NamedDraft) => void
  /** null: no discarding here. */
  readonly onDiscard: ((draft: NamedDraft) => void) | null
  /** Whether the first draft takes the focus when a dialog opens. */
  readonly hasFocus?: boolean
}

export function DraftList({ drafts, onOpen, onDiscard, hasFocus = false }: DraftListProps) {
  return (
    <ul aria-label="Drafts" className={classes.drafts} data-choice={onDiscard === null || undefined}>
      {drafts.map((draft, place) => (
        <li key={draft.draftId}>
          <UnstyledButton
            className={classes.openDraft}
            {...(hasFocus && place === 0 && { autoFocus: true, 'data-autofocus': true })}
            onClick={() => onOpen(draft)}
          >
            <span className={classes.draftTitle} dir="auto">
              {draftTitle(draft)}
            </span>
            <span className={classes.draftMeta}>
              {draftFacts(draft).map((fact) => `${fact} · `)}
              <RelativeTime at={draft.savedAt} />
            </span>
          </UnstyledButton>
          {onDiscard !== null && (
            <ActionIcon aria-label={`Discard “${draftTitle(draft)}”`} onClick={() => onDiscard(draft)}>
              <IconTrash size={16} stroke={1.8} aria-hidden />
            </ActionIcon>
          )}
        </li>
      ))}
    </ul>
  )
}
