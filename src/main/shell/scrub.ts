// Removes from a text for people or for a file whatever may not leave this computer: anything like a token or a key,
// the path and query of an address, and the person's home folder.
import { homedir } from 'node:os'

/** An address: its scheme, host and port stay. A user name or a token may stand before the host, and anything after it. */
const address = /\b(https?:\/\/)([^\s/@?#"'<>]*@)?([^\s/?#"'<>()]*)([/?#][^\s"'<>)]*)?/gi

const patterns: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[^\s"',;]+/gi, '$1 …'],
  // A JWT, whole or cut.
  [/\beyJ[\w-]{8,}(?:\.[\w-]*)*/g, '…'],
  // 32 hexadecimal digits or more, or 40 characters of base64: keys, digests and opaque tokens.
  [/\b[0-9a-f]{32,}\b/gi, '…'],
  [/(?<![\w/+-])(?=[\w+-]*\d)(?=[\w+-]*[a-z])[\w+-]{40,}={0,2}/gi, '…'],
]

export function scrub(text: string): string {
  const addressed = text.replace(address, (_, scheme: string, user = '', host: string, rest = '') =>
    user + rest === '' ? scheme + host : `${scheme}${host}/…`,
  )
  const scrubbed = patterns.reduce((left, [pattern, put]) => left.replace(pattern, put), addressed)
  const home = homedir()
  return home.length > 1 ? scrubbed.replaceAll(home, '~') : scrubbed
}
