// Outcomes, which a person reads as goals: those of the insights, and deleting one, known or not.
export { OutcomeDetails } from './OutcomeDetails'
export { OutcomesView } from './OutcomesView'
