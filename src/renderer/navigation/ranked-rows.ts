import type { PrioritisedKind } from '../../contract/features/priorities'

/** What `rows` in the address of Prioritise says for each kind, which is also the first part of the path of its own view. */
export const rankedRows: Readonly<Record<PrioritisedKind, string>> = {
  opportunity: 'opportunities',
  outcome: 'goals',
  solution: 'solutions',
  insight: 'insights',
}

// Not the schema's list of kinds, as the first script would carry the schemas.
const kinds = Object.keys(rankedRows) as readonly PrioritisedKind[]

/** The kind that Prioritise ranks at an address. */
export function rankedKindIn(params: URLSearchParams): PrioritisedKind {
  const rows = params.get('rows')
  return kinds.find((kind) => rankedRows[kind] === rows) ?? 'opportunity'
}
