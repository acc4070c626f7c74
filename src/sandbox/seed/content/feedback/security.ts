import type { FeedbackContent } from '../shapes'

export const securityFeedback: readonly FeedbackContent[] = []
