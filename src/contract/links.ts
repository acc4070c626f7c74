// Decides which texts of the service may be opened as links in the browser. Main enforces it; the renderer uses it too,
// so that no text looks like a link that main would refuse.
interface Address {
  readonly protocol: string
  readonly origin: string
  readonly username: string
  readonly password: string
}

const maxLinkLength = 2048

/**
 * null when the link may be opened. Otherwise the reason, as the end of a sentence ("This link was not opened: …").
 *
 * @param sandboxOrigin of the sandbox on this computer, which has no https; null = none runs
 * @param parse parses a URL as a browser does, and throws if the text is none
 */
export function whyNotOpened(
  text: string,
  sandboxOrigin: string | null,
  parse: (text: string) => Address,
): string | null {
  if (text.length > maxLinkLength) return `it is longer than ${maxLinkLength} characters`
  // Parsers drop control characters and spaces, and some of them hide part of the address from the reader.
  if (/[\p{Cc}\p{Cf}\s\\]/u.test(text)) return 'it contains a space or another character not allowed in links'
  let address: Address
  try {
    address = parse(text)
  } catch {
    return 'it isn’t a web address'
  }
  const isOfSandbox = address.protocol === 'http:' && address.origin === sandboxOrigin
  if (address.protocol !== 'https:' && !isOfSandbox) return 'only https links are allowed'
  if (address.username !== '' || address.password !== '') return 'it contains a user name or password'
  return null
}
