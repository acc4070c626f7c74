/** The language of the app's words: dates and numbers beside them are in the same one, whatever the system's is. */
export const locale = 'en-GB'
