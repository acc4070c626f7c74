// What can be made out of the elements of a topic's lists, whose shape is not documented (API document, "Topic"): a
// bare text, a record, or a record wrapped in something. What cannot be made out is still counted, as nothing.
import type { Topic } from '../../contract/features/topics'
import type { Connection } from '../store/connection'

type TopicElement = Topic['insights'][number]
type Fields = Readonly<Record<string, unknown>>

const kinds = {
  opportunity: { table: 'opportunities', ids: ['id', 'opportunityId', 'opportunity_id', 'uuid'] },
  insight: { table: 'insights', ids: ['id', 'insightId', 'insight_id', 'uuid'] },
} as const

const titleNames = ['title', 'name', 'label']
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function readElements(
  connection: Connection,
  workspace: number,
  kind: keyof typeof kinds,
  elements: readonly unknown[],
): TopicElement[] {
  const { table, ids } = kinds[kind]
  const made = elements.map((element) => makeOut(element, ids, [kind, 'node', 'item', 'data', 'attributes']))
  const known = readKnown(
    connection,
    workspace,
    table,
    made.flatMap(({ id }) => id ?? []),
  )
  return made.map(({ id, title, hideContent }) => {
    const record = id === null ? undefined : known.get(id)
    const isHidden = hideContent || record?.hideContent === true
    return { id, title: title ?? record?.title ?? null, hideContent: isHidden, isKnown: record !== undefined }
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

function readKnown(connection: Connection, workspace: number, table: string, ids: readonly string[]) {
  const rows = connection.all(
    `SELECT id, title, hide_content FROM ${table} WHERE workspace = ? AND id IN (SELECT value FROM json_each(?))`,
    [workspace, JSON.stringify(ids)],
  )
  return new Map(
    rows.map((row) => [String(row.id), { title: String(row.title), hideContent: row.hide_content === 1 }] as const),
  )
}
