// The one way out to the browser. Text of the service becomes a link only if it passes here.
import { AppError } from '../../contract/errors'

const longest = 2048

/** The link as the OS may open it. Throws INVALID_INPUT for anything but plain https. */
export function safeLink(text: string): string {
  const refuse = (why: string) => new AppError('INVALID_INPUT', `This link was not opened: ${why}.`)
  if (text.length > longest) throw refuse(`it is longer than ${longest} characters`)
  // Control characters and spaces change what a person reads and what a parser keeps.
  if (/[\p{Cc}\p{Cf}\s\\]/u.test(text)) throw refuse('it holds characters that do not belong in a link')
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw refuse('it is not a web address')
  }
  if (url.protocol !== 'https:') throw refuse('only https links are opened')
  if (url.username !== '' || url.password !== '') throw refuse('it carries a user name or a password')
  return url.href
}
