/**
 * Attributes for a dialog that is more than a short question. Mantine describes each dialog by its body, which a screen
 * reader would read out as a whole when it opens; without the id, that leads nowhere.
 */
export const undescribed = { body: { id: undefined } }
