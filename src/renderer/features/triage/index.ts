// Triage: the remaining insights, one at a time, full width. Deciding and writing are in records/triage, which the details
// of every record share. Begin with TriageView.
export { TriageView } from './TriageView'
