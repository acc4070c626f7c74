// The ranking as a list of records. All rows are here, so that search, order and weights need no call.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { AppError } from '../../../contract/errors'
import type { ExportSource } from '../../../contract/features/export'
import {
  contradiction,
  Decision,
  type PrioritisedKind,
  type PriorityRow,
  presets,
  rank,
  type Scored,
  type ScoringModel,
  type Weights,
} from '../../../contract/features/priorities'
import { type WorkspaceRef, workspaceKey } from '../../../contract/workspace'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { useIsReturn } from '../../navigation/location-state'
import { type ListParams, type ListSearch, listShape, useListSearch } from '../../records/list-search'
import { useRevealed } from '../../records/MaskedText'
import type { RecordKind } from '../../records/record-kind'
import type { VirtualTableHandle } from '../../records/table/VirtualTable'
import { useActiveRow } from '../../records/use-active-row'
import { useOpenRecord } from '../../records/use-open-record'
import type { ShownList } from '../../records/use-record-list'
import { pageSize, type RecordRows, type RecordRowsState } from '../../records/use-record-rows'
import { useSelection } from '../../records/use-selection'
import { paramsNow } from '../../ui/current-location'
import { createStore } from '../../ui/store'

export type RankedRow = Scored<PriorityRow> & {
  readonly summary: string
  /** Why its decision does not fit its place; null: it does, or there is none. */
  readonly conflict: string | null
}

const ranking = { path: '/prioritise', heading: 'Prioritise', searched: 'ranking' } as const

export const rankedKinds: Readonly<Record<PrioritisedKind, RecordKind>> = {
  opportunity: { ...ranking, one: 'opportunity', many: 'opportunities' },
  outcome: { ...ranking, one: 'goal', many: 'goals' },
  solution: { ...ranking, one: 'solution', many: 'solutions' },
}

/** As a person reads them, in an address too. */
const kindNames: Readonly<Record<string, PrioritisedKind>> = { goals: 'outcome', solutions: 'solution' }

/** Weights that were moved and not saved, by workspace and model; kept while the app runs. */
const moved = createStore<Readonly<Record<string, Weights>>>({})

const movedKey = (workspace: WorkspaceRef, model: string) => `${workspaceKey(workspace)} ${model}`

export interface ModelChoice {
  readonly all: readonly ScoringModel[]
  /** With the weights as they are now. */
  readonly model: ScoringModel
  readonly isPreset: boolean
  readonly isChanged: boolean
  readonly choose: (id: string) => void
  readonly setWeights: (weights: Weights) => void
  readonly reset: () => void
}

export function useModel(): ModelChoice {
  const { ref: workspace } = useWorkspace()
  const [params, setParams] = useSearchParams()
  const { data: own } = useQuery(queryOptionsFor('priorities', 'models', { workspace }))
  const changes = moved.use()
  const all = useMemo(() => [...presets, ...(own ?? [])], [own])
  const saved = all.find(({ id }) => id === params.get('model')) ?? presets[0]
  const key = movedKey(workspace, saved.id)
  const weights = changes[key]
  const model = useMemo(() => ({ ...saved, weights: weights ?? saved.weights }), [saved, weights])
  return {
    all,
    model,
    isPreset: presets.some(({ id }) => id === saved.id),
    isChanged: weights !== undefined,
    choose: (id) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(paramsNow(before))
          if (id === presets[0].id) next.delete('model')
          else next.set('model', id)
          return next
        },
        { replace: true },
      ),
    setWeights: (next) => moved.set({ ...moved.get(), [key]: next }),
    reset: () => {
      const { [key]: _, ...others } = moved.get()
      moved.set(others)
    },
  }
}

/** As a status of the ranking: decisions that their rank contradicts. */
export const contradicted = 'contradicted'

/** Every record of the kind by the weights, the highest score first; undefined: not read yet. */
function useRankedRows(kind: PrioritisedKind, weights: Weights) {
  const { ref: workspace } = useWorkspace()
  const { data, error, refetch } = useQuery(queryOptionsFor('priorities', 'rows', { workspace, kind }))
  const ranked = useMemo(
    () =>
      data &&
      rank(data, { weights }).map(
        (row): RankedRow => ({ ...row, summary: '', conflict: contradiction(row.decision, row.place, data.length) }),
      ),
    [data, weights],
  )
  return { ranked, error, refetch }
}

/** Records whose decision doesn't fit their rank, by the model and weights that Prioritise opens with. */
export function useContradicted(kind: PrioritisedKind): readonly RankedRow[] | undefined {
  const { ref: workspace } = useWorkspace()
  const [model] = presets
  const weights = moved.use()[movedKey(workspace, model.id)] ?? model.weights
  const { ranked } = useRankedRows(kind, weights)
  return useMemo(() => ranked?.filter(({ conflict }) => conflict !== null), [ranked])
}

/** The address of the ranking that shows them. */
export function contradictedPath(kind: PrioritisedKind): string {
  const rows = Object.keys(kindNames).find((name) => kindNames[name] === kind)
  return `${ranking.path}?${new URLSearchParams({ ...(rows && { rows }), status: contradicted })}`
}

/** Which records are ranked, and how they are shown. */
export function useRankingAddress() {
  const [params, setParams] = useSearchParams()
  const set = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(paramsNow(before))
        if (value === null) next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const kind = kindNames[params.get('rows') ?? ''] ?? 'opportunity'
  return {
    kind,
    params,
    set,
    hasMatrix: params.get('layout') === 'matrix',
    hasWeights: params.get('panel') === 'weights',
  }
}

const columns = ['score', 'title', 'decision', 'status', 'strongest', 'insights', 'feedback', 'sentiment'] as const
type Column = (typeof columns)[number]

export const rankingShape = listShape(columns, { column: 'score', direction: 'descending' })

const decisionOrder = Decision.options

/** null comes last in both directions. */
const values: Readonly<Record<Column, (row: RankedRow) => string | number | null>> = {
  score: ({ score }) => score,
  title: ({ title }) => fold(title),
  decision: ({ decision }) => (decision === null ? null : decisionOrder.indexOf(decision)),
  status: ({ status }) => status,
  strongest: ({ parts }) => parts.strongest,
  insights: ({ parts }) => parts.insights,
  feedback: ({ parts }) => parts.feedback,
  sentiment: ({ parts }) => parts.sentiment,
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

function shownRows(all: readonly RankedRow[], { text, statuses, sort }: ListSearch<Column>): readonly RankedRow[] {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const found = all.filter(
    ({ title, decision, conflict }) =>
      (statuses.length === 0 ||
        (decision !== null && statuses.includes(decision)) ||
        (conflict !== null && statuses.includes(contradicted))) &&
      words.every((word) => fold(title).includes(word)),
  )
  const sign = sort.direction === 'ascending' ? 1 : -1
  // Ranked already; sorting is stable, so equal ones stay in the order of their places.
  if (sort.column === 'score') return sign < 0 ? found : found.toReversed()
  const columnValue = values[sort.column]
  return found.toSorted((one, other) => {
    const [a, b] = [columnValue(one), columnValue(other)]
    if (a === b) return 0
    if (a === null || b === null) return a === null ? 1 : -1
    return (a < b ? -1 : 1) * sign
  })
}

function rowsOf(key: string, shown: readonly RankedRow[], all: number): RecordRows<RankedRow> {
  const places = new Map(shown.map(({ id }, index) => [id, index]))
  const pages = new Map<number, readonly RankedRow[]>()
  for (let at = 0; at < shown.length; at += pageSize) pages.set(at / pageSize, shown.slice(at, at + pageSize))
  return {
    key,
    counts: { total: shown.length, all },
    pages,
    rowAt: (index) => shown[index],
    indexOf: (id) => places.get(id) ?? -1,
    isWhole: true,
  }
}

/** What the list of such records would ask for; the ids of the ranking are exported in their order. */
const exportViews = { opportunity: 'opportunities', outcome: 'outcomes', solution: 'solutions' } as const

export interface Ranking extends ShownList<RankedRow> {
  readonly params: ListParams<ListSearch<Column>>
  /** Of all records, whatever the search; the highest score first. */
  readonly ranked: readonly RankedRow[]
  /** As they are searched for and ordered. */
  readonly shown: readonly RankedRow[]
}

export function useRanking(ofKind: PrioritisedKind, { weights }: Pick<ScoringModel, 'weights'>): Ranking {
  const { ref: workspace } = useWorkspace()
  const kind = rankedKinds[ofKind]
  const params = useListSearch(rankingShape)
  const { ranked: known, error, refetch } = useRankedRows(ofKind, weights)
  const ranked = known ?? noRows
  const shown = useMemo(() => shownRows(ranked, params.search), [ranked, params.search])
  const key = JSON.stringify([ofKind, params.search])
  const rows = useMemo(() => (known === undefined ? null : rowsOf(key, shown, known.length)), [known, key, shown])
  const state: RecordRowsState<RankedRow> = {
    rows,
    error: known === undefined ? (error as AppError | null) : null,
    retry: () => void refetch(),
    onRange: nothing,
    readAll: async (most, from = 0) => shown.slice(from, from + most),
  }
  const table = useRef<VirtualTableHandle>(null)
  const [activeIndex, setActiveIndex] = useActiveRow(state)
  const open = useOpenRecord({ kind, rows, table, setActiveIndex })
  const place = `${workspaceKey(workspace)} ${kind.path} ${ofKind}`
  const selection = useSelection({ ...state, place, isReturn: useIsReturn() })
  const prune = useEffectEvent((existing: readonly RankedRow[]) => {
    const ids = new Set(existing.map(({ id }) => id))
    selection.drop(selection.rows.map(({ id }) => id).filter((id) => !ids.has(id)))
  })
  useEffect(() => {
    if (known !== undefined) prune(known)
  }, [known])
  const query = { workspace, text: '', relatedTo: null, sort: { column: 'title', direction: 'ascending' } } as const
  return {
    ...{ kind, params, state, table, activeIndex, open, selection, ranked, shown, saving: null },
    revealed: useRevealed(),
    shownIds: () => shown.map(({ id }) => id),
    exportSource: () => {
      const filters = { opportunity: { statuses: [] }, outcome: {}, solution: { statuses: [], horizons: [] } }[ofKind]
      return { view: exportViews[ofKind], query: { ...query, ...filters } } as ExportSource
    },
  }
}

const nothing = () => undefined
const noRows: readonly RankedRow[] = []
