// A deleted record as it was kept: JSON that this app wrote from the service's answer. Its fields are read defensively
// and shown whatever they are.

import {
  hiddenContent,
  knowledgeSourceWord,
  knowledgeStateWord,
  typeWord,
} from '../../../contract/features/record-words'
import { capital } from '../../../contract/first-letter'
import { isObject, type Values } from '../../../contract/is-object'
import { exactTime, readTime } from '../../ui/relative-time'

export interface Field {
  readonly name: string
  /** A text, a number, or one line per linked record; indented JSON for any other value. */
  readonly text: string
  readonly isPlain: boolean
}

interface KeptContent {
  /** null: not a record, so only its text can be shown. */
  readonly fields: readonly Field[] | null
  /** The record is marked as sensitive, or was kept by an earlier version of the app, without the mark. */
  readonly isHidden: boolean
  /** Some linked records may be hidden in the same way. Each is shown on request only. */
  readonly hasHiddenLinks: boolean
  /** Indented. */
  readonly json: string
}

/** Labels of the details and list columns, where they differ from the service's names. */
const labels: Readonly<Record<string, string>> = {
  ...{ createdAt: 'Created', updatedAt: 'Updated', priority: 'Priority value', hideContent: 'Hidden' },
  ...{ outcomes: 'Goals', outcomeIds: 'Goal IDs', analyticEvents: 'Analytics events' },
}

const spaced = (name: string) => {
  const label = Object.hasOwn(labels, name) ? labels[name] : undefined
  if (label !== undefined) return label
  const words = name.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
  return capital(words.replace(/\bid(s?)$/, 'ID$1'))
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** A line for a text or a named record; null for anything else. */
function lineOf(part: unknown): string | null {
  if (typeof part === 'string') return part
  if (!isObject(part)) return null
  const isName = (name: unknown): name is string => typeof name === 'string' && name !== ''
  // One line each: a name with line breaks would look like several.
  return [part.title, part.label, part.id, part.metricId].find(isName)?.replace(/\s+/g, ' ') ?? null
}

function linesOf(value: unknown): string | null {
  if (!Array.isArray(value)) return null
  const lines = value.map(lineOf)
  return lines.includes(null) ? null : lines.join('\n')
}

/** Of the kept records, only knowledge items have a state or a source. */
const words: Readonly<Record<string, (value: string) => string>> = {
  ...{ type: typeWord, state: knowledgeStateWord, source: knowledgeSourceWord },
}

/** Formats times and known values as the lists do; shows any other text unchanged. */
function textOf(name: string, value: string): string {
  const word = Object.hasOwn(words, name) ? words[name] : undefined
  if (word !== undefined) return word(value)
  // A date without a time may be another day in this time zone.
  const time = name.endsWith('At') && value.includes('T') ? readTime(value) : null
  return time === null ? value : exactTime(time)
}

function fieldOf(name: string, value: unknown): Field {
  const lines = linesOf(value)
  if (lines !== null) return { name: spaced(name), text: lines, isPlain: true }
  if (typeof value === 'string') return { name: spaced(name), text: textOf(name, value), isPlain: true }
  if (typeof value === 'boolean') return { name: spaced(name), text: value ? 'yes' : 'no', isPlain: true }
  if (typeof value === 'object') return { name: spaced(name), text: JSON.stringify(value, null, 2), isPlain: false }
  return { name: spaced(name), text: String(value), isPlain: true }
}

/** Names that fields with IDs of other records have. */
export const idFields: ReadonlySet<string> = new Set(['Goal IDs', 'Feedback IDs'])

/** IDs of other records in the body of a change, each once; none if it cannot be read. */
export function idsInBody(body: string | null | undefined, field: 'outcomeIds' | 'feedbackIds'): readonly string[] {
  try {
    const content: unknown = JSON.parse(body ?? 'null')
    const ids: unknown = isObject(content) ? content[field] : null
    return Array.isArray(ids) ? [...new Set(ids.filter((id) => typeof id === 'string'))] : []
  } catch {
    return []
  }
}

export function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}

const linkLists: ReadonlySet<string> = new Set(['insights', 'opportunities', 'solutions', 'outcomes'])

/** Earlier versions of the app did not keep the mark, so it may have been set. */
const mayBeHidden = (record: unknown) => !isObject(record) || record.hideContent !== false

const masked = (record: unknown) => ({ id: isObject(record) ? record.id : undefined, title: hiddenContent })

/** Removes the content of linked records that may be hidden. */
function withMaskedLinks(record: Values): Values {
  const entries = Object.entries(record).map(([name, value]) => [
    name,
    linkLists.has(name) && Array.isArray(value)
      ? value.map((link) => (mayBeHidden(link) ? masked(link) : link))
      : value,
  ])
  return Object.fromEntries(entries)
}

function hasHiddenLinks(record: Values): boolean {
  return Object.entries(record).some(
    ([name, value]) => linkLists.has(name) && Array.isArray(value) && value.some(mayBeHidden),
  )
}

/** @param showsLinks whether the person asked for the hidden linked records */
export function readContent(json: string, showsLinks = false): KeptContent {
  const unreadable = { fields: null, isHidden: false, hasHiddenLinks: false }
  let record: unknown
  try {
    record = JSON.parse(json)
  } catch {
    return { ...unreadable, json }
  }
  if (!isObject(record)) return { ...unreadable, json: indented(json) }
  const shown = showsLinks ? record : withMaskedLinks(record)
  // Only goals are kept with the insights that were linked to them.
  const isGoal = Array.isArray(record.insights)
  return {
    fields: Object.entries(shown)
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => fieldOf(name, value)),
    isHidden: isGoal ? mayBeHidden(record) : record.hideContent === true,
    hasHiddenLinks: hasHiddenLinks(record),
    json: JSON.stringify(shown, null, 2),
  }
}
