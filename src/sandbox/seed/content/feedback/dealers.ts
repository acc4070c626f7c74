import type { FeedbackContent } from '../shapes'

export const dealersFeedback: readonly FeedbackContent[] = []
