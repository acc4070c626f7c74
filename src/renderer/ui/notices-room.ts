import { createStore } from './store'

/** How much of the window's lower end notices stand over, in CSS pixels. */
export const noticesRoom = createStore(0)
