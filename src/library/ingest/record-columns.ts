// How a received record becomes a row: one list per table, the same for writing, comparing and logging. A column is
// compared when it holds what the service sent; derived columns follow from those.
import type { ReceivedFeedback } from '../../contract/resources/feedback'
import type { ReceivedInsight } from '../../contract/resources/insight'
import type { KnowledgeItem } from '../../contract/resources/knowledge'
import type { ReceivedOpportunity } from '../../contract/resources/opportunity'
import type { ReceivedOutcome } from '../../contract/resources/outcome'
import type { ReceivedSolution } from '../../contract/resources/solution'
import type { SqlValue } from '../store/connection'
import { columnName } from '../store/row'
import { sortKey, timeKey } from '../text/folded-text'

export interface Column<T> {
  readonly name: string
  readonly read: (record: T) => SqlValue
  readonly isDerived?: true
}

/** Columns of fields of the same name: `hideContent` is in `hide_content`. */
function sent<T>(...fields: readonly (keyof T & string)[]): readonly Column<T>[] {
  return fields.map((field) => ({ name: columnName(field), read: (record) => asStored(record[field]) }))
}

/** Absent is null, a truth value 0 or 1, and a list JSON. */
function asStored(received: unknown): SqlValue {
  if (received === undefined || received === null) return null
  if (typeof received === 'boolean') return received ? 1 : 0
  return typeof received === 'object' ? JSON.stringify(received) : (received as SqlValue)
}

export const insightColumns: readonly Column<ReceivedInsight>[] = [
  ...sent<ReceivedInsight>('id', 'type', 'seen', 'hideContent', 'strengthScore', 'momentumScore', 'combinedScore'),
  ...sent<ReceivedInsight>('strength'),
  { name: 'has_opportunity', read: (insight) => asStored(insight.opportunities.length > 0), isDerived: true },
  { name: 'has_relationships', read: (insight) => asStored(hasRelationships(insight)), isDerived: true },
  { name: 'title_key', read: (insight) => sortKey(insight.title), isDerived: true },
  { name: 'created_key', read: (insight) => timeKey(insight.createdAt), isDerived: true },
  { name: 'updated_key', read: (insight) => timeKey(insight.updatedAt), isDerived: true },
  ...sent<ReceivedInsight>('createdAt', 'updatedAt', 'lastScoreCalculatedAt', 'ownerId', 'title', 'description'),
]

export function hasRelationships(insight: ReceivedInsight): boolean {
  const { opportunities, solutions, outcomes, feedback } = insight
  return opportunities.length + solutions.length + outcomes.length + feedback.length > 0
}

/** 32-bit floats, in this computer's byte order: the file never leaves it. */
export function embeddingBytes(numbers: readonly number[] | undefined): Buffer | null {
  return numbers === undefined || numbers.length === 0 ? null : Buffer.from(Float32Array.from(numbers).buffer)
}

const opportunityColumns = [
  ...sent<ReceivedOpportunity>('id', 'read', 'status', 'title', 'description', 'solutionsGeneratingState'),
  ...sent<ReceivedOpportunity>('createdBy', 'hideContent', 'ownerId', 'createdAt', 'updatedAt'),
]

const solutionColumns = [
  ...sent<ReceivedSolution>('id', 'systemPrompt', 'aiProcessingState', 'refinementLog', 'title', 'description'),
  ...sent<ReceivedSolution>('status', 'pros', 'cons', 'hideContent', 'createdBy', 'ownerId', 'createdAt'),
  ...sent<ReceivedSolution>('updatedAt', 'priority', 'prd', 'horizon'),
]

const outcomeColumns = [
  ...sent<ReceivedOutcome>('id', 'title', 'description', 'priority', 'trend', 'analyticEvents', 'hideContent'),
  ...sent<ReceivedOutcome>('ownerId', 'createdAt', 'updatedAt'),
]

const feedbackColumns = [
  ...sent<ReceivedFeedback>('id', 'content', 'source', 'sourceId', 'sourceUrl', 'submittedBy', 'processed'),
  ...sent<ReceivedFeedback>('sentimentScore', 'sentimentCategory', 'sentimentConfidence', 'createdAt'),
  ...sent<ReceivedFeedback>('createdAtEpoch', 'title', 'updatedAt'),
]

export const knowledgeColumns = [
  ...sent<KnowledgeItem>('id', 'state', 'title', 'description', 'createdAt', 'updatedAt', 'source', 'providedBy'),
  ...sent<KnowledgeItem>('pdfFileUrl', 'txtFileUrl', 'url'),
]

/** A kind of record that comes inside insights. `values` are in the order of `columns`. */
export interface RelatedKind {
  readonly record: string
  readonly table: string
  readonly linkTable: string
  readonly linkColumn: string
  readonly columns: readonly string[]
  readonly of: (insight: ReceivedInsight) => ReadonlyMap<string, () => SqlValue[]>
  readonly idsOf: (insight: ReceivedInsight) => ReadonlySet<string>
}

function relatedKind<T extends { readonly id: string }>(
  names: Pick<RelatedKind, 'record' | 'table' | 'linkTable' | 'linkColumn'>,
  columns: readonly Column<T>[],
  of: (insight: ReceivedInsight) => readonly T[],
): RelatedKind {
  return {
    ...names,
    columns: columns.map(({ name }) => name),
    of: (insight) =>
      new Map(of(insight).map((record) => [record.id, () => columns.map(({ read }) => read(record))] as const)),
    idsOf: (insight) => new Set(of(insight).map(({ id }) => id)),
  }
}

export const relatedKinds: readonly RelatedKind[] = [
  relatedKind(
    { record: 'opportunity', table: 'opportunities', linkTable: 'insight_opportunities', linkColumn: 'opportunity' },
    opportunityColumns,
    (insight) => insight.opportunities,
  ),
  relatedKind(
    { record: 'solution', table: 'solutions', linkTable: 'insight_solutions', linkColumn: 'solution' },
    solutionColumns,
    (insight) => insight.solutions,
  ),
  relatedKind(
    { record: 'outcome', table: 'outcomes', linkTable: 'insight_outcomes', linkColumn: 'outcome' },
    outcomeColumns,
    (insight) => insight.outcomes,
  ),
  relatedKind(
    { record: 'feedback', table: 'feedback', linkTable: 'insight_feedback', linkColumn: 'feedback' },
    feedbackColumns,
    (insight) => insight.feedback,
  ),
]
