import type { FeedbackContent } from '../shapes'

export const batteryFeedback: readonly FeedbackContent[] = []
