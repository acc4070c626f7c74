// Insights: the list with search and filters, the details beside it, and the form for a new one.
export { InsightsView } from './InsightsView'
export { NewInsightFrom } from './NewInsightFrom'
