import type { FeedbackContent } from '../shapes'

export const careFeedback: readonly FeedbackContent[] = []
