// Feedback: what people really said, in full, behind any record.
export { FeedbackView } from './FeedbackView'
