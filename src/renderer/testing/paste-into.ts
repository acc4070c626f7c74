import userEvent from '@testing-library/user-event'

/**
 * Adds a text to a field at once. Typing renders the view for every character and, on a busy machine, pauses long enough
 * for the first ones to be looked up or saved on their own, so only tests about keys should type.
 */
export async function pasteInto(field: Element, text: string): Promise<void> {
  await userEvent.click(field)
  await userEvent.paste(text)
}
