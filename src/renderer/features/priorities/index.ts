// Prioritise: insights, opportunities, goals or solutions ranked by a scoring model of the person's choice, as a table that says
// what each score is made of and as a matrix, with decisions that stay when scores move. `use-priorities.ts` makes the
// list, `rank` in the contract the order.

export { PrioritiesView } from './PrioritiesView'
export { contradictionInfo } from './priority-words'
export { contradictedPath, useContradicted } from './use-priorities'
