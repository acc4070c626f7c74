import type { FeedbackContent } from '../shapes'

export const appFeedback: readonly FeedbackContent[] = []
