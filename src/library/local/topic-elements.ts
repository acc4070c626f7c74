// Reads the elements of a topic's lists, whose shape the API document does not define ("Topic"): a bare text, a record,
// or a wrapped record. An element that cannot be read is counted all the same, without id and title.
import type { Topic } from '../../contract/features/topics'
import type { Connection } from '../store/connection'
import { column, rowOf } from '../store/row'

type TopicElement = Topic['opportunities'][number]
type Fields = Readonly<Record<string, unknown>>

const kinds = {
  opportunity: {
    table: 'opportunities',
    columns: 'id, title, hide_content, 0 AS seen, NULL AS combined_score',
    ids: ['id', 'opportunityId', 'opportunity_id', 'uuid'],
  },
  insight: {
    table: 'insights',
    columns: 'id, title, hide_content, seen, combined_score',
    ids: ['id', 'insightId', 'insight_id', 'uuid'],
  },
} as const

const knownRow = rowOf({
  id: column.text,
  title: column.text,
  hideContent: column.flag,
  seen: column.flag,
  combinedScore: column.numberOrNull,
})

const titleNames = ['title', 'name', 'label']
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function readOpportunities(
  connection: Connection,
  workspace: number,
  elements: readonly unknown[],
): Topic['opportunities'] {
  return readElements(connection, workspace, 'opportunity', elements).map(({ element }) => element)
}

export function readInsights(
  connection: Connection,
  workspace: number,
  elements: readonly unknown[],
): Topic['insights'] {
  return readElements(connection, workspace, 'insight', elements).map(({ element, record }) => ({
    ...element,
    marks: record === undefined ? null : { seen: record.seen, combinedScore: record.combinedScore },
  }))
}

function readElements(
  connection: Connection,
  workspace: number,
  kind: keyof typeof kinds,
  elements: readonly unknown[],
): { readonly element: TopicElement; readonly record: ReturnType<typeof knownRow.read> | undefined }[] {
  const { ids } = kinds[kind]
  const made = elements.map((element) => makeOut(element, ids, [kind, 'node', 'item', 'data', 'attributes']))
  const known = readKnown(
    connection,
    workspace,
    kind,
    made.flatMap(({ id }) => id ?? []),
  )
  return made.map(({ id, title, hideContent }) => {
    const record = id === null ? undefined : known.get(id)
    const isHidden = hideContent || (record?.hideContent ?? false)
    const name = title ?? record?.title ?? null
    return { element: { id, title: name, hideContent: isHidden, isKnown: record !== undefined }, record }
  })
}

type MadeOut = Omit<TopicElement, 'isKnown'>

const nothing: MadeOut = { id: null, title: null, hideContent: false }

/** The wrapped record counts where the wrapping says nothing itself; a link's own `id` gives way to `<kind>Id`. */
function makeOut(element: unknown, ids: readonly string[], wrappings: readonly string[]): MadeOut {
  const text = asText(element)
  if (text !== null) return uuid.test(text) ? { ...nothing, id: text } : { ...nothing, title: text }
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return nothing
  const fields = element as Fields
  const wrapped = wrappings.map((name) => fields[name]).find((value) => typeof value === 'object' && value !== null)
  const inner = wrapped === undefined ? nothing : makeOut(wrapped, ids, [])
  const [plainId = 'id', ...clearer] = ids
  return {
    id: inner.id ?? firstText(fields, [...clearer, plainId]),
    title: inner.title ?? firstText(fields, titleNames),
    hideContent: inner.hideContent || fields.hideContent === true,
  }
}

function firstText(fields: Fields, names: readonly string[]): string | null {
  for (const name of names) {
    const text = Object.hasOwn(fields, name) ? asText(fields[name]) : null
    if (text !== null) return text
  }
  return null
}

function asText(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

function readKnown(connection: Connection, workspace: number, kind: keyof typeof kinds, ids: readonly string[]) {
  const { table, columns } = kinds[kind]
  const rows = connection.all(
    `SELECT ${columns} FROM ${table} WHERE workspace = ? AND id IN (SELECT value FROM json_each(?))`,
    [workspace, JSON.stringify(ids)],
    knownRow,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
