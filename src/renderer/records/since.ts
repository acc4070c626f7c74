// The first day of a list, as it stands in an address: insights created, or feedback written, on that day or later.
import { LocalDate } from '../../contract/weeks'

export const sinceName = 'since'

export const readSince = (params: URLSearchParams): string | null =>
  LocalDate.safeParse(params.get(sinceName)).data ?? null

export const writeSince = (since: string | null): (readonly [string, string])[] =>
  since === null ? [] : [[sinceName, since]]
