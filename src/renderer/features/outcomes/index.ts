// Outcomes, which a person reads as goals: those that insights carry, and deleting one, known or not.
export { OutcomeDetails } from './OutcomeDetails'
export { OutcomesView } from './OutcomesView'
