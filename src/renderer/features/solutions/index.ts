// Solutions: those that insights carry; reached from opportunities and goals.
export { SolutionsView } from './SolutionsView'
