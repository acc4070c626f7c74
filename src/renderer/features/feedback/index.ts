// Feedback: what people really said, in full, behind any record.
export { FeedbackDetails } from './FeedbackDetails'
export { FeedbackView } from './FeedbackView'
