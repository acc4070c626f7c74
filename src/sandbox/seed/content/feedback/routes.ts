import type { FeedbackContent } from '../shapes'

export const routesFeedback: readonly FeedbackContent[] = []
