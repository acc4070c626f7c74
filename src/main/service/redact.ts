// Removes a token from a text of the service, which may echo what it received: as it was, in a URL, in base64 or in JSON,
// and cut anywhere.

/** A token is recognised by its beginning; what follows it in the alphabets of tokens is taken to be the rest. */
const beginChars = 32

const inAnyEscape = (char: string) => {
  const hex = char.charCodeAt(0).toString(16).padStart(2, '0')
  const plain = char.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  return `(?:\\\\?${plain}|%${hexAnyCase(hex)}|\\\\u00${hexAnyCase(hex)})`
}
const hexAnyCase = (hex: string) => hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)

/**
 * The characters of a base64 text that do not depend on what stands before or after the secret, for each alignment, in the
 * usual alphabet and in that for URLs.
 */
function base64Forms(secret: string): readonly string[] {
  const usual = [0, 1, 2].map((before) => {
    const whole = Buffer.from(`${' '.repeat(before)}${secret}`)
      .toString('base64')
      .replace(/=+$/, '')
    return whole.slice(Math.ceil((before * 8) / 6), -1)
  })
  const forUrls = usual.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))
  return [...new Set([...usual, ...forUrls])]
}

/** Removes the secret from any number of texts: the pattern takes a millisecond to make. */
export function createRedaction(secret: string): (text: string) => string {
  if (secret === '') return (text) => text
  const forms = [secret, ...(secret.length < 8 ? [] : base64Forms(secret))]
  const patterns = forms.map((form) => {
    const begin = form.slice(0, Math.max(1, Math.min(beginChars, form.length - 1)))
    return Array.from(begin, inAnyEscape).join('')
  })
  const pattern = new RegExp(`(?:${patterns.join('|')})[\\w.~+/=%\\\\-]*`, 'g')
  return (text) => text.replace(pattern, '…')
}
