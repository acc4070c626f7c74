// Insights: the list with search and filters, the details beside it, and the form for a new one.

export { InsightDetails, InsightsView } from './InsightsView'
export { TypeLabel } from './insight-columns'
export { firstInsightPage, insightShape, listAddress, triagePath } from './insight-list'
export { scoreText } from './insight-words'
export { NewInsightFrom } from './NewInsightFrom'
