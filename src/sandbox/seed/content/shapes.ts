/**
 * Shapes of the authored story that the sandbox serves. They are deliberately not the wire shapes:
 * people write keys, ages in days and hints of weight here; the seed code turns them into UUIDs,
 * timestamps, scores and embeddings, so that the story stays readable and dates stay near "today".
 *
 * Keys are unique within their list. Ages count whole days back from the day of seeding.
 */

/** A key of another list of the same bundle; content.test.ts proves that each one exists. */
type Key = string

interface Aged {
  /** Days since creation, 0 to 180. */
  readonly daysAgo: number
  /** Days since the last update; never more than `daysAgo`. */
  readonly updatedDaysAgo: number
}

export interface TopicContent extends Aged {
  readonly key: Key
  readonly title: string
  readonly description: string
}

export interface OutcomeContent extends Aged {
  readonly key: Key
  readonly title: string
  readonly description: string
  /** 1 is the most important. */
  readonly priority: number
  /** Relative change over the last quarter, in the direction of the figure itself: 0.06 is +6 %. */
  readonly trend?: number
  readonly analyticEvents?: readonly string[]
  readonly hideContent?: true
  readonly ownerId?: string
}

/** The service does not describe the fields of a metric; label and description are the sandbox's own. */
export interface MetricContent {
  readonly key: Key
  readonly label: string
  readonly description: string
  /** Outcomes that are linked to the metric from the start. */
  readonly outcomes: readonly Key[]
}

export interface OpportunityContent extends Aged {
  readonly key: Key
  readonly title: string
  readonly description: string
  readonly topic: Key
  readonly status: 'New' | 'Solved' | 'Planned' | 'InProgress'
  readonly solutionsGeneratingState: 'generating' | 'generated' | 'initial' | 'error'
  readonly createdBy: 'user' | 'generated'
  readonly read: boolean
  readonly hideContent?: true
  readonly ownerId?: string
}

interface RefinementContent {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

export interface SolutionContent extends Aged {
  readonly key: Key
  readonly title: string
  readonly description: string
  /** The opportunities it answers, at least one. */
  readonly opportunities: readonly Key[]
  readonly status: 'Backlog' | 'New' | 'Planned' | 'InDevelopment' | 'Complete' | 'Cancelled' | 'Live'
  readonly aiProcessingState: 'INITIAL' | 'PROCESSING' | 'FINISHED' | 'ERROR'
  readonly createdBy: 'user' | 'generated'
  readonly pros: readonly string[]
  readonly cons: readonly string[]
  readonly horizon?: 'now' | 'next' | 'later'
  /** Light Markdown; empty where nobody has written requirements yet. */
  readonly prd: string
  readonly refinementLog: readonly RefinementContent[]
  readonly systemPrompt?: string
  readonly hideContent?: true
  readonly ownerId?: string
}

export interface InsightContent extends Aged {
  readonly key: Key
  readonly type: 'Feedback' | 'Bug' | 'FeatureRequest'
  readonly title: string
  readonly description: string
  /** The cluster it belongs to; decides the embedding, and is not a relationship on the insight. */
  readonly topic: Key
  readonly opportunities: readonly Key[]
  readonly outcomes: readonly Key[]
  readonly solutions: readonly Key[]
  /** How strong the evidence is, 0 to 1. Absent: the insight has not been scored yet. */
  readonly weight?: number
  readonly seen: boolean
  readonly hideContent?: true
  readonly ownerId?: string
}

interface SentimentContent {
  readonly category: 'Positive' | 'Neutral' | 'Negative'
  /** -1 (very unhappy) to 1 (very happy). */
  readonly score: number
  /** 0 to 1; absent where the importer gave none. */
  readonly confidence?: number
}

export interface FeedbackContent {
  readonly key: Key
  /** Verbatim: typing mistakes, emoji and other languages are part of it. */
  readonly content: string
  /** 2 to 100 characters. */
  readonly source: string
  readonly insights: readonly Key[]
  readonly processed: boolean
  /** Days since it was given, 0 to 180; feedback is never edited afterwards. */
  readonly daysAgo: number
  readonly sentiment?: SentimentContent
  readonly title?: string
  readonly sourceId?: string
  readonly sourceUrl?: string
  readonly submittedBy?: string
}

export interface KnowledgeContent extends Aged {
  readonly key: Key
  readonly title: string
  readonly description: string
  readonly source: string
  readonly providedBy: string
  /** Open set: the service names `initial` only. */
  readonly state: string
  readonly hasPdf: boolean
  readonly hasTxt: boolean
  /** Address of the original page, for items that have one. */
  readonly url?: string
  /** Text that the sandbox serves as the item's text file. */
  readonly body: string
}

export interface SeedContent {
  readonly topics: readonly TopicContent[]
  readonly outcomes: readonly OutcomeContent[]
  readonly metrics: readonly MetricContent[]
  readonly opportunities: readonly OpportunityContent[]
  readonly solutions: readonly SolutionContent[]
  readonly insights: readonly InsightContent[]
  readonly feedback: readonly FeedbackContent[]
  readonly knowledge: readonly KnowledgeContent[]
}
