// API document, "Feedback".
import { z } from 'zod'
import { received, receivedText, Timestamp, UnitScore, Uuid } from './formats'

const SentimentCategory = z.enum(['Positive', 'Neutral', 'Negative'])

export const Feedback = z.strictObject({
  id: Uuid,
  content: z.string(),
  source: z.string().min(2).max(100),
  sourceId: z.string().optional(),
  sourceUrl: z.url().optional(),
  submittedBy: z.string().optional(),
  processed: z.boolean(),
  sentimentScore: z.number().min(-1).max(1).optional(),
  sentimentCategory: SentimentCategory.optional(),
  sentimentConfidence: UnitScore.optional(),
  createdAt: Timestamp,
  createdAtEpoch: z.number().optional(),
  title: z.string().optional(),
  updatedAt: Timestamp,
})

export const ReceivedFeedback = z.object({
  ...Feedback.shape,
  sourceId: receivedText(),
  // Any text: whether it is a link is decided when it is opened.
  sourceUrl: receivedText(),
  submittedBy: receivedText(),
  sentimentScore: received(z.number().min(-1).max(1)),
  sentimentCategory: receivedText(),
  sentimentConfidence: received(UnitScore),
  createdAtEpoch: received(z.number()),
  title: receivedText(),
})

export type Feedback = z.infer<typeof Feedback>
export type ReceivedFeedback = z.infer<typeof ReceivedFeedback>
