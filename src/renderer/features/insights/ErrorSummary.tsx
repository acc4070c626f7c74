import { Alert, Anchor } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { AppError } from '../../../contract/errors'
import { useWorkspaceName } from '../../ui/use-workspace-name'
import { wordsFor } from '../../ui/words'
import { type FieldName, labels } from './form-values'
import classes from './NewInsight.module.css'

interface ErrorSummaryProps {
  /** The fields that need attention. */
  readonly names: readonly FieldName[]
  readonly others: readonly string[]
  readonly error: AppError | null
  readonly onField: (name: FieldName) => void
}

/** Links to each field that needs attention, which shows its own error, and lists the errors of no field. */
export function ErrorSummary({ names, others, error, onField }: ErrorSummaryProps) {
  const workspaceName = useWorkspaceName()
  if (names.length + others.length === 0 && error === null) return null
  const words = error && wordsFor(error, workspaceName)
  const fields = names.length === 1 ? '1 field needs attention' : `${names.length} fields need attention`
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      icon={<IconAlertCircle aria-hidden />}
      title={words?.title ?? (names.length > 0 && fields)}
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
          </li>
        ))}
        {others.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Alert>
  )
}
