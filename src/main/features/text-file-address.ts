// The address of a knowledge item's text file. The service sends a path relative to itself (API document, "Knowledge
// item"), which must not lead to another host.
import { parseBaseAddress } from '../service/address'

/**
 * The full address, or null for a path that is malformed or leads to another origin. Paths are appended to the base
 * address, including its own path, as those of the operations are.
 */
export function textFileAddress(txtFileUrl: string | null, baseAddress: string | null): string | null {
  if (txtFileUrl === null || baseAddress === null) return null
  const text = txtFileUrl.trim()
  // URL parsers drop or convert these characters, so the address would differ from the text; `//` starts a host name.
  if (text === '' || /[\p{Cc}\p{Cf}\\]/u.test(text) || text.startsWith('//')) return null
  try {
    const { href, origin } = parseBaseAddress(baseAddress)
    const isAbsolute = /^[a-z][a-z0-9+.-]*:/i.test(text)
    const url = new URL(isAbsolute ? text : `${href}/${text.replace(/^\//, '')}`)
    // Compares the prefix instead of `origin`: the origin of a blob: address is that of the address inside it.
    return url.href.startsWith(`${origin}/`) ? url.href : null
  } catch {
    return null
  }
}
