// The form holds text only: the typed values, valid or not, which a draft keeps too. This turns the text into the input
// of *create insight*, or into a list of errors, in words and by field.
import { InsightInput } from '../../../contract/features/insights'
import { idsOf } from './drafts'

export const scoreNames = ['strengthScore', 'momentumScore', 'combinedScore'] as const

export const fieldNames = ['type', 'title', 'description', 'feedbackIds', 'ownerId', ...scoreNames] as const
export type FieldName = (typeof fieldNames)[number]

/** What can be in error, in the order on screen. The search for feedback is no value of the form. */
export const errorNames = [
  'type',
  'title',
  'description',
  'feedbackSearch',
  'feedbackIds',
  'ownerId',
  ...scoreNames,
] as const
export type ErrorName = (typeof errorNames)[number]

export type FormValues = Readonly<Record<FieldName, string>>
type FieldProblems = Readonly<Partial<Record<FieldName, string>>>

export const labels: Readonly<Record<FieldName, string>> = {
  type: 'Type',
  title: 'Title',
  description: 'Description',
  feedbackIds: 'Feedback IDs',
  ownerId: 'Owner ID',
  strengthScore: 'Strength',
  momentumScore: 'Momentum',
  combinedScore: 'Score',
}

export const errorLabels: Readonly<Record<ErrorName, string>> = { ...labels, feedbackSearch: 'Feedback' }

export const isFieldName = (name: string | undefined): name is FieldName =>
  name !== undefined && Object.hasOwn(labels, name)

/** Fields of a draft, maybe from another version: missing ones are empty, unknown ones are dropped. */
export function valuesOf(draft: Readonly<Record<string, string>> = {}): FormValues {
  return Object.fromEntries(fieldNames.map((name) => [name, draft[name] ?? ''])) as FormValues
}

/** Form values of a sent body; null: not a body of an insight. */
export function valuesOfBody(json: string | null): FormValues | null {
  const body: unknown = json === null ? null : JSON.parse(json)
  if (typeof body !== 'object' || body === null) return null
  const texts = Object.entries(body).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join('\n') : `${value}`,
  ])
  return valuesOf(Object.fromEntries(texts))
}

export const isBlank = (values: FormValues) => fieldNames.every((name) => values[name].trim() === '')

/** Adds pieces of feedback, one per line. Those already there stay as they were typed. */
export function withFeedback(values: FormValues, ids: readonly string[]): FormValues {
  const there = new Set(idsOf(values.feedbackIds))
  const added = ids.filter((id) => !there.has(id))
  if (added.length === 0) return values
  const before = values.feedbackIds.trimEnd()
  return { ...values, feedbackIds: [...(before === '' ? [] : [before]), ...added].join('\n') }
}

const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** The valid feedback ids in the text, each once. */
export const feedbackIdsIn = (text: string): readonly string[] => [...new Set(idsOf(text).filter(isUuid))]

/** Whether some of it is no id, which only its own field shows. */
export const hasOtherText = (text: string) => idsOf(text).some((id) => !isUuid(id))

/** The text with exactly these ids. Text that is no id stays, so that it can still be corrected. */
export function changedFeedback(text: string, ids: readonly string[]): string {
  const typed = idsOf(text)
  const kept = typed.filter((id) => !isUuid(id) || ids.includes(id))
  return [...kept, ...ids.filter((id) => !typed.includes(id))].join('\n')
}

/** A comma counts as a decimal point. Text that is no number becomes NaN, which the contract refuses. */
const numberOf = (text: string) => Number(text.trim().replace(',', '.'))

function candidateOf(values: FormValues) {
  const ids = idsOf(values.feedbackIds)
  return {
    type: values.type,
    title: values.title,
    description: values.description,
    ...(ids.length > 0 && { feedbackIds: ids }),
    ...(values.ownerId.trim() !== '' && { ownerId: values.ownerId.trim() }),
    ...Object.fromEntries(
      scoreNames.flatMap((name) => (values[name].trim() === '' ? [] : [[name, numberOf(values[name])]])),
    ),
  }
}

const UuidFields = InsightInput.pick({ feedbackIds: true })

function invalidIdsText(text: string): string {
  const invalid = idsOf(text).filter((id) => !UuidFields.safeParse({ feedbackIds: [id] }).success)
  const names = invalid.map((id) => `“${id}”`).join(', ')
  const words = invalid.length === 1 ? 'isn’t a UUID' : 'aren’t UUIDs'
  return `${names} ${words}. Example: 123e4567-e89b-42d3-a456-426614174000`
}

/** @param message of the contract */
function problemWords(field: FieldName, values: FormValues, message: string): string {
  switch (field) {
    case 'type':
      return 'Choose a type.'
    case 'title':
    case 'description':
    case 'ownerId':
      return message
    case 'feedbackIds':
      return invalidIdsText(values.feedbackIds)
    case 'strengthScore':
      return 'Enter a number from 0 to 1.'
    case 'momentumScore':
    case 'combinedScore':
      return 'Enter a number, 0 or more.'
  }
}

/** The input to send, once `problemsOf` found nothing. */
export const insightOf = (values: FormValues): InsightInput => InsightInput.parse(candidateOf(values))

/** Checks against the contract before anything is sent; one text per field. */
export function problemsOf(values: FormValues): FieldProblems {
  const problems: Partial<Record<FieldName, string>> = {}
  for (const { path, message } of InsightInput.safeParse(candidateOf(values)).error?.issues ?? []) {
    const field = String(path[0])
    if (isFieldName(field)) problems[field] ??= problemWords(field, values, message)
  }
  return problems
}
