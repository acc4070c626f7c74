// Duplicates: pairs of insights with similar embeddings, side by side. The service cannot merge insights, so a person
// opens them, marks them as not duplicates, or writes about them; all of that stays on this computer.
export { DuplicatesView } from './DuplicatesView'
