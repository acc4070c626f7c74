// What fields of forms say, above all of a value that they don't accept. It stands in the contract because the page and
// main check the same fields.
import { count } from '../figures'

export const enterName = 'Enter a name.'
export const enterToken = 'Enter the access token.'
export const idTooLong = 'This ID is too long.'
export const chooseGoal = 'Choose at least one goal.'
export const atMost = (characters: number) => `Use at most ${count(characters)} characters.`

export const startsWithHttps = 'Starts with https://, or http:// for a service on this computer.'
export const shownOnlyToYou = 'Shown only to you, on this computer.'
