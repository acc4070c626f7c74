// The error envelope as received (API document, "Errors"). It is read for what is there: a service that breaks its
// own envelope must not hide what it said. The text is shown as text, shortened, and nothing depends on it.
import { z } from 'zod'
import type { FieldProblem } from '../../contract/errors'

const longestText = 500

const ReceivedProblem = z.object({
  error: z.object({
    description: z.string().optional().catch(undefined),
    fields: z.array(z.string()).catch([]),
    validationErrors: z
      .object({ invalidFields: z.record(z.string(), z.unknown()) })
      .optional()
      .catch(undefined),
  }),
})

const InvalidField = z.object({
  message: z.string().catch(''),
  path: z.array(z.union([z.string(), z.number()]).transform(String)).catch([]),
})

export interface ReadProblem {
  readonly description: string | null
  /** From `validationErrors` where it names any, else from `fields`. */
  readonly fields: readonly FieldProblem[]
}

/** null: this is not the envelope. `secret` is removed from every text, should a service echo the token. */
export function readProblem(body: unknown, secret: string): ReadProblem | null {
  const received = ReceivedProblem.safeParse(body)
  if (!received.success) return null
  const { description, fields, validationErrors } = received.data.error
  const text = (value: string) => plainText(value, secret)
  const detailed = Object.entries(validationErrors?.invalidFields ?? {}).map(([name, value]) => {
    const { message, path } = InvalidField.catch({ message: '', path: [] }).parse(value)
    return { path: (path.length > 0 ? path : [name]).map(text), message: text(message) || unexplained }
  })
  const named = fields.map((name) => ({ path: [text(name)], message: unexplained }))
  return {
    description: description === undefined || description.trim() === '' ? null : text(description),
    fields: detailed.length > 0 ? detailed : named,
  }
}

const unexplained = 'The service did not accept this.'

function plainText(text: string, secret: string): string {
  const safe = secret === '' ? text : text.replaceAll(secret, '…')
  const oneLine = safe.replace(/\p{Cc}+/gu, ' ').trim()
  return oneLine.length <= longestText
    ? oneLine
    : `${oneLine.slice(0, longestText - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
