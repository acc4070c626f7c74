// API document, "Insight (response shape: InsightWithRelationships)" and "Create insight".
import { z } from 'zod'
import { Feedback, ReceivedFeedback } from './feedback'
import { PositiveScore, received, receivedList, Timestamp, UnitScore, UtcDateTime, Uuid } from './formats'
import { Opportunity, ReceivedOpportunity } from './opportunity'
import { Outcome, ReceivedOutcome } from './outcome'
import { ReceivedSolution, Solution } from './solution'

export const InsightType = z.enum(['Feedback', 'Bug', 'FeatureRequest'])

export const Insight = z.strictObject({
  id: Uuid,
  type: InsightType,
  title: z.string(),
  description: z.string(),
  seen: z.boolean(),
  hideContent: z.boolean(),
  ownerId: z.string().optional(),
  /** 0–1: Wilson score plus corroboration score. */
  strengthScore: UnitScore.optional(),
  /** ≥ 0, unbounded: recency and burst detection. */
  momentumScore: PositiveScore.optional(),
  /** ≥ 0, unbounded: weighted composite of strength and momentum. */
  combinedScore: PositiveScore.optional(),
  lastScoreCalculatedAt: UtcDateTime.optional(),
  topicEmbeddings: z.array(z.number()).optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  opportunities: z.array(Opportunity),
  solutions: z.array(Solution),
  outcomes: z.array(Outcome),
  feedback: z.array(Feedback),
  /** How many other entities it is connected to. */
  strength: z.number(),
})

export const ReceivedInsight = z.object({
  ...Insight.shape,
  type: z.string(),
  ownerId: received(z.string()),
  strengthScore: received(UnitScore),
  momentumScore: received(PositiveScore),
  combinedScore: received(PositiveScore),
  lastScoreCalculatedAt: received(UtcDateTime),
  topicEmbeddings: received(z.array(z.number())),
  opportunities: receivedList(ReceivedOpportunity),
  solutions: receivedList(ReceivedSolution),
  outcomes: receivedList(ReceivedOutcome),
  feedback: receivedList(ReceivedFeedback),
  strength: z
    .number()
    .nullish()
    .transform((value) => value ?? 0),
})

/** The body of *create insight*. No other fields may be sent. */
export const CreateInsightBody = z.strictObject({
  id: Uuid.optional(),
  type: InsightType,
  title: z.string(),
  description: z.string(),
  ownerId: z.string().optional(),
  strengthScore: UnitScore.optional(),
  momentumScore: PositiveScore.optional(),
  combinedScore: PositiveScore.optional(),
  lastScoreCalculatedAt: UtcDateTime.optional(),
  topicEmbeddings: z.array(z.number()).optional(),
  organisationId: Uuid,
  workspaceId: Uuid,
  seen: z.boolean().optional(),
  feedbackIds: z.array(Uuid).optional(),
})

export type Insight = z.infer<typeof Insight>
export type ReceivedInsight = z.infer<typeof ReceivedInsight>
export type CreateInsightBody = z.infer<typeof CreateInsightBody>
