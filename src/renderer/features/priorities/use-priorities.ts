// The ranking as a list of records. It holds all records as columns, so that search, order and weights need no call; a row
// is made from them when it comes on screen.
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import type { AppError } from '../../../contract/errors'
import type { ExportSource } from '../../../contract/features/export'
import { createTextTest } from '../../../contract/features/find-in-text'
import { InsightFilter } from '../../../contract/features/insights'
import {
  contradictionSigns,
  type DecidedRecord,
  Decision,
  type Judged,
  mostTitles,
  type Part,
  type PartValues,
  type PrioritisedKind,
  type PriorityRows,
  type PriorityTitles,
  presets,
  rank,
  type ScoredPart,
  type Ranking as ScoreRanking,
  type ScoringModel,
  type SinceDecided,
  scoredParts,
  parts as theParts,
  type Weights,
} from '../../../contract/features/priorities'
import { foldWord } from '../../../contract/features/search-words'
import type { WorkspaceRef } from '../../../contract/workspace'
import { keyIn } from '../../../contract/workspace-key'
import { onForgotten } from '../../client/forgetting'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { useAddressParams } from '../../navigation/address-params'
import { useIsReturn } from '../../navigation/location-state'
import { rankedKindIn, rankedRows } from '../../navigation/ranked-rows'
import { type ListParams, type ListSearch, listShape, useListSearch } from '../../records/list-search'
import { useRevealed } from '../../records/MaskedText'
import type { RecordKind } from '../../records/record-kind'
import type { VirtualTableHandle } from '../../records/table/VirtualTable'
import { useActiveRow } from '../../records/use-active-row'
import { useOpenRecord } from '../../records/use-open-record'
import type { ShownList } from '../../records/use-record-list'
import type { RecordRows, RecordRowsState } from '../../records/use-record-rows'
import { useSelection } from '../../records/use-selection'
import { isLeavingNow, paramsNow } from '../../ui/current-location'
import { createStore } from '../../ui/store'
import { useIsHere } from '../../ui/use-is-here'
import { type Contradiction, contradictionOf } from './priority-words'

export interface RankedRow {
  readonly id: string
  readonly title: string
  readonly hideContent: boolean
  readonly summary: string
  /** For an insight, its type; null: goals have none. */
  readonly status: string | null
  /** null: unknown. */
  readonly parts: Readonly<Record<Part, number | null>>
  readonly decision: Decision | null
  readonly note: string
  readonly score: number
  readonly place: number
  readonly scored: Readonly<Record<Part, ScoredPart>>
  /** Why newer evidence contradicts its decision; null: it doesn't, or none was made. */
  readonly contradiction: Contradiction | null
}

const ranking = { path: '/prioritise', heading: 'Prioritise', searched: 'ranking' } as const

export const rankedKinds: Readonly<Record<PrioritisedKind, RecordKind>> = {
  opportunity: { ...ranking, one: 'opportunity', many: 'opportunities' },
  outcome: { ...ranking, one: 'goal', many: 'goals' },
  solution: { ...ranking, one: 'solution', many: 'solutions' },
  insight: { ...ranking, one: 'insight', many: 'insights' },
}

/** Moved, unsaved weights by workspace and model; kept while the app runs. */
const moved = createStore<Readonly<Record<string, Weights>>>({})

onForgotten((isForgotten) => {
  moved.set(Object.fromEntries(Object.entries(moved.get()).filter(([key]) => !isForgotten(key))))
})

export interface ModelChoice {
  readonly all: readonly ScoringModel[]
  /** Has the current weights, saved or not. */
  readonly model: ScoringModel
  readonly isPreset: boolean
  readonly isChanged: boolean
  /** Does nothing once the view is left. */
  readonly choose: (id: string) => void
  /** Chooses the first preset, unless another model was chosen since. */
  readonly leave: () => void
  readonly setWeights: (weights: Weights) => void
  /** Moves them again, unless others were moved since. */
  readonly restoreMoved: (weights: Weights) => void
  /** Forgets these moved weights, unless others were moved since. */
  readonly forgetMoved: (weights: Weights) => void
  readonly reset: () => void
}

export function useModel(): ModelChoice {
  const { ref: workspace } = useWorkspace()
  const [params, setParam] = useAddressParams()
  const isHere = useIsHere()
  const { data: own } = useQuery(queryOptionsFor('priorities', 'models', { workspace }))
  const changes = moved.use()
  const all = useMemo(() => [...presets, ...(own ?? [])], [own])
  const saved = all.find(({ id }) => id === params.get('model')) ?? presets[0]
  const key = keyIn(workspace, saved.id)
  const weights = changes[key]
  const model = useMemo(() => ({ ...saved, weights: weights ?? saved.weights }), [saved, weights])
  const reset = () => {
    const { [key]: _, ...others } = moved.get()
    moved.set(others)
  }
  const choose = (id: string) => {
    if (isHere.current && !isLeavingNow()) setParam('model', id === presets[0].id ? null : id)
  }
  return {
    all,
    model,
    isPreset: presets.some(({ id }) => id === saved.id),
    isChanged: theParts.some((part) => model.weights[part] !== saved.weights[part]),
    choose,
    leave: () => {
      if (paramsNow(params).get('model') === saved.id) choose(presets[0].id)
    },
    setWeights: (next) => moved.set({ ...moved.get(), [key]: next }),
    restoreMoved: (before) => moved.set({ [key]: before, ...moved.get() }),
    forgetMoved: (before) => {
      if (moved.get()[key] === before) reset()
    },
    reset,
  }
}

/** Which records are ranked, and how they are shown. */
export function useRankingAddress() {
  const [params, set] = useAddressParams()
  return {
    kind: rankedKindIn(params),
    params,
    set,
    hasMatrix: params.get('layout') === 'matrix',
    hasWeights: params.get('panel') === 'weights',
  }
}

const columns = ['score', 'title', 'decision', 'status', 'strongest', 'insights', 'feedback', 'sentiment'] as const
type Column = (typeof columns)[number]

const rankingShape = listShape(columns, { column: 'score', direction: 'descending' })

const decisionOrder = Decision.options

/** In one text: folding 100,000 titles one by one takes up to three times as long. */
const foldLines = (lines: readonly string[]) => foldWord(lines.join('\n')).split('\n')
const linesOf = (text: string) => (text === '' ? [] : text.split('\n'))

/** The records of a kind, independent of the ranking. `at` is the place of a record in all columns. */
export interface RankedRecords {
  readonly ids: readonly string[]
  readonly atOf: (id: string) => number | undefined
  readonly statuses: readonly string[]
  readonly statusOf: (at: number) => string | null
  readonly values: PartValues
  /** undefined: not read yet. */
  readonly titleOf: (at: number) => string | undefined
  readonly isHidden: (at: number) => boolean
  readonly foldedTitle: (at: number) => string
  /** By `at`: place of its title among all titles. */
  readonly titlePlaces: () => Float64Array
  readonly decided: (at: number) => (DecidedRecord & Judged) | undefined
  /** Counts existing records only; null: not read yet. */
  readonly countDecided: (decision: Decision) => number | null
  readonly decidedPlaces: readonly number[]
}

const noParts = Object.fromEntries(theParts.map((part) => [part, new Float64Array(0)])) as PartValues
const noRecords: PriorityRows = { ids: '', statuses: [], status: new Uint16Array(0), parts: noParts }
const noTitles: PriorityTitles = { ids: '', titles: '', hidden: new Uint8Array(0) }

/** Builds the places on first use: a list without decisions, selection or open record needs none. */
function knownOf(rows: PriorityRows): Pick<RankedRecords, 'ids' | 'atOf'> {
  const ids = linesOf(rows.ids)
  let places: ReadonlyMap<string, number> | null = null
  return {
    ids,
    atOf(id) {
      places ??= placesOf(ids)
      return places.get(id)
    },
  }
}

const placesOf = (ids: readonly string[]): ReadonlyMap<string, number> => new Map(ids.map((id, place) => [id, place]))

interface ReadRecords {
  readonly known: ReturnType<typeof knownOf>
  readonly rows: PriorityRows
  readonly titles: PriorityTitles | undefined
  readonly decisions: readonly DecidedRecord[] | undefined
  readonly since: readonly SinceDecided[] | undefined
}

const unread: readonly never[] = []

type Named = Pick<RankedRecords, 'titleOf' | 'isHidden' | 'foldedTitle' | 'titlePlaces'>

/** @param ids of the figures, unparsed */
function namedBy(known: ReturnType<typeof knownOf>, ids: string, titles: PriorityTitles): Named {
  const lines = titles.ids === '' ? [] : titles.titles.split('\n')
  // In the order of the figures, unless data was written in between or the titles are a part.
  const lineOfId = titles.ids === ids ? null : placesOf(linesOf(titles.ids))
  const lineOf = (at: number) => (lineOfId === null ? at : (lineOfId.get(known.ids[at] ?? '') ?? -1))
  const titleOf = (at: number) => lines[lineOf(at)]
  let folded: readonly string[] | null = null
  let places: Float64Array | null = null
  const allFolded = () => {
    folded ??= foldLines(known.ids.map((_, at) => titleOf(at) ?? ''))
    return folded
  }
  const inOrder = () => {
    const texts = allFolded()
    const order = texts.map((_, at) => at).sort((a, b) => compare(texts[a] ?? '', texts[b] ?? ''))
    const found = new Float64Array(texts.length)
    let place = 0
    for (const [index, at] of order.entries()) {
      if (index > 0 && texts[at] !== texts[order[index - 1] ?? 0]) place += 1
      found[at] = place
    }
    return found
  }
  return {
    titleOf,
    isHidden: (at: number) => titles.hidden[lineOf(at)] === 1,
    foldedTitle: (at: number) => allFolded()[at] ?? '',
    titlePlaces: () => {
      places ??= inOrder()
      return places
    },
  }
}

function useRecords(read: ReadRecords): RankedRecords {
  const { known, rows, titles = noTitles, decisions = unread, since = unread } = read
  const named = useMemo(() => namedBy(known, rows.ids, titles), [known, rows.ids, titles])
  const ofPerson = useMemo(() => {
    const sinceOf = new Map(since.map((each) => [each.id, each]))
    const byPlace = new Map(
      decisions.flatMap((each) => {
        const read = sinceOf.get(each.id)
        // Until the evidence is read again, it may be that of an earlier decision.
        const since = read?.decidedAt === each.decidedAt ? (read ?? null) : null
        return entryOf(known.atOf(each.id), { ...each, since })
      }),
    )
    const all = [...byPlace.values()]
    return {
      decided: (at: number) => byPlace.get(at),
      countDecided: (decision: Decision) =>
        decisions === unread ? null : all.filter((each) => each.decision === decision).length,
      decidedPlaces: [...byPlace.keys()],
    }
  }, [known, decisions, since])
  return useMemo(
    () => ({
      ...known,
      ...named,
      ...ofPerson,
      statuses: rows.statuses,
      statusOf: (at: number) => rows.statuses[(rows.status[at] ?? 0) - 1] ?? null,
      values: rows.parts,
    }),
    [known, named, ofPerson, rows],
  )
}

const entryOf = <T>(at: number | undefined, value: T): [number, T][] => (at === undefined ? [] : [[at, value]])
const compare = (one: string, other: string) => (one === other ? 0 : one < other ? -1 : 1)
const known = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value)

/** Sort key of a record by `at`; NaN comes last in both directions. */
function sortValues(column: Exclude<Column, 'score'>, records: RankedRecords): (at: number) => number {
  switch (column) {
    case 'title': {
      const places = records.titlePlaces()
      return (at) => places[at] ?? Number.NaN
    }
    case 'decision':
      return (at) => {
        const decision = records.decided(at)?.decision ?? null
        return decision === null ? Number.NaN : decisionOrder.indexOf(decision)
      }
    case 'status':
      return (at) => {
        const status = records.statusOf(at)
        return status === null ? Number.NaN : records.statuses.indexOf(status)
      }
    default: {
      const values = records.values[column]
      return (at) => values[at] ?? Number.NaN
    }
  }
}

/** The status filter for decisions that newer evidence contradicts. */
export const contradicted = 'contradicted'

const placeAmong = (records: RankedRecords, { ranks, lasts }: ScoreRanking, at: number) => ({
  ...{ place: ranks[at] ?? 0, last: lasts[at] ?? 0, total: records.ids.length },
})

function isContradicted(records: RankedRecords, ranking: ScoreRanking, at: number): boolean {
  const decided = records.decided(at)
  return decided !== undefined && contradictionSigns(decided, placeAmong(records, ranking, at)).length > 0
}

/** Places of the records that pass search and filters, in order. */
function shownPlaces(records: RankedRecords, ranking: ScoreRanking, { text, statuses, sort }: ListSearch<Column>) {
  const { order } = ranking
  const hasWords = createTextTest(text)
  const wantsContradicted = statuses.includes(contradicted)
  const isWanted = (at: number) => {
    const decision = records.decided(at)?.decision ?? null
    const isOfDecision = decision !== null && statuses.includes(decision)
    const isChosen = isOfDecision || (wantsContradicted && isContradicted(records, ranking, at))
    if (statuses.length > 0 && !isChosen) return false
    return hasWords === null || hasWords(records.foldedTitle(at))
  }
  const found = hasWords === null && statuses.length === 0 ? order : order.filter(isWanted)
  // Already ranked; the sort is stable, so equal points keep the order of their places.
  if (sort.column === 'score') return sort.direction === 'descending' ? found : found.toReversed()
  const sign = sort.direction === 'ascending' ? 1 : -1
  const keyOf = sortValues(sort.column, records)
  const last = Number.MAX_VALUE
  const keys = Float64Array.from(records.ids, (_, at) => {
    const value = keyOf(at)
    return Number.isNaN(value) ? last : value * sign
  })
  return found.toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0))
}

/** Makes each row on first request, then returns the same one. */
function rowMaker(records: RankedRecords, ranking: ScoreRanking): (at: number) => RankedRow | undefined {
  const made = new Map<number, RankedRow>()
  return (at) => {
    const title = records.titleOf(at)
    const id = records.ids[at]
    if (title === undefined || id === undefined) return undefined
    const before = made.get(at)
    if (before !== undefined) return before
    const decided = records.decided(at)
    const { decision = null, note = '' } = decided ?? {}
    const place = ranking.ranks[at] ?? 0
    const row: RankedRow = {
      ...{ id, title, decision, note, place },
      hideContent: records.isHidden(at),
      summary: '',
      status: records.statusOf(at),
      parts: Object.fromEntries(theParts.map((part) => [part, known(records.values[part][at])])) as RankedRow['parts'],
      score: ranking.scores[at] ?? 0,
      scored: scoredParts(ranking, at),
      contradiction: decided === undefined ? null : contradictionOf(decided, placeAmong(records, ranking, at)),
    }
    made.set(at, row)
    return row
  }
}

function rowsOf(
  key: string,
  shown: Int32Array,
  records: RankedRecords,
  rowOf: ReturnType<typeof rowMaker>,
): RecordRows<RankedRow> {
  /** By `at`: the index, plus one. */
  let indexes: Int32Array | null = null
  const indexOf = (at: number) => {
    if (indexes === null) {
      indexes = new Int32Array(records.ids.length)
      for (let index = 0; index < shown.length; index += 1) indexes[shown[index] ?? 0] = index + 1
    }
    return (indexes[at] ?? 0) - 1
  }
  return {
    key,
    counts: { total: shown.length, all: records.ids.length },
    // No pages are held.
    pages: new Map(),
    rowAt: (index) => {
      const at = shown[index]
      return at === undefined ? undefined : rowOf(at)
    },
    indexOf: (id) => {
      const at = records.atOf(id)
      return at === undefined ? -1 : indexOf(at)
    },
    isWhole: true,
  }
}

/** The export source of the kind's list; the ranking's ids are exported in their order. */
function exportSource(workspace: WorkspaceRef, kind: PrioritisedKind): ExportSource {
  const sort = { column: 'title', direction: 'ascending' } as const
  const all = { workspace, text: '', relatedTo: null, sort }
  switch (kind) {
    case 'opportunity':
      return { view: 'opportunities', query: { ...all, statuses: [] } }
    case 'outcome':
      return { view: 'outcomes', query: all }
    case 'solution':
      return { view: 'solutions', query: { ...all, statuses: [], horizons: [] } }
    case 'insight':
      return { view: 'insights', query: { workspace, filter: InsightFilter.parse({}), sort } }
  }
}

export interface Ranking extends ShownList<RankedRow> {
  readonly params: ListParams<ListSearch<Column>>
  readonly records: RankedRecords
  /** null: newer evidence is not read yet. */
  readonly countContradicted: () => number | null
  /** undefined: no such record, or its title is not read yet. */
  readonly rowOf: (id: string) => RankedRow | undefined
  /** Places of the listed records, in order. */
  readonly shown: Int32Array
}

/** Ranks every record of the kind. @param isWanted false: rows and titles are read only once a decision needs them */
function useRanked(kind: PrioritisedKind, weights: Weights, isWanted = true) {
  const queryClient = useQueryClient()
  const { ref: workspace } = useWorkspace()
  const input = { workspace, kind }
  const decisions = useQuery(queryOptionsFor('priorities', 'decisions', input))
  const canBeContradicted = decisions.data?.some(({ decision }) => decision === 'now' || decision === 'notNow') === true
  const enabled = isWanted || canBeContradicted
  const rows = useQuery({ ...queryOptionsFor('priorities', 'rows', input), enabled })
  const figures = rows.data ?? noRecords
  const known = useMemo(() => knownOf(figures), [figures])
  const ranking = useMemo(() => rank(figures.parts, { weights }), [figures, weights])
  // Read after the figures, which they would delay; the first rows need few titles.
  const ofAll = queryOptionsFor('priorities', 'titles', input)
  const named = useCallback((some: PriorityTitles) => namedBy(known, figures.ids, some), [known, figures.ids])
  const titles = useQuery({ ...ofAll, enabled: enabled && (!isWanted || rows.data !== undefined) })
  const since = useQuery({ ...queryOptionsFor('priorities', 'since', input), enabled })
  const records = useRecords({
    ...{ known, rows: figures, titles: titles.data, decisions: decisions.data, since: since.data },
  })
  const reads = enabled ? [rows, titles, decisions, since] : [decisions]
  const failed = reads.filter(({ data, error }) => data === undefined && error !== null)
  return {
    ...{ rows, decisions, since, records, ranking },
    areTitlesRead: titles.data !== undefined,
    named,
    readTitles: () => queryClient.ensureQueryData(ofAll),
    isRead: reads.every(({ data }) => data !== undefined),
    error: (failed[0]?.error ?? null) as AppError | null,
    refetch: () => {
      for (const { refetch } of failed) void refetch()
    },
  }
}

/** Records whose decision newer evidence contradicts, by the default model and its current weights. */
export function useContradicted(kind: PrioritisedKind) {
  const { ref: workspace } = useWorkspace()
  const [model] = presets
  const weights = moved.use()[keyIn(workspace, model.id)] ?? model.weights
  // Ranking all insights takes a while, and is needless without decisions.
  const { isRead, records, ranking, error, refetch } = useRanked(kind, weights, false)
  const data = useMemo(() => {
    if (!isRead) return undefined
    const rowAtPlace = rowMaker(records, ranking)
    const places = records.decidedPlaces.filter((at) => isContradicted(records, ranking, at))
    const first = (one: number, other: number) => (ranking.ranks[one] ?? 0) - (ranking.ranks[other] ?? 0)
    return places.sort(first).flatMap((at) => rowAtPlace(at) ?? [])
  }, [isRead, records, ranking])
  return { data, error, refetch }
}

/** Address of the ranking with only these records. */
export function contradictedPath(kind: PrioritisedKind): string {
  const rows = kind === 'opportunity' ? null : rankedRows[kind]
  return `${ranking.path}?${new URLSearchParams({ ...(rows && { rows }), status: contradicted })}`
}

const nowhere = new Int32Array(0)

/** Reads the titles of the first rows, which need not wait for all titles. */
function useFirstTitles(kind: PrioritisedKind, ranked: ReturnType<typeof useRanked>, shown: Int32Array) {
  const { ref: workspace } = useWorkspace()
  const { records, areTitlesRead, named } = ranked
  const ids = useMemo(
    () => (areTitlesRead ? [] : Array.from(shown.subarray(0, mostTitles), (at) => records.ids[at] ?? '')),
    [areTitlesRead, shown, records.ids],
  )
  const { data, isLoading } = useQuery({
    ...queryOptionsFor('priorities', 'titles', { workspace, kind, ids }),
    enabled: ids.length > 0,
    // While a weight is moved.
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return {
    records: useMemo(
      () => (areTitlesRead || data === undefined ? records : { ...records, ...named(data) }),
      [areTitlesRead, data, records, named],
    ),
    // Waits, as rows without titles would be rendered twice.
    areRead: !isLoading,
  }
}

export function useRanking(ofKind: PrioritisedKind, { weights }: Pick<ScoringModel, 'weights'>): Ranking {
  const { ref: workspace } = useWorkspace()
  const kind = rankedKinds[ofKind]
  const params = useListSearch(rankingShape)
  const ranked = useRanked(ofKind, weights)
  const { ranking: scores, error, refetch } = ranked
  const { data } = ranked.rows
  const areDecisionsRead = ranked.decisions.data !== undefined
  const isSinceRead = areDecisionsRead && ranked.since.data !== undefined
  const { text, statuses, sort } = params.search
  // Waits only for data that the search needs: evidence takes longer, and so do all titles.
  const needsTitles = text.trim() !== '' || sort.column === 'title'
  const shown = useMemo(
    () => shownPlaces(ranked.records, scores, params.search),
    [ranked.records, scores, params.search],
  )
  const first = useFirstTitles(ofKind, ranked, needsTitles ? nowhere : shown)
  const { records } = first
  const rowAtPlace = useMemo(() => rowMaker(records, scores), [records, scores])
  const isListRead =
    areDecisionsRead &&
    (isSinceRead || !statuses.includes(contradicted)) &&
    (needsTitles ? ranked.areTitlesRead : first.areRead)
  const key = JSON.stringify([ofKind, params.search])
  const rows = useMemo(
    () => (data === undefined || !isListRead ? null : rowsOf(key, shown, records, rowAtPlace)),
    [data, isListRead, key, shown, records, rowAtPlace],
  )
  const state: RecordRowsState<RankedRow> = {
    rows: error === null ? rows : null,
    error,
    retry: refetch,
    isBehind: false,
    onRange: nothing,
    readAll: async (most, from = 0) => {
      // A row exists only once its title is read.
      const all = ranked.areTitlesRead ? records : { ...records, ...ranked.named(await ranked.readTitles()) }
      const rowAt = all === records ? rowAtPlace : rowMaker(all, scores)
      return [...shown.subarray(from, from + most)].map(rowAt).filter((row) => row !== undefined)
    },
  }
  const table = useRef<VirtualTableHandle>(null)
  const [activeIndex, setActiveIndex, leaveActiveRow] = useActiveRow(state)
  const open = useOpenRecord({ kind, rows, table, setActiveIndex })
  const place = keyIn(workspace, kind.path, ofKind)
  const selection = useSelection({ ...state, place, isReturn: useIsReturn() })
  const prune = useEffectEvent(({ atOf }: RankedRecords) => {
    selection.drop(selection.rows.map(({ id }) => id).filter((id) => atOf(id) === undefined))
  })
  useEffect(() => {
    if (data !== undefined) prune(records)
  }, [data, records])
  return {
    ...{ kind, params, state, table, activeIndex, leaveActiveRow, open, selection, records, shown, saving: null },
    revealed: useRevealed(),
    countContradicted: () =>
      isSinceRead ? records.decidedPlaces.filter((at) => isContradicted(records, scores, at)).length : null,
    rowOf: (id) => {
      const at = records.atOf(id)
      return at === undefined ? undefined : rowAtPlace(at)
    },
    shownIds: () => Array.from(shown, (at) => records.ids[at] ?? ''),
    exportSource: () => exportSource(workspace, ofKind),
  }
}

const nothing = () => undefined
