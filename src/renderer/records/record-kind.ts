import type { RelatedTo } from '../../contract/features/listing'
import type { TriagedKind } from '../../contract/features/triage'
import { capital } from '../../contract/first-letter'
import { longestId } from '../../contract/limits'

/** The names of a list of records, and its address. */
export interface RecordKind {
  /** Route of the list; a record's own is below it. */
  readonly path: string
  /** Name of the view, of its table and of its keys. */
  readonly heading: string
  readonly one: string
  readonly many: string
  /** The noun after a number or "one", if not `one`. */
  readonly counted?: string
  /** Name of its search, if not `many`. */
  readonly searched?: string
  /** The kind that the person's decisions, note and labels are stored under; none: it has none. */
  readonly triaged?: TriagedKind
  /** Name of its details, if not `one`. */
  readonly detailed?: string
  /** Columns shown when the person chooses them, or while the list is sorted by them. */
  readonly extraColumns?: readonly string[]
}

export const detailsLabel = ({ one, detailed = one }: RecordKind) => `${capital(detailed)} details`
export const recordPath = ({ path }: RecordKind, id: string) => `${path}/${encodeURIComponent(id)}`

export const opportunityKind: RecordKind = {
  path: '/opportunities',
  heading: 'Opportunities',
  one: 'opportunity',
  many: 'opportunities',
  triaged: 'opportunity',
}
export const goalKind: RecordKind = {
  path: '/goals',
  heading: 'Goals',
  one: 'goal',
  many: 'goals',
  triaged: 'outcome',
}
export const solutionKind: RecordKind = {
  path: '/solutions',
  heading: 'Solutions',
  one: 'solution',
  many: 'solutions',
  triaged: 'solution',
}
export const feedbackKind: RecordKind = {
  path: '/feedback',
  heading: 'Feedback',
  one: 'feedback',
  many: 'pieces of feedback',
  counted: 'piece of feedback',
  searched: 'feedback',
  triaged: 'feedback',
}
export const metricKind: RecordKind = { path: '/metrics', heading: 'Metrics', one: 'metric', many: 'metrics' }
export const knowledgeKind: RecordKind = {
  path: '/knowledge',
  heading: 'Knowledge',
  one: 'knowledge item',
  many: 'knowledge items',
  searched: 'knowledge',
  triaged: 'knowledge',
  detailed: 'knowledge',
}
export const topicKind: RecordKind = { path: '/topics', heading: 'Topics', one: 'topic', many: 'topics' }
export const insightKind: RecordKind = {
  path: '/insights',
  heading: 'Insights',
  one: 'insight',
  many: 'insights',
  triaged: 'insight',
  extraColumns: ['strengthScore', 'momentumScore', 'strength'],
}

export const relatedKinds: Readonly<Record<RelatedTo['kind'], RecordKind>> = {
  insight: insightKind,
  opportunity: opportunityKind,
  solution: solutionKind,
  outcome: goalKind,
  feedback: feedbackKind,
}

const isRelatedKind = (kind: string): kind is RelatedTo['kind'] => Object.hasOwn(relatedKinds, kind)

/** Reads "opportunity:<id>" in an address, which means only records related to that one. null: it cannot be read. */
export function readRelated(text: string | null): RelatedTo | null {
  const colon = text?.indexOf(':') ?? -1
  if (text === null || colon < 0) return null
  const id = text.slice(colon + 1)
  const kind = text.slice(0, colon)
  return isRelatedKind(kind) && id !== '' && id.length <= longestId ? { kind, id } : null
}

export const relatedText = ({ kind, id }: RelatedTo) => `${kind}:${id}`

/** The address of a list that shows only records related to this one. */
export function relatedPath({ path }: RecordKind, relatedTo: RelatedTo): string {
  return `${path}?${new URLSearchParams({ related: relatedText(relatedTo) })}`
}
