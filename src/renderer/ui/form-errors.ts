// Connects @mantine/form with the contract's schemas and with main's refusals.
import type { FormErrors } from '@mantine/form'
import { flushSync } from 'react-dom'
import type { AppError } from '../../contract/errors'

interface Form {
  readonly setErrors: (errors: FormErrors) => void
  readonly getInputNode: (name: string) => HTMLElement | null
}

/** Main's messages about these fields; empty when it has none. */
export function refusedFields(error: AppError, names: readonly string[]): FormErrors {
  const fields = error.report.fields ?? []
  const found = names.flatMap((name) => {
    const messages = fields.filter(({ path }) => path[0] === name).map(({ message }) => message)
    return messages.length === 0 ? [] : [[name, [...new Set(messages)].join(' ')] as const]
  })
  return Object.fromEntries(found)
}

/**
 * The second argument of `form.onSubmit`. Focuses the first field with an error, in the order on screen, and shows it with
 * its error.
 */
export const focusFirstError = (form: Pick<Form, 'getInputNode'>) => (errors: FormErrors) => {
  // A field may be folded away until its error is rendered.
  flushSync(() => {})
  const fields = Object.keys(errors).flatMap((name) => form.getInputNode(name) ?? [])
  const [first] = fields.sort((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
  first?.focus()
  // Focusing shows the field alone: its error is below it, and a field that had the focus stays where it was.
  first?.closest('.mantine-InputWrapper-root')?.scrollIntoView({ block: 'nearest' })
}

export function showErrors(form: Form, errors: FormErrors): void {
  // Errors that follow an answer would otherwise be rendered later.
  flushSync(() => form.setErrors(errors))
  focusFirstError(form)(errors)
}
