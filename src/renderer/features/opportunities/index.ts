// Opportunities: those that insights carry, with their evidence, and marking all of that as seen.
export { OpportunitiesView } from './OpportunitiesView'
