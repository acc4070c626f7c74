// News: what changed about the insights since the person looked, and the word that they have.
export { NewsView } from './NewsView'
