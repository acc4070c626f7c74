// A deleted record as it was kept: JSON text that this app wrote from what the service sent, so its fields are read
// with care and shown whatever they are.
interface Field {
  readonly name: string
  /** Plain text for a text or a number, indented JSON for what has parts. */
  readonly text: string
  readonly isPlain: boolean
}

interface KeptContent {
  /** null: it is no record, only its text can be shown. */
  readonly fields: readonly Field[] | null
  /** The service asked for discretion, with the record or with one that hung on it; or whether it did was not noted yet. */
  readonly isHidden: boolean
  /** Indented. */
  readonly json: string
}

const spaced = (name: string) => {
  const words = name.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function fieldOf(name: string, value: unknown): Field {
  if (typeof value === 'string') return { name: spaced(name), text: value, isPlain: true }
  if (typeof value === 'boolean') return { name: spaced(name), text: value ? 'yes' : 'no', isPlain: true }
  if (typeof value === 'object') return { name: spaced(name), text: JSON.stringify(value, null, 2), isPlain: false }
  return { name: spaced(name), text: String(value), isPlain: true }
}

export function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}

function asksForDiscretion(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([name, part]) => (name === 'hideContent' && part === true) || asksForDiscretion(part),
  )
}

const hasMark = (value: unknown) =>
  typeof value === 'object' && value !== null && 'hideContent' in value && typeof value.hideContent === 'boolean'

/** A goal, or one that hung on it, kept by a version of the app that did not note it: it may have been asked for. */
function isNotNoted(record: Readonly<Record<string, unknown>>): boolean {
  const related = [record.insights, record.opportunities, record.solutions, record.outcomes]
  const isGoal = Array.isArray(record.insights)
  return (isGoal && !hasMark(record)) || !related.flatMap((list) => (Array.isArray(list) ? list : [])).every(hasMark)
}

export function readContent(json: string): KeptContent {
  let record: unknown
  try {
    record = JSON.parse(json)
  } catch {
    return { fields: null, isHidden: false, json }
  }
  if (typeof record !== 'object' || record === null || Array.isArray(record)) {
    return { fields: null, isHidden: false, json: indented(json) }
  }
  const entries = Object.entries(record)
  const isHidden = asksForDiscretion(record) || isNotNoted(Object.fromEntries(entries))
  return {
    fields: entries.filter(([, value]) => !isEmpty(value)).map(([name, value]) => fieldOf(name, value)),
    isHidden,
    json: indented(json),
  }
}
