// The list of insights: its search and filters in the address, and the keys of triage.

import { createPath, parsePath, useNavigate, useSearchParams } from 'react-router'
import { insightChoices, insightColumns } from '../../../contract/features/insight-values'
import type { InsightColumn, InsightFilter, InsightRow } from '../../../contract/features/insights'
import { insightTypes } from '../../../contract/features/record-words'
import type { WorkspaceRef } from '../../../contract/workspace'
import { queryOptionsFor } from '../../client/queries'
import { type ListParams, searchOf, searchShape } from '../../records/list-search'
import { noteName, readLabels } from '../../records/own-filter'
import { insightKind } from '../../records/record-kind'
import { readSince, sinceName, writeSince } from '../../records/since'
import { type RecordList, useRecordList } from '../../records/use-record-list'
import { firstPageOf, type PageOptions, type PageRange } from '../../records/use-record-rows'
import { announce } from '../../ui/announce'
import { paramsNow } from '../../ui/current-location'
import { useKey } from '../../ui/keys'

function scoreOf(text: string | null): number | null {
  const score = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(score) && score >= 0 ? score : null
}

type Filters = Omit<InsightFilter, 'text' | 'relatedTo' | 'since'> & { readonly since: string | null }

/** Reads the id of a selection. */
function readPicked(params: URLSearchParams): string | undefined {
  const id = params.get('picked') ?? ''
  return id === '' || id.length > 40 ? undefined : id
}

/** The choice in the address, if valid, or the first. */
function choiceOf<Choice extends string>(choices: readonly [Choice, ...Choice[]], text: string | null): Choice {
  return choices.find((choice) => choice === text) ?? choices[0]
}

const strongestFirst = { column: 'combinedScore', direction: 'descending' } as const
/** Unseen before seen, each by score; new ones on top. */
const unseenFirst = { column: 'seen', direction: 'ascending' } as const
const unseenFirstText =
  'Unseen first, then seen. Each by score, with reviewed and snoozed last. New ones without a score stay on top until the end of the next day.'

/** The default order, which "Sort by" cannot fully name. */
export const orderText = ({ text, sort: { column, direction } }: InsightSearch) =>
  text === '' && column === unseenFirst.column && direction === unseenFirst.direction ? unseenFirstText : undefined

export const insightShape = searchShape<InsightColumn, Filters>({
  columns: insightColumns,
  defaultSort: unseenFirst,
  names: ['type', 'seen', 'opportunity', 'min', 'max', 'triage', 'label', noteName, sinceName, 'picked'],
  read: (params) => ({
    types: insightTypes.filter((type) => params.getAll('type').includes(type)),
    seen: choiceOf(insightChoices.seen, params.get('seen')),
    opportunity: choiceOf(insightChoices.opportunity, params.get('opportunity')),
    minScore: scoreOf(params.get('min')),
    maxScore: scoreOf(params.get('max')),
    triage: choiceOf(insightChoices.triage, params.get('triage')),
    labels: readLabels(params),
    ...(params.get(noteName) === '1' && { hasNote: true }),
    since: readSince(params),
    picked: readPicked(params),
  }),
  write: ({ types, seen, opportunity, minScore, maxScore, triage, labels, hasNote, since, picked }) => [
    ...types.map((type) => ['type', type] as const),
    ...(seen === 'any' ? [] : [['seen', seen] as const]),
    ...(opportunity === 'any' ? [] : [['opportunity', opportunity] as const]),
    ...(minScore === null ? [] : [['min', String(minScore)] as const]),
    ...(maxScore === null ? [] : [['max', String(maxScore)] as const]),
    ...(triage === 'any' ? [] : [['triage', triage] as const]),
    ...labels.map((label) => ['label', label] as const),
    ...(hasNote === true ? [[noteName, '1'] as const] : []),
    ...writeSince(since),
    ...(picked === undefined ? [] : [['picked', picked] as const]),
  ],
})

export type InsightSearch = typeof insightShape.plain
export type InsightParams = ListParams<InsightSearch>
export type InsightList = RecordList<InsightRow, InsightSearch>

const pageIn =
  (workspace: WorkspaceRef) =>
  ({ sort, offset, limit, ...filter }: InsightSearch & PageRange) =>
    queryOptionsFor('insights', 'query', { workspace, filter, sort, offset, limit })

export function useInsightList(workspace: WorkspaceRef): InsightList {
  return useRecordList({ kind: insightKind, shape: insightShape, readPage: pageIn(workspace) })
}

/** The first request of the list when the window opens at this route; null: the route is not the list. */
export function firstInsightPage(workspace: WorkspaceRef, route: string): PageOptions<InsightRow> | null {
  const { pathname, searchParams } = new URL(route, window.location.origin)
  const isList = pathname === insightKind.path || pathname.startsWith(`${insightKind.path}/`)
  if (!isList || listAddress(pathname) !== pathname) return null
  const search = searchOf(insightShape, searchParams)
  return firstPageOf((range) => pageIn(workspace)({ ...search, ...range }))
}

/** Keys for unseen insights only and for strongest first. */
export function useInsightFilterKeys({ search, change, setSort }: InsightParams): void {
  const { seen, sort } = search
  const isUnseenOnly = seen === 'unseen'
  const isStrongestFirst = sort.column === strongestFirst.column && sort.direction === strongestFirst.direction
  useKey('u', () => {
    change(() => ({ seen: isUnseenOnly ? 'any' : 'unseen' }))
    announce(isUnseenOnly ? 'Seen and unseen insights' : 'Unseen insights only')
  })
  useKey('s', () => {
    setSort(isStrongestFirst ? unseenFirst : strongestFirst)
    announce(isStrongestFirst ? 'Unseen, highest score first' : 'Highest score first')
  })
}

export const triagePath = '/insights/triage'

/** The view may have been left in triage, which has no form for a new insight. */
export function listAddress(address: string): string {
  const [pathname = '', query] = address.split('?')
  const path = pathname === triagePath || pathname.startsWith(`${triagePath}/`) ? insightKind.path : pathname
  return query === undefined ? path : `${path}?${query}`
}

/** Opens the form over the list at this address; filters and the open insight stay. */
export function newInsightAddress(address: string): string {
  const path = parsePath(address)
  const params = new URLSearchParams(path.search)
  params.set('new', '1')
  return createPath({ ...path, search: params.toString() })
}

/** Opens triage of the insights that pass the list's filters. */
export function useTriageOf({ search: { text } }: Pick<InsightParams, 'search'>): () => void {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return () => {
    // Apart from words still being typed, as it is: an open saved view counts as changed once its query is.
    const now = paramsNow(params)
    const written = insightShape.read(now)
    const next = text === written.text ? now : insightShape.write({ ...written, text }, now)
    void navigate({ pathname: triagePath, search: next.toString() })
  }
}
