// Feedback: customers' own words, in full, behind any record.
export { FeedbackDetails } from './FeedbackDetails'
export { FeedbackView } from './FeedbackView'
