// States and sources are any text of the service's, so the filters are made from what occurs. In the address each is
// one word, "state:ready" or "source:" where the field is absent, so that a restart brings the same list.
import type { KnowledgePage } from '../../../contract/features/knowledge'

export type FacetKind = 'state' | 'source'

interface Facet {
  readonly value: string | null
  readonly count: number | null
}

/** Absent is told apart from an empty text, which nothing forbids the service to send. */
const absent = '-'

export const facetCode = (kind: FacetKind, value: string | null) => `${kind}:${value === null ? absent : `=${value}`}`

/** The values that the codes choose for a kind; codes of anything else are passed over. */
export function chosenValues(kind: FacetKind, codes: readonly string[]): (string | null)[] {
  return codes
    .filter((code) => code === facetCode(kind, null) || code.startsWith(`${kind}:=`))
    .map((code) => (code === facetCode(kind, null) ? null : code.slice(`${kind}:=`.length)))
}

/** What occurs, most frequent first, and chosen values that do not occur any more, so that each can be taken away. */
export function offeredFacets(
  kind: FacetKind,
  page: Pick<KnowledgePage, 'states' | 'sources'> | undefined,
  codes: readonly string[],
): readonly Facet[] {
  const found = page === undefined ? [] : kind === 'state' ? page.states : page.sources
  const missing = chosenValues(kind, codes).filter((value) => !found.some((facet) => facet.value === value))
  return [
    ...found.toSorted((one, other) => other.count - one.count),
    ...missing.map((value) => ({ value, count: page === undefined ? null : 0 })),
  ]
}
