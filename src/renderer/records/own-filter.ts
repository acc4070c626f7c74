// The filter by marks that are only on this computer, and its form in the address.
import type { OwnFilter } from '../../contract/features/listing'
import type { TriageMarks } from '../../contract/features/triage'
import { valuesIn } from '../navigation/address-params'
import type { PlainSearch, SearchShape } from './list-search'

export interface OwnSearch {
  readonly own: OwnFilter
}

export const noteName = 'note'

const statusName = 'triage'
const labelName = 'label'
const statuses = ['open', 'reviewed', 'snoozed'] as const

export const readLabels = (params: URLSearchParams) => valuesIn(params, labelName)

/** Only the parts that filter, always in this order: a search is compared as text. */
export function ownFilter({ status, hasNote = false, labels = [] }: OwnFilter): OwnFilter {
  return {
    ...(status !== undefined && { status }),
    ...(hasNote && { hasNote }),
    ...(labels.length > 0 && { labels }),
  }
}

/** Whether a row passes, for a list that the page filters itself, as the library filters the others. */
export function isLeftByOwn(marks: TriageMarks | undefined, { status, hasNote, labels = [] }: OwnFilter): boolean {
  if (status !== undefined && (marks?.status ?? 'open') !== status) return false
  if (hasNote === true && marks?.hasNote !== true) return false
  return labels.length === 0 || labels.some((label) => marks?.labels.includes(label))
}

/** Adds the filter to the search of a list. */
export function withOwn<Search extends PlainSearch>(shape: SearchShape<Search>): SearchShape<Search & OwnSearch> {
  return {
    columns: shape.columns,
    plain: { ...shape.plain, own: {} },
    read: (params) => {
      const status = statuses.find((each) => each === params.get(statusName))
      const own = ownFilter({ status, hasNote: params.get(noteName) === '1', labels: readLabels(params) })
      return { ...shape.read(params), own }
    },
    write: (search, params) => {
      const { status, hasNote, labels = [] } = search.own
      const next = shape.write(search, params)
      for (const name of [statusName, noteName, labelName]) next.delete(name)
      if (status !== undefined) next.set(statusName, status)
      if (hasNote === true) next.set(noteName, '1')
      for (const label of labels) next.append(labelName, label)
      return next
    },
  }
}
