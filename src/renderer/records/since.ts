// The first day of a list, in its address: insights created, or feedback written, on that day or later.
import { isLocalDate } from '../../contract/weeks'

export const sinceName = 'since'

export function readSince(params: URLSearchParams): string | null {
  const since = params.get(sinceName) ?? ''
  return isLocalDate(since) ? since : null
}

export const writeSince = (since: string | null): (readonly [string, string])[] =>
  since === null ? [] : [[sinceName, since]]
