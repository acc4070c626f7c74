import { Alert, Anchor } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { AppError } from '../../../contract/errors'
import { lowerFirst } from '../../../contract/first-letter'
import { useWorkspaceName } from '../../ui/use-workspace-name'
import { wordsFor } from '../../ui/words'
import { type FieldName, labels } from './form-values'
import { insightTexts } from './insight-words'
import classes from './NewInsight.module.css'

interface ErrorSummaryProps {
  /** The fields that the last attempt found wrong. */
  readonly names: readonly FieldName[]
  /** Whether the field has changed since. */
  readonly isChanged: (name: FieldName) => boolean
  readonly others: readonly string[]
  readonly error: AppError | null
  readonly onField: (name: FieldName) => void
}

/** How many need attention; 0: all have changed. */
function fieldsText(count: number): string {
  if (count === 0) return insightTexts.readyToRetry
  return count === 1 ? '1 field needs attention' : `${count} fields need attention`
}

/**
 * Links to each field that needs attention, which shows its own error, and lists the errors of no field. Until the next
 * attempt, fields that have changed stay listed: the form below keeps its place while the person corrects it.
 */
export function ErrorSummary({ names, isChanged, others, error, onField }: ErrorSummaryProps) {
  const workspaceName = useWorkspaceName()
  if (names.length + others.length === 0 && error === null) return null
  const words = error && wordsFor(error, workspaceName)
  const remaining = names.filter((name) => !isChanged(name)).length
  return (
    <Alert
      role="alert"
      color={remaining + others.length === 0 && error === null ? 'gray' : 'red'}
      variant="light"
      icon={<IconAlertCircle aria-hidden />}
      title={words?.title ?? (names.length > 0 && fieldsText(remaining))}
    >
      {words && <p className={classes.summaryText}>{words.text}</p>}
      {error && error.message !== '' && <p className={classes.summaryDetail}>{error.message}</p>}
      <ul className={classes.summaryList}>
        {names.map((name) => (
          <li key={name}>
            <Anchor
              component="button"
              type="button"
              inherit
              className={classes.summaryLink}
              onClick={() => onField(name)}
            >
              {labels[name]}
            </Anchor>
            {isChanged(name) && ` – ${lowerFirst(insightTexts.changedSince)}`}
          </li>
        ))}
        {others.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Alert>
  )
}
