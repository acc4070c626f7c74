// Duplicates: pairs of insights whose embeddings are near each other, side by side. The service cannot merge insights, so
// a person opens them, says that they are none, or writes about them; all of that stays on this computer.
export { DuplicatesView } from './DuplicatesView'
