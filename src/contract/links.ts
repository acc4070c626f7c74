// Which texts of the service may be opened as a link, in the person's browser. Main decides by it, and the page before
// that, so that none looks as if it could be opened that would be refused.
interface Address {
  readonly protocol: string
  readonly username: string
  readonly password: string
}

const longestLink = 2048

/**
 * null = it may be opened; else why not, to go on a sentence that says it is not.
 *
 * @param parse reads a web address as a browser does; throws where it is none
 */
export function whyNotOpened(text: string, parse: (text: string) => Address): string | null {
  if (text.length > longestLink) return `it is longer than ${longestLink} characters`
  // Control characters and blanks change what a person reads and what a parser keeps.
  if (/[\p{Cc}\p{Cf}\s\\]/u.test(text)) return 'it holds a blank or a character that does not belong in a link'
  let address: Address
  try {
    address = parse(text)
  } catch {
    return 'it is not a web address'
  }
  if (address.protocol !== 'https:') return 'only https links are'
  if (address.username !== '' || address.password !== '') return 'it carries a user name or a password'
  return null
}
