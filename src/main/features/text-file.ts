// Where the text of a knowledge item is: the service sends a path relative to itself (API document, "Knowledge item"),
// and text of the service must not lead a person, or anything of theirs, to another host.
import { parseBaseAddress } from '../service/address'

/**
 * The whole address, or null for a path that leads to another origin or nowhere. Paths go below the base address as
 * those of the operations do, its own path included.
 */
export function textFileAddress(txtFileUrl: string | null, baseAddress: string | null): string | null {
  if (txtFileUrl === null || baseAddress === null) return null
  const text = txtFileUrl.trim()
  // A parser drops or turns these, so what is read would not be where it leads; `//` begins another host's name.
  if (text === '' || /[\p{Cc}\p{Cf}\\]/u.test(text) || text.startsWith('//')) return null
  try {
    const { href, origin } = parseBaseAddress(baseAddress)
    const isWhole = /^[a-z][a-z0-9+.-]*:/i.test(text)
    const url = new URL(isWhole ? text : `${href}/${text.replace(/^\//, '')}`)
    // By its beginning, not by `origin`: that of a blob is the one of the page inside it.
    return url.href.startsWith(`${origin}/`) ? url.href : null
  } catch {
    return null
  }
}
