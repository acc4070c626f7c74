// Insights: the list with search and filters, the details beside it, and the form for a new one.

export { DetailScores, InsightDetails, InsightsView } from './InsightsView'
export { TypeLabel } from './insight-columns'
export { firstInsightPage, insightShape, listAddress, newInsightAddress, triagePath } from './insight-list'
export { NewInsightFrom } from './NewInsightFrom'
