// Schemas of the story's entries. They deliberately differ from the wire: an author writes keys, ages in days and
// weights, and the seed code turns them into UUIDs, timestamps, scores and embeddings. So the story stays readable and
// its dates stay near today. The order of the fields here is their order on the wire.
import { z } from 'zod'
import { UnitScore } from '../../contract/resources/formats'
import { InsightType } from '../../contract/resources/insight'
import { Author, OpportunityStatus, SolutionsGeneratingState } from '../../contract/resources/opportunity'
import { AiProcessingState, Horizon, SolutionStatus } from '../../contract/resources/solution'

/** Unique within its list; other lists refer to an entry by it. */
const Key = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const Text = z.string().min(1)
/** A text of several lines, one element for each, so that a change shows as a line in a diff. */
const Lines = z.array(z.string()).transform((lines) => lines.join('\n'))
/** Whole days back from the day of seeding. */
const Days = z.int().min(0).max(180)
const Owner = Text.optional()
const Hidden = z.literal(true).optional()

/** `updatedDaysAgo` is never more than `daysAgo`. */
const aged = { daysAgo: Days, updatedDaysAgo: Days }
const titled = { key: Key, title: Text, description: Text }

const Topic = z.strictObject({ ...titled, ...aged })

const Outcome = z.strictObject({
  ...titled,
  /** 1 is the most important. */
  priority: z.int().min(1),
  /** Relative change over the last quarter, in the direction of the figure itself: 0.06 is +6 %. */
  trend: z.number().optional(),
  analyticEvents: z.array(Text).optional(),
  ownerId: Owner,
  hideContent: Hidden,
  ...aged,
})

/** The service does not describe the fields of a metric; label and description are the sandbox's own. */
const Metric = z.strictObject({
  key: Key,
  label: Text,
  description: Text,
  /** Linked to the metric from the start. */
  outcomes: z.array(Key),
})

const Opportunity = z.strictObject({
  ...titled,
  topic: Key,
  status: OpportunityStatus,
  solutionsGeneratingState: SolutionsGeneratingState,
  createdBy: Author,
  read: z.boolean(),
  hideContent: Hidden,
  ownerId: Owner,
  ...aged,
})

const Solution = z.strictObject({
  ...titled,
  /** The opportunities that it answers. */
  opportunities: z.array(Key).min(1),
  status: SolutionStatus,
  aiProcessingState: AiProcessingState,
  createdBy: Author,
  pros: z.array(Text),
  cons: z.array(Text),
  horizon: Horizon.optional(),
  /** Light Markdown; empty where nobody has written requirements yet. */
  prd: Lines,
  refinementLog: z.array(z.strictObject({ role: z.enum(['user', 'assistant']), content: Text })),
  systemPrompt: Text.optional(),
  ownerId: Owner,
  hideContent: Hidden,
  ...aged,
})

const Insight = z.strictObject({
  key: Key,
  type: InsightType,
  title: Text,
  description: Text,
  /** Decides the embedding; not a relationship of the insight. */
  topic: Key,
  /** An earlier insight of the topic about the same problem, by another author. Their embeddings nearly agree. */
  sameAs: Key.optional(),
  opportunities: z.array(Key),
  outcomes: z.array(Key),
  solutions: z.array(Key),
  /** How strong the evidence is. Absent: the insight has not been scored yet. */
  weight: UnitScore.optional(),
  seen: z.boolean(),
  ownerId: Owner,
  hideContent: Hidden,
  ...aged,
})

const Feedback = z.strictObject({
  key: Key,
  title: Text.optional(),
  /** Verbatim: typing mistakes, emoji and other languages are part of it. */
  content: Text,
  source: z.string().min(2).max(100),
  insights: z.array(Key),
  processed: z.boolean(),
  /** Age of the feedback, which is never edited afterwards. */
  daysAgo: Days,
  sentiment: z
    .strictObject({
      category: z.enum(['Positive', 'Neutral', 'Negative']),
      /** From very unhappy to very happy. */
      score: z.number().min(-1).max(1),
      /** Absent where the importer gave none. */
      confidence: UnitScore.optional(),
    })
    .optional(),
  sourceId: Text.optional(),
  sourceUrl: z.url().optional(),
  submittedBy: Text.optional(),
})

const Knowledge = z.strictObject({
  ...titled,
  // The document does not list the values of `source` and `state`; the known service uses these.
  source: z.enum(['text', 'url', 'pdf']),
  providedBy: Text,
  state: z.enum(['initial', 'processing', 'completed', 'error']),
  hasPdf: z.boolean(),
  hasTxt: z.boolean(),
  /** Address of the original page, for items that have one. */
  url: z.url().optional(),
  ...aged,
  /** Served as the item's text file. */
  body: Lines,
})

/** Insights with the feedback that they were derived from. */
export const Evidence = z.strictObject({ insights: z.array(Insight), feedback: z.array(Feedback) })

export const Topics = z.array(Topic)
export const Outcomes = z.array(Outcome)
export const Metrics = z.array(Metric)
export const Opportunities = z.array(Opportunity)
export const Solutions = z.array(Solution)
export const KnowledgeItems = z.array(Knowledge)
/** Insights that come in during each week after seeding. Ages count back from the end of that week. */
export const LaterWeeks = z.array(Evidence)

export type TopicEntry = z.infer<typeof Topic>
export type OutcomeEntry = z.infer<typeof Outcome>
export type OpportunityEntry = z.infer<typeof Opportunity>
export type SolutionEntry = z.infer<typeof Solution>
export type InsightEntry = z.infer<typeof Insight>
export type FeedbackEntry = z.infer<typeof Feedback>
export type KnowledgeEntry = z.infer<typeof Knowledge>
