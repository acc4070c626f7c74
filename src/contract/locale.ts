/** The language of the app's words: dates and numbers beside them use it too, not the system's. */
export const locale = 'en-GB'
