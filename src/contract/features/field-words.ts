// What the fields of forms say of a value that they don't accept. It stands in the contract because the page and main
// check the same fields.
import { count } from '../figures'

export const enterName = 'Enter a name.'
export const enterToken = 'Enter the access token.'
export const idTooLong = 'This ID is too long.'
export const chooseGoal = 'Choose at least one goal.'
export const atMost = (characters: number) => `Use at most ${count(characters)} characters.`
