import { Alert, Anchor, VisuallyHidden } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { AppError } from '../../../contract/errors'
import { lowerFirst } from '../../../contract/first-letter'
import { useWorkspaceName } from '../../ui/use-workspace-name'
import { wordsFor } from '../../ui/words'
import { type ErrorName, errorLabels } from './form-values'
import { insightTexts } from './insight-words'
import classes from './NewInsight.module.css'

/** Keeps its first words: an alert that changes interrupts the person, here while they correct a field. */
function SpokenErrors({ words }: { readonly words: string }) {
  const [first] = useState(words)
  return <VisuallyHidden role="alert">{first}</VisuallyHidden>
}

const asSentences = (parts: readonly string[]) =>
  parts
    .filter((part) => part !== '')
    .map((part) => (part.endsWith('.') ? part : `${part}.`))
    .join(' ')

interface ErrorSummaryProps {
  /** Number of the last attempt, which is announced. */
  readonly attempt: number
  /** The fields that the last attempt found wrong. */
  readonly names: readonly ErrorName[]
  /** Whether the field has changed since. */
  readonly isChanged: (name: ErrorName) => boolean
  readonly others: readonly string[]
  readonly error: AppError | null
  readonly onField: (name: ErrorName) => void
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
export function ErrorSummary({ attempt, names, isChanged, others, error, onField }: ErrorSummaryProps) {
  const workspaceName = useWorkspaceName()
  if (names.length + others.length === 0 && error === null) return null
  const words = error && wordsFor(error, workspaceName)
  const remaining = names.filter((name) => !isChanged(name)).length
  const title = words?.title ?? (names.length > 0 && fieldsText(remaining))
  const message = error?.message ?? ''
  const spoken = [title || '', words?.text ?? '', message, names.map((name) => errorLabels[name]).join(', '), ...others]
  return (
    <>
      <SpokenErrors key={attempt} words={asSentences(spoken)} />
      <Alert
        role="group"
        color={remaining + others.length === 0 && error === null ? 'gray' : 'red'}
        variant="light"
        icon={<IconAlertCircle aria-hidden />}
        title={title}
      >
        {words && <p className={classes.summaryText}>{words.text}</p>}
        {message !== '' && <p className={classes.summaryDetail}>{message}</p>}
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
                {errorLabels[name]}
              </Anchor>
              {isChanged(name) && ` – ${lowerFirst(insightTexts.changedSince)}`}
            </li>
          ))}
          {others.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Alert>
    </>
  )
}
