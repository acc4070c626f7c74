// The one way out to the browser. Text of the service becomes a link only if it passes here.
import { AppError } from '../../contract/errors'
import { whyNotOpened } from '../../contract/links'

/** The link as the OS may open it. Throws INVALID_INPUT for anything but plain https. */
export function safeLink(text: string): string {
  const why = whyNotOpened(text, (address) => new URL(address))
  if (why !== null) throw new AppError('INVALID_INPUT', `This link was not opened: ${why}.`)
  return new URL(text).href
}
