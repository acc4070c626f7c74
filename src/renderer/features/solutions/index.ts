// Solutions: those that insights carry; reached from opportunities and goals.
export { SolutionDetails } from './SolutionDetails'
export { SolutionsView } from './SolutionsView'
