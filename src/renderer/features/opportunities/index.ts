// Opportunities: those of the insights, with their evidence, and marking all of that as seen.
export { MarkSeenDialog } from './MarkAllSeen'
export { OpportunitiesView } from './OpportunitiesView'
export { OpportunityDetails } from './OpportunityDetails'
