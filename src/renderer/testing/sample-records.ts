// Made-up records for the tests of lists, and a main that answers questions about them as the contract says.
import { AppError } from '../../contract/errors'
import type { FeedbackFilter, FeedbackRow } from '../../contract/features/feedback'
import type { InsightRow } from '../../contract/features/insights'
import type { OpportunityDetail } from '../../contract/features/opportunities'
import type { OutcomeDetail } from '../../contract/features/outcomes'
import type { SolutionDetail } from '../../contract/features/solutions'
import type { Answers } from './fake-bridge'

export const sampleId = (place: number) => `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`

const common = (place: number, noun: string) => ({
  id: sampleId(place),
  title: `${noun} number ${place}`,
  summary: `What number ${place} is about`,
  description: `What number ${place} is about\nin two lines`,
  hideContent: false,
  ownerId: null,
  createdAt: '2026-01-01T10:00:00Z',
  updatedAt: '2026-01-02T10:00:00Z',
})

export function sampleOpportunity(place: number, changes: Partial<OpportunityDetail> = {}): OpportunityDetail {
  return {
    ...common(place, 'Opportunity'),
    status: 'InProgress',
    solutionsGeneratingState: 'generated',
    createdBy: 'user',
    read: true,
    insights: 7,
    unseen: 5,
    feedback: 3,
    solutions: 1,
    strongest: 0.8,
    sentiment: -0.4,
    rising: 0,
    risingInsights: [],
    relatedSolutions: [],
    relatedOutcomes: [],
    relatedOpportunities: [],
    ...changes,
  }
}

export function sampleOutcome(place: number, changes: Partial<OutcomeDetail> = {}): OutcomeDetail {
  return {
    ...common(place, 'Goal'),
    priority: place,
    rank: place,
    trend: -0.5,
    insights: 7,
    unseen: 5,
    feedback: 3,
    opportunities: 2,
    solutions: 1,
    metrics: 0,
    analyticEvents: [],
    relatedOpportunities: [],
    relatedSolutions: [],
    linkedMetrics: [],
    ...changes,
  }
}

export function sampleSolution(place: number, changes: Partial<SolutionDetail> = {}): SolutionDetail {
  return {
    ...common(place, 'Solution'),
    status: 'InDevelopment',
    horizon: 'next',
    priority: 'a0',
    rank: place,
    aiProcessingState: 'FINISHED',
    createdBy: 'generated',
    insights: 2,
    feedback: 4,
    strongest: 0.6,
    sentiment: -0.4,
    pros: [],
    cons: [],
    prd: '',
    systemPrompt: null,
    refinementLog: [],
    relatedOpportunities: [],
    relatedOutcomes: [],
    ...changes,
  }
}

export function sampleFeedback(place: number, changes: Partial<FeedbackRow> = {}): FeedbackRow {
  return {
    id: sampleId(place),
    title: null,
    content: `Somebody said number ${place}`,
    source: 'Survey',
    sourceId: null,
    sourceUrl: null,
    submittedBy: null,
    processed: true,
    sentimentScore: -0.8,
    sentimentCategory: 'Negative',
    sentimentConfidence: 0.9,
    insights: 1,
    createdAt: '2026-01-01T10:00:00Z',
    ...changes,
  }
}

function sampleInsight(place: number): InsightRow {
  const { description: _, ownerId: __, ...row } = common(place, 'Insight')
  return {
    ...row,
    type: 'Bug',
    seen: place % 2 === 0,
    combinedScore: 0.5,
    strengthScore: 0.4,
    momentumScore: 0.3,
    strength: 2,
    pending: null,
    triage: null,
  }
}

interface Samples {
  readonly opportunities?: readonly OpportunityDetail[]
  readonly outcomes?: readonly OutcomeDetail[]
  readonly solutions?: readonly SolutionDetail[]
  readonly feedback?: readonly FeedbackRow[]
}

interface ListQuery {
  readonly text: string
  readonly statuses?: readonly string[]
  readonly offset: number
  readonly limit: number
}

/** Narrows by text and status only: what the tests ask for. */
function pageOf<Row extends { readonly id: string }>(rows: readonly Row[], query: ListQuery) {
  const { text, statuses = [], offset, limit } = query
  const matching = rows.filter((row) => {
    const { title, content, status } = row as { title?: string | null; content?: string; status?: string }
    return (title ?? content ?? '').includes(text) && (statuses.length === 0 || statuses.includes(status ?? ''))
  })
  return { rows: matching.slice(offset, offset + limit), total: matching.length, all: rows.length }
}

/** Narrows by text, source, sentiment and month, and counts what occurs, whatever the filter is. */
function pageOfFeedback(rows: readonly FeedbackRow[], query: ListQuery & FeedbackFilter) {
  const { sources, sentiments, months } = query
  const isIn = (values: readonly (string | null)[], value: string | null) =>
    values.length === 0 || values.includes(value)
  const monthOf = ({ createdAt }: FeedbackRow) => createdAt.slice(0, 7)
  const matching = rows.filter(
    (row) => isIn(sources, row.source) && isIn(sentiments, row.sentimentCategory) && isIn(months, monthOf(row)),
  )
  const counted = (values: readonly (string | null)[]) =>
    [...new Set(values)].map((value) => ({ value, count: values.filter((other) => other === value).length }))
  const facets = {
    sources: counted(rows.map(({ source }) => source)),
    sentiments: counted(rows.map(({ sentimentCategory }) => sentimentCategory)),
    months: counted(rows.map(monthOf)),
  }
  return { ...pageOf(matching, query), all: rows.length, facets }
}

function find<Row extends { readonly id: string }>(rows: readonly Row[], id: string): Row {
  const row = rows.find((each) => each.id === id)
  if (row === undefined) throw new AppError('NOT_FOUND', '')
  return row
}

/** @param samples read anew for each question, as a library may change between two. */
export function recordAnswers(samples: () => Samples): Answers {
  const insights = [sampleInsight(91), sampleInsight(92)]
  const opportunities = () => samples().opportunities ?? []
  const outcomes = () => samples().outcomes ?? []
  const solutions = () => samples().solutions ?? []
  const feedback = () => samples().feedback ?? []
  return {
    'insights.query': () => ({ rows: insights, total: insights.length, all: 9, unseen: 4 }),
    'opportunities.query': (query) => pageOf(opportunities(), query),
    'opportunities.get': ({ id }) => find(opportunities(), id),
    'outcomes.query': (query) => pageOf(outcomes(), query),
    'outcomes.get': ({ id }) => find(outcomes(), id),
    'solutions.query': (query) => pageOf(solutions(), query),
    'solutions.get': ({ id }) => find(solutions(), id),
    'feedback.query': (query) => pageOfFeedback(feedback(), query),
    'feedback.get': ({ id }) => find(feedback(), id),
    'triage.existing': ({ kind, ids }) => {
      const existing = {
        ...{ opportunity: opportunities, outcome: outcomes, solution: solutions, feedback, insight: () => insights },
        ...{ knowledge: () => [], topic: () => [], metric: () => [] },
      }[kind]()
      return ids.filter((each) => existing.some(({ id }) => id === each))
    },
  }
}
