// This week: the start of a Monday. Figures of the library, each with a link to the list of the same records.
// `ThisWeekView.tsx` has the sections in order; the trends and their charts load after them.
export { ThisWeekView } from './ThisWeekView'
