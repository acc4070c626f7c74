// This week: what a Monday starts with. Figures of the library, each with a link to the list that shows the same records.
// `ThisWeekView.tsx` has the sections in their order; the trends and their charts are loaded after them.
export { ThisWeekView } from './ThisWeekView'
