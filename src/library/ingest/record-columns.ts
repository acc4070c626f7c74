// How a received record becomes a row: one list per table, the same for writing, comparing and logging. A column is
// compared when it holds what the service sent; derived columns follow from those.
import type { ReceivedFeedback } from '../../contract/resources/feedback'
import type { ReceivedInsight } from '../../contract/resources/insight'
import type { KnowledgeItem } from '../../contract/resources/knowledge'
import type { ReceivedOpportunity } from '../../contract/resources/opportunity'
import type { ReceivedOutcome } from '../../contract/resources/outcome'
import type { ReceivedSolution } from '../../contract/resources/solution'
import type { SqlValue } from '../store/connection'
import { sortKey, timeKey } from '../text/folded-text'

export interface Column<T> {
  readonly name: string
  readonly read: (record: T) => SqlValue
  readonly isDerived?: true
}

const flag = (value: boolean) => (value ? 1 : 0)
const orNull = <T extends SqlValue>(value: T | undefined): T | null => value ?? null

export const insightColumns: readonly Column<ReceivedInsight>[] = [
  { name: 'id', read: (insight) => insight.id },
  { name: 'type', read: (insight) => insight.type },
  { name: 'seen', read: (insight) => flag(insight.seen) },
  { name: 'hide_content', read: (insight) => flag(insight.hideContent) },
  { name: 'strength_score', read: (insight) => orNull(insight.strengthScore) },
  { name: 'momentum_score', read: (insight) => orNull(insight.momentumScore) },
  { name: 'combined_score', read: (insight) => orNull(insight.combinedScore) },
  { name: 'strength', read: (insight) => insight.strength },
  { name: 'has_opportunity', read: (insight) => flag(insight.opportunities.length > 0), isDerived: true },
  { name: 'has_relationships', read: (insight) => flag(hasRelationships(insight)), isDerived: true },
  { name: 'title_key', read: (insight) => sortKey(insight.title), isDerived: true },
  { name: 'created_key', read: (insight) => timeKey(insight.createdAt), isDerived: true },
  { name: 'updated_key', read: (insight) => timeKey(insight.updatedAt), isDerived: true },
  { name: 'created_at', read: (insight) => insight.createdAt },
  { name: 'updated_at', read: (insight) => insight.updatedAt },
  { name: 'last_score_calculated_at', read: (insight) => orNull(insight.lastScoreCalculatedAt) },
  { name: 'owner_id', read: (insight) => orNull(insight.ownerId) },
  { name: 'title', read: (insight) => insight.title },
  { name: 'description', read: (insight) => insight.description },
]

function hasRelationships(insight: ReceivedInsight): boolean {
  const { opportunities, solutions, outcomes, feedback } = insight
  return opportunities.length + solutions.length + outcomes.length + feedback.length > 0
}

/** 32-bit floats, in this machine's byte order: the file never leaves it. */
export function embeddingBytes(numbers: readonly number[] | undefined): Buffer | null {
  return numbers === undefined || numbers.length === 0 ? null : Buffer.from(Float32Array.from(numbers).buffer)
}

const opportunityColumns: readonly Column<ReceivedOpportunity>[] = [
  { name: 'id', read: (opportunity) => opportunity.id },
  { name: 'read', read: (opportunity) => flag(opportunity.read) },
  { name: 'status', read: (opportunity) => opportunity.status },
  { name: 'title', read: (opportunity) => opportunity.title },
  { name: 'description', read: (opportunity) => opportunity.description },
  { name: 'solutions_generating_state', read: (opportunity) => opportunity.solutionsGeneratingState },
  { name: 'created_by', read: (opportunity) => opportunity.createdBy },
  { name: 'hide_content', read: (opportunity) => flag(opportunity.hideContent) },
  { name: 'owner_id', read: (opportunity) => orNull(opportunity.ownerId) },
  { name: 'created_at', read: (opportunity) => opportunity.createdAt },
  { name: 'updated_at', read: (opportunity) => opportunity.updatedAt },
]

const solutionColumns: readonly Column<ReceivedSolution>[] = [
  { name: 'id', read: (solution) => solution.id },
  { name: 'system_prompt', read: (solution) => orNull(solution.systemPrompt) },
  { name: 'ai_processing_state', read: (solution) => solution.aiProcessingState },
  { name: 'refinement_log', read: (solution) => JSON.stringify(solution.refinementLog) },
  { name: 'title', read: (solution) => solution.title },
  { name: 'description', read: (solution) => solution.description },
  { name: 'status', read: (solution) => solution.status },
  { name: 'pros', read: (solution) => JSON.stringify(solution.pros) },
  { name: 'cons', read: (solution) => JSON.stringify(solution.cons) },
  { name: 'hide_content', read: (solution) => flag(solution.hideContent) },
  { name: 'created_by', read: (solution) => solution.createdBy },
  { name: 'owner_id', read: (solution) => orNull(solution.ownerId) },
  { name: 'created_at', read: (solution) => solution.createdAt },
  { name: 'updated_at', read: (solution) => solution.updatedAt },
  { name: 'priority', read: (solution) => solution.priority },
  { name: 'prd', read: (solution) => solution.prd },
  { name: 'horizon', read: (solution) => orNull(solution.horizon) },
]

const outcomeColumns: readonly Column<ReceivedOutcome>[] = [
  { name: 'id', read: (outcome) => outcome.id },
  { name: 'title', read: (outcome) => outcome.title },
  { name: 'description', read: (outcome) => outcome.description },
  { name: 'priority', read: (outcome) => outcome.priority },
  { name: 'trend', read: (outcome) => orNull(outcome.trend) },
  {
    name: 'analytic_events',
    read: ({ analyticEvents }) => (analyticEvents === undefined ? null : JSON.stringify(analyticEvents)),
  },
  { name: 'hide_content', read: (outcome) => flag(outcome.hideContent) },
  { name: 'owner_id', read: (outcome) => orNull(outcome.ownerId) },
  { name: 'created_at', read: (outcome) => outcome.createdAt },
  { name: 'updated_at', read: (outcome) => outcome.updatedAt },
]

const feedbackColumns: readonly Column<ReceivedFeedback>[] = [
  { name: 'id', read: (feedback) => feedback.id },
  { name: 'content', read: (feedback) => feedback.content },
  { name: 'source', read: (feedback) => feedback.source },
  { name: 'source_id', read: (feedback) => orNull(feedback.sourceId) },
  { name: 'source_url', read: (feedback) => orNull(feedback.sourceUrl) },
  { name: 'submitted_by', read: (feedback) => orNull(feedback.submittedBy) },
  { name: 'processed', read: (feedback) => flag(feedback.processed) },
  { name: 'sentiment_score', read: (feedback) => orNull(feedback.sentimentScore) },
  { name: 'sentiment_category', read: (feedback) => orNull(feedback.sentimentCategory) },
  { name: 'sentiment_confidence', read: (feedback) => orNull(feedback.sentimentConfidence) },
  { name: 'created_at', read: (feedback) => feedback.createdAt },
  { name: 'created_at_epoch', read: (feedback) => orNull(feedback.createdAtEpoch) },
  { name: 'title', read: (feedback) => orNull(feedback.title) },
  { name: 'updated_at', read: (feedback) => feedback.updatedAt },
]

export const knowledgeColumns: readonly Column<KnowledgeItem>[] = [
  { name: 'id', read: (item) => item.id },
  { name: 'state', read: (item) => orNull(item.state) },
  { name: 'title', read: (item) => orNull(item.title) },
  { name: 'description', read: (item) => orNull(item.description) },
  { name: 'created_at', read: (item) => orNull(item.createdAt) },
  { name: 'updated_at', read: (item) => orNull(item.updatedAt) },
  { name: 'source', read: (item) => orNull(item.source) },
  { name: 'provided_by', read: (item) => orNull(item.providedBy) },
  { name: 'pdf_file_url', read: (item) => orNull(item.pdfFileUrl) },
  { name: 'txt_file_url', read: (item) => orNull(item.txtFileUrl) },
  { name: 'url', read: (item) => orNull(item.url) },
]

/** A kind of record that comes inside insights. `values` are in the order of `columns`. */
export interface RelatedKind {
  readonly record: string
  readonly table: string
  readonly linkTable: string
  readonly linkColumn: string
  readonly columns: readonly string[]
  readonly of: (insight: ReceivedInsight) => ReadonlyMap<string, () => SqlValue[]>
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
