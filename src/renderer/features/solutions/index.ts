// Solutions: those of the insights, as a list, a board or a comparison.
export { SolutionDetails } from './SolutionDetails'
export { SolutionsView } from './SolutionsView'
