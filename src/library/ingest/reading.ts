// Reads one item of the answer: from bytes to a record that can be trusted, or to the reason why not. Names the service
// sends and the contract does not know are collected as `Record.field`, values of a closed list that are not in it as
// `Record.field: value`: drift is reported, never a failure.
import { type ZodError, type ZodType, z } from 'zod'
import { isNestedTooDeep } from '../../contract/nesting'
import { Feedback } from '../../contract/resources/feedback'
import { Insight, ReceivedInsight } from '../../contract/resources/insight'
import { KnowledgeItem } from '../../contract/resources/knowledge'
import { Opportunity } from '../../contract/resources/opportunity'
import { Outcome } from '../../contract/resources/outcome'
import { RefinementLogEntry, Solution } from '../../contract/resources/solution'
import { repairText, repairValue } from '../text/repair-text'
import { NotAList } from './json-splitter'

/** Part of every stored hash: raised when the same bytes are read differently, so that all items are read again. */
export const readerVersion = 5

export type ReadItem<T> =
  | {
      readonly kind: 'read'
      readonly item: T
      readonly unknownFields: readonly string[]
      /** false: a part was left out on purpose, so the same bytes have to be read again. */
      readonly isWhole?: false
    }
  /** The person has deleted it since the answer was asked for. */
  | { readonly kind: 'deleted' }
  | { readonly kind: 'unreadable'; readonly id: string | null; readonly reasons: readonly string[] }

/** The readers throw NotAList when the bytes are not JSON: then the whole answer is not. */
export const readInsight = readAs(ReceivedInsight, findUnknownFields)
export const readKnowledge = readAs(KnowledgeItem, (value) => {
  const found = createUnknownNames()
  collect(value, 'KnowledgeItem', knowledgeFields, found)
  return found.list()
})

function readAs<T>(schema: ZodType<T>, findUnknown: (value: unknown) => readonly string[]) {
  return (bytes: Buffer): ReadItem<T> => {
    const received = parseItem(bytes)
    if (isNestedTooDeep(received)) return { kind: 'unreadable', id: idOf(received), reasons: ['item: nested_too_deep'] }
    // Bytes cannot carry NUL or half a surrogate pair into JSON text; only an escape can.
    const value = bytes.includes('\\u') ? repairValue(received) : received
    const outcome = schema.safeParse(value)
    if (!outcome.success) return { kind: 'unreadable', id: idOf(value), reasons: reasonsOf(outcome.error) }
    return { kind: 'read', item: outcome.data, unknownFields: findUnknown(value) }
  }
}

function parseItem(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new NotAList()
  }
}

function idOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('id' in value)) return null
  return typeof value.id === 'string' ? repairText(value.id) : null
}

/** Fields and the rules that they break, without values or places in lists: diagnostics have them. */
function reasonsOf(error: ZodError): readonly string[] {
  const reasons = error.issues.map(({ path, code }) => {
    const names = path.filter((part) => typeof part === 'string')
    return `${names.join('.') || 'item'}: ${code}`
  })
  return [...new Set(reasons)]
}

/** The documented values of each field that has a closed list of them; null: any. */
type Fields = ReadonlyMap<string, ReadonlySet<string> | null>

const fieldsOf = ({ shape }: { readonly shape: Readonly<Record<string, ZodType>> }): Fields =>
  new Map(Object.entries(shape).map(([name, schema]) => [name, optionsOf(schema)]))

function optionsOf(schema: ZodType): ReadonlySet<string> | null {
  if (schema instanceof z.ZodOptional) return optionsOf(schema.unwrap() as ZodType)
  return schema instanceof z.ZodEnum ? new Set(schema.options.map(String)) : null
}

const insightFields = fieldsOf(Insight)
const knowledgeFields = fieldsOf(KnowledgeItem)
const logEntryFields = fieldsOf(RefinementLogEntry)
const related: ReadonlyArray<readonly [member: string, record: string, fields: Fields]> = [
  ['opportunities', 'Opportunity', fieldsOf(Opportunity)],
  ['solutions', 'Solution', fieldsOf(Solution)],
  ['outcomes', 'Outcome', fieldsOf(Outcome)],
  ['feedback', 'Feedback', fieldsOf(Feedback)],
]

const none: readonly string[] = []

/** Names that this version does not know, each once: bounded, whatever a service sends. */
export interface UnknownNames {
  add(name: string): void
  list(): readonly string[]
}

const mostNames = 100
const longestName = 80

export function createUnknownNames(): UnknownNames {
  let names: Set<string> | null = null
  return {
    add(name) {
      names ??= new Set()
      if (names.size < mostNames) names.add(name.slice(0, longestName))
    },
    list: () => (names === null ? none : [...names]),
  }
}

function findUnknownFields(value: unknown): readonly string[] {
  const found = createUnknownNames()
  collect(value, 'Insight', insightFields, found)
  for (const [member, record, fields] of related) {
    for (const element of listIn(value, member)) {
      collect(element, record, fields, found)
      if (record !== 'Solution') continue
      for (const entry of listIn(element, 'refinementLog')) collect(entry, 'RefinementLogEntry', logEntryFields, found)
    }
  }
  return found.list()
}

/** A value longer than this is no name that somebody could look up. */
const longestValue = 40

function collect(value: unknown, record: string, fields: Fields, found: UnknownNames): void {
  if (typeof value !== 'object' || value === null) return
  for (const name in value) {
    const options = fields.get(name)
    if (options === undefined) found.add(`${record}.${name}`)
    if (options === undefined || options === null) continue
    const one = (value as Readonly<Record<string, unknown>>)[name]
    if (typeof one === 'string' && !options.has(one)) found.add(`${record}.${name}: ${one.slice(0, longestValue)}`)
  }
}

function listIn(value: unknown, member: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return none
  const list = (value as Readonly<Record<string, unknown>>)[member]
  return Array.isArray(list) ? list : none
}
