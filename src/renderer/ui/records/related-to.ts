// "opportunity:<id>" in an address: only what is related to that record. What cannot be read counts as not given.
import { RelatedTo } from '../../../contract/features/listing'
import { feedbackKind, goalKind, insightKind, opportunityKind, type RecordKind, solutionKind } from './record-kind'

export function readRelated(text: string | null): RelatedTo | null {
  const colon = text?.indexOf(':') ?? -1
  if (text === null || colon < 0) return null
  const { data } = RelatedTo.safeParse({ kind: text.slice(0, colon), id: text.slice(colon + 1) })
  return data ?? null
}

export const relatedText = ({ kind, id }: RelatedTo) => `${kind}:${id}`

/** The address of a list that shows only what is related to a record. */
export function relatedPath({ path }: RecordKind, relatedTo: RelatedTo): string {
  return `${path}?${new URLSearchParams({ related: relatedText(relatedTo) })}`
}

export const relatedKinds: Readonly<Record<RelatedTo['kind'], RecordKind>> = {
  insight: insightKind,
  opportunity: opportunityKind,
  solution: solutionKind,
  outcome: goalKind,
  feedback: feedbackKind,
}
