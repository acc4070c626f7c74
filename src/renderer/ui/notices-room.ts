import { createStore } from './store'

/** Height of the window's lower end that notices cover, in CSS pixels. */
export const noticesRoom = createStore(0)
