// Triage: the insights that are left, one at a time and full width. Deciding and writing are in records/triage, which the
// details of every record have too. Begin with TriageView.
export { TriageView } from './TriageView'
