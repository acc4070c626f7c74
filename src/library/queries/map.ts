// The evidence map. What belongs to what is read as a whole and counted here: grouping 600,000 links of feedback by SQL
// takes many times as long. It is read in slices that let other calls in between, and kept until something is written.
// Insights and feedback themselves, of which there are many, are read a page at a time.
import {
  gapOf,
  listedKind,
  listsBelow,
  type MapBranch,
  type MapFilter,
  type MapKind,
  type MapList,
  type MapRecord,
  type MapTop,
  type MapTotal,
  topLists,
} from '../../contract/features/map'
import { recentSince } from '../../contract/features/needs'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { nextMacrotask } from '../store/next-macrotask'
import { column, rowOf } from '../store/row'
import type { CompleteFeedbackIndex } from '../text/text-index'
import { writtenAt } from './feedback'
import { keepInSteps, type Steps } from './kept-in-steps'
import { type ListCache, rowsOf } from './list-cache'
import { type CarriedName, carriedKind } from './relations'
import { type Forgiveness, rowsFound, type Searched, type WordSearch } from './word-search'

const carriedKinds = ['outcome', 'opportunity', 'solution'] as const
type Carried = (typeof carriedKinds)[number]
type OfCarried<T> = Readonly<Record<Carried, T>>

/** An insight is found by the words of its feedback too. */
const searchedTables = ['outcomes', 'opportunities', 'solutions', 'insights', 'feedback'] as const
const tableOf = { outcome: 'outcomes', opportunity: 'opportunities', solution: 'solutions' } as const

/** Feedback is shown with its first words; the details have all of them. */
const longestWords = 300

const named = { id: column.text, title: column.text, hideContent: column.flag, status: column.textOrNull }
const namedRow = rowOf({ row: column.number, ...named })
const leafRow = rowOf({
  ...named,
  insights: column.number,
  unseen: column.number,
  feedback: column.number,
  recent: column.number,
  score: column.numberOrNull,
  at: column.textOrNull,
  elsewhere: column.number,
  below: column.number,
})

/** Insights of a list: which of their links lead to the record above, and which kinds they carry none of. */
const insightLists = {
  goalInsights: { of: 'outcome', without: ['opportunity'] },
  opportunityInsights: { of: 'opportunity', without: ['solution'] },
  solutionInsights: { of: 'solution', without: [] },
  loneInsights: { of: null, without: carriedKinds },
} as const satisfies Partial<Record<MapList, { of: Carried | null; without: readonly Carried[] }>>
type InsightList = keyof typeof insightLists
const isInsightList = (list: MapList): list is InsightList => Object.hasOwn(insightLists, list)

/** What the whole of the map is read by. */
interface Source {
  readonly connection: Connection
  readonly workspace: number
  /** What feedback is recent by. */
  readonly since: string
}

interface CacheUse {
  readonly connection: Connection
  readonly cache: ListCache
}

interface Asked extends Source, CacheUse {
  readonly whole: Whole
  readonly filter: MapFilter
  readonly forgiveness: Forgiveness
}

/** What each insight, by its place, is linked to: rows of records, those of one insight after those of another. */
interface Links {
  readonly starts: Uint32Array
  readonly targets: Uint32Array
}

/** Insights by place, the strongest first. */
interface Insights {
  readonly rows: readonly number[]
  readonly seen: readonly boolean[]
  /** NaN: not scored. */
  readonly scores: readonly number[]
  /** Place by row; undefined: of another workspace. */
  readonly places: ReadonlyMap<number, number>
}

function* readInsights({ connection, workspace }: Source): Steps<Insights> {
  const sql = `SELECT group_concat(row || ',' || seen || ',' || coalesce(combined_score, 'NaN'), ';')
    FROM insights INDEXED BY insights_by_facets WHERE workspace = ?`
  const found = connection.value(sql, [workspace], column.textOrNull)
  yield
  const lines = found ? found.split(';').map((line) => line.split(',')) : []
  const read = lines.map(([row, seen, score]) => ({ row: Number(row), seen: seen === '1', score: Number(score) }))
  yield
  // Sorting here takes a third of the time that it takes in the database.
  const strength = ({ score }: (typeof read)[number]) => (Number.isNaN(score) ? Number.NEGATIVE_INFINITY : score)
  read.sort((one, other) => strength(other) - strength(one) || one.row - other.row)
  yield
  const rows = read.map(({ row }) => row)
  return {
    rows,
    seen: read.map(({ seen }) => seen),
    scores: read.map(({ score }) => score),
    places: new Map(rows.map((row, place) => [row, place])),
  }
}

/** Whose links are read at a time: a few hundredths of a second for those of feedback. */
const insightsInStep = 10_000

function* readLinks({ connection }: Source, { places }: Insights, name: CarriedName): Steps<Links> {
  const { linkTable, linkColumn } = carriedKind(name)
  const sql = `SELECT insight || ',' || ${linkColumn} AS row FROM ${linkTable} WHERE insight BETWEEN ? AND ?`
  const ordered = Uint32Array.from(places.keys()).sort()
  /** Two numbers for each link, one after the other. */
  const parts: (readonly number[])[] = []
  const starts = new Uint32Array(places.size + 1)
  for (let from = 0; from < ordered.length; from += insightsInStep) {
    const last = ordered[Math.min(from + insightsInStep, ordered.length) - 1] ?? 0
    const numbers = rowsOf(connection, sql, [ordered[from] ?? 0, last])
    parts.push(numbers)
    for (let at = 0; at < numbers.length; at += 2) {
      const place = places.get(numbers[at] ?? 0)
      if (place !== undefined) starts[place + 1] = (starts[place + 1] ?? 0) + 1
    }
    yield
  }
  for (let place = 0; place < places.size; place += 1)
    starts[place + 1] = (starts[place + 1] ?? 0) + (starts[place] ?? 0)
  const next = starts.slice()
  const targets = new Uint32Array(starts[places.size] ?? 0)
  for (const numbers of parts) {
    for (let at = 0; at < numbers.length; at += 2) {
      const place = places.get(numbers[at] ?? 0)
      if (place === undefined) continue
      const free = next[place] ?? 0
      targets[free] = numbers[at + 1] ?? 0
      next[place] = free + 1
    }
    yield
  }
  return { starts, targets }
}

const targetsOf = ({ starts, targets }: Links, place: number) => targets.subarray(starts[place], starts[place + 1])

/** As a loop over `targetsOf`, without an array for each of 100,000 insights. */
function eachTarget({ starts, targets }: Links, place: number, use: (row: number) => void): void {
  const end = starts[place + 1] ?? 0
  for (let at = starts[place] ?? 0; at < end; at += 1) use(targets[at] ?? 0)
}

const hasAny = ({ starts }: Links, place: number) => starts[place] !== starts[place + 1]

interface Figures {
  readonly row: number
  readonly id: string
  readonly title: string
  readonly hideContent: boolean
  readonly status: string | null
  readonly insights: number
  readonly unseen: number
  readonly feedback: number
  readonly recent: number
  readonly score: number | null
}

/** For each record those of another kind that share insights with it, and how many insights they share. */
type Through = ReadonlyMap<number, ReadonlyMap<number, number>>
const none: ReadonlyMap<number, number> = new Map()

interface Whole {
  /** Another number for each that was read, so that what was computed from one is known to be of it. */
  readonly version: number
  readonly insights: Insights
  readonly links: OfCarried<Links>
  readonly feedback: Links
  /** In the order of the map. */
  readonly figures: OfCarried<ReadonlyMap<number, Figures>>
  readonly opportunitiesOf: Through
  readonly solutionsOf: Through
  /** How many goals an opportunity shares insights with, and how many opportunities a solution. */
  readonly goalsReaching: ReadonlyMap<number, number>
  readonly opportunitiesReaching: ReadonlyMap<number, number>
}

/** Places of the insights that carry each record. */
function placesByRecord(links: Links, insights: number): ReadonlyMap<number, readonly number[]> {
  const places = new Map<number, number[]>()
  for (let place = 0; place < insights; place += 1) {
    eachTarget(links, place, (target) => {
      const known = places.get(target)
      if (known === undefined) places.set(target, [place])
      else known.push(place)
    })
  }
  return places
}

interface Heard {
  readonly links: Links
  /** By row of feedback, 1 or 0. */
  readonly isFresh: Uint8Array
  /** By row of feedback, the record that it was last counted for. */
  readonly countedFor: Uint32Array
}

function readHeard({ connection, workspace, since }: Source, links: Links): Heard {
  const sql = `SELECT row FROM feedback WHERE workspace = ? AND ${writtenAt} >= julianday(?)`
  const greatest = links.targets.reduce((most, row) => Math.max(most, row), 0)
  const isFresh = new Uint8Array(greatest + 1)
  for (const row of rowsOf(connection, sql, [workspace, since])) isFresh[row] = 1
  return { links, isFresh, countedFor: new Uint32Array(greatest + 1) }
}

/** Different pieces of feedback of these insights. */
function countHeard({ links, isFresh, countedFor }: Heard, places: readonly number[], mark: number) {
  let [feedback, recent] = [0, 0]
  for (const place of places) {
    eachTarget(links, place, (row) => {
      if (countedFor[row] === mark) return
      countedFor[row] = mark
      feedback += 1
      recent += isFresh[row] ?? 0
    })
  }
  return { feedback, recent }
}

const strongestFirst = ({ score: one }: Figures, { score: other }: Figures) =>
  one === other ? 0 : one === null || (other !== null && other > one) ? 1 : -1

/** Insights whose feedback is counted at a time. */
const countedInStep = 50_000

function* readFigures(
  { connection, workspace }: Source,
  kind: Carried,
  { seen, scores }: Insights,
  byRecord: ReadonlyMap<number, readonly number[]>,
  heard: Heard,
): Steps<ReadonlyMap<number, Figures>> {
  const { table } = carriedKind(kind)
  const sql = `SELECT row, id, title, hide_content, ${kind === 'outcome' ? 'NULL' : 'status'} AS status FROM ${table}
    WHERE workspace = ? ORDER BY ${kind === 'outcome' ? 'priority, ' : ''}title COLLATE NOCASE, row`
  heard.countedFor.fill(0)
  const figures: Figures[] = []
  let counted = 0
  for (const [index, record] of connection.all(sql, [workspace], namedRow).entries()) {
    const places = byRecord.get(record.row) ?? []
    // Places are by score, and those that are not scored come last.
    const strongest = scores[places[0] ?? -1] ?? Number.NaN
    figures.push({
      ...record,
      insights: places.length,
      unseen: places.filter((place) => seen[place] === false).length,
      ...countHeard(heard, places, index + 1),
      score: Number.isNaN(strongest) ? null : strongest,
    })
    counted += places.length
    if (counted < countedInStep) continue
    counted = 0
    yield
  }
  if (kind !== 'outcome') figures.sort(strongestFirst)
  return new Map(figures.map((each) => [each.row, each]))
}

function countThrough(byRecord: ReadonlyMap<number, readonly number[]>, others: Links): Through {
  const through = new Map<number, Map<number, number>>()
  for (const [record, places] of byRecord) {
    const shared = new Map<number, number>()
    const count = (other: number) => shared.set(other, (shared.get(other) ?? 0) + 1)
    for (const place of places) eachTarget(others, place, count)
    if (shared.size > 0) through.set(record, shared)
  }
  return through
}

function countReaching(through: Through): ReadonlyMap<number, number> {
  const reaching = new Map<number, number>()
  for (const others of through.values())
    for (const other of others.keys()) reaching.set(other, (reaching.get(other) ?? 0) + 1)
  return reaching
}

let versions = 0

function* readWhole(source: Source): Steps<Whole> {
  const insights = yield* readInsights(source)
  yield
  const feedback = yield* readLinks(source, insights, 'feedback')
  const heard = readHeard(source, feedback)
  yield
  function* ofEach<T>(make: (kind: Carried) => Steps<T>): Steps<OfCarried<T>> {
    return {
      outcome: yield* make('outcome'),
      opportunity: yield* make('opportunity'),
      solution: yield* make('solution'),
    }
  }
  function* inStep<T>(make: () => T): Steps<T> {
    const made = make()
    yield
    return made
  }
  const links = yield* ofEach((kind) => readLinks(source, insights, kind))
  const byRecord = yield* ofEach((kind) => inStep(() => placesByRecord(links[kind], insights.rows.length)))
  const opportunitiesOf = yield* inStep(() => countThrough(byRecord.outcome, links.opportunity))
  const solutionsOf = yield* inStep(() => countThrough(byRecord.opportunity, links.solution))
  versions += 1
  return {
    ...{ version: versions, insights, links, feedback, opportunitiesOf, solutionsOf },
    figures: yield* ofEach((kind) => readFigures(source, kind, insights, byRecord[kind], heard)),
    goalsReaching: countReaching(opportunitiesOf),
    opportunitiesReaching: countReaching(solutionsOf),
  }
}

const readTables: ReadonlySet<string> = new Set([
  ...['insights', 'feedback', 'outcomes', 'opportunities', 'solutions'],
  ...['insight_feedback', 'insight_outcomes', 'insight_opportunities', 'insight_solutions'],
])

function gapOfRow({ opportunitiesOf, solutionsOf }: Whole, kind: Carried, { row, recent }: Figures) {
  return gapOf(kind, {
    opportunities: opportunitiesOf.get(row)?.size ?? 0,
    solutions: solutionsOf.get(row)?.size ?? 0,
    recent,
  })
}

/** What matches a filter, and what is shown because it leads to a match. */
interface Kept {
  readonly matching: OfCarried<ReadonlySet<number>>
  readonly shown: OfCarried<ReadonlySet<number>>
  /** Rows of insights that match. */
  readonly insights: ReadonlySet<number>
}

const isFiltering = ({ text, kinds, onlyGaps, onlyUnseen }: MapFilter) =>
  text.trim() !== '' || kinds.length > 0 || onlyGaps || onlyUnseen

function matchingRows(asked: Asked, whole: Whole, kind: Carried): ReadonlySet<number> {
  const { connection, cache, workspace, forgiveness, filter } = asked
  const { text, kinds, onlyGaps, onlyUnseen } = filter
  if (kinds.length > 0 && !kinds.includes(kind)) return new Set()
  const found = rowsFound(connection, cache, { table: tableOf[kind], workspace, text, forgiveness })
  const words = found && new Set(found)
  const rows = [...whole.figures[kind].values()].filter(
    (each) =>
      (words === null || words.has(each.row)) &&
      (!onlyUnseen || each.unseen > 0) &&
      (!onlyGaps || gapOfRow(whole, kind, each) !== null),
  )
  return new Set(rows.map(({ row }) => row))
}

/** By place. */
function matchingInsights(asked: Asked, { insights: { rows, seen } }: Whole): readonly number[] {
  const { connection, cache, workspace, forgiveness, filter } = asked
  const { text, kinds, onlyGaps, onlyUnseen } = filter
  if (onlyGaps || (kinds.length > 0 && !kinds.includes('insight'))) return []
  const found = rowsFound(connection, cache, { table: 'insights', workspace, text, forgiveness })
  const words = found && new Set(found)
  const saysWords = words === null ? null : insightsSaying(asked, rows.length)
  return [...rows.keys()].filter(
    (place) =>
      (!onlyUnseen || seen[place] === false) &&
      (words === null || saysWords?.[place] === 1 || words.has(rows[place] ?? 0)),
  )
}

const feedbackFound = ({ connection, cache, workspace, text, forgiveness }: Omit<Searched, 'table'> & CacheUse) =>
  rowsFound(connection, cache, { table: 'feedback', workspace, text, forgiveness }) ?? []

/** By place, 1 for the insights whose feedback has the words. */
function insightsSaying({ filter: { text }, ...asked }: Asked, insights: number): Uint8Array {
  const { feedback } = asked.whole
  const found = feedbackFound({ ...asked, text })
  const hasWords = new Uint8Array(found.reduce((most, row) => Math.max(most, row), 0) + 1)
  for (const row of found) hasWords[row] = 1
  const saying = new Uint8Array(insights)
  for (let place = 0; place < insights; place += 1) {
    eachTarget(feedback, place, (row) => {
      if (hasWords[row] === 1) saying[place] = 1
    })
  }
  return saying
}

/** null: all is shown. */
function readKept(asked: Asked): Kept | null {
  const { cache, whole, filter, forgiveness } = asked
  if (!isFiltering(filter)) return null
  return cache.value(['map kept', whole.version, filter, forgiveness], () => {
    const places = matchingInsights(asked, whole)
    const matching = {
      outcome: matchingRows(asked, whole, 'outcome'),
      opportunity: matchingRows(asked, whole, 'opportunity'),
      solution: matchingRows(asked, whole, 'solution'),
    }
    const carried = (kind: Carried) => {
      const rows = new Set(matching[kind])
      for (const place of places) for (const row of targetsOf(whole.links[kind], place)) rows.add(row)
      return rows
    }
    const addLeading = (rows: Set<number>, through: Through, shown: ReadonlySet<number>) => {
      for (const [row, others] of through) if ([...others.keys()].some((other) => shown.has(other))) rows.add(row)
      return rows
    }
    const solution = carried('solution')
    const opportunity = addLeading(carried('opportunity'), whole.solutionsOf, solution)
    const outcome = addLeading(carried('outcome'), whole.opportunitiesOf, opportunity)
    const insights = new Set(places.map((place) => whole.insights.rows[place] ?? 0))
    return { matching, shown: { outcome, opportunity, solution }, insights }
  })
}

/** How many insights of a list each record has below it. */
function countInsights(asked: Asked, list: Exclude<InsightList, 'loneInsights'>): ReadonlyMap<number, number> {
  const { cache, whole, filter, forgiveness } = asked
  const filtered = isFiltering(filter) ? [filter, forgiveness] : null
  return cache.value(['map insights', whole.version, list, filtered], () => {
    const { insights, links } = whole
    const kept = readKept(asked)
    const counts = new Map<number, number>()
    const { of, without } = insightLists[list]
    for (const [place, row] of insights.rows.entries()) {
      if ((kept !== null && !kept.insights.has(row)) || without.some((kind) => hasAny(links[kind], place))) continue
      for (const record of targetsOf(links[of], place)) counts.set(record, (counts.get(record) ?? 0) + 1)
    }
    return counts
  })
}

/** Rows of a list in the order of the map, and how many insights each shares with the record above. */
interface Listed {
  readonly rows: readonly number[]
  /** null: the service links them. */
  readonly through: ReadonlyMap<number, number> | null
}

function listCarried(whole: Whole, list: MapList, of: number | null): Listed {
  const all = [...whole.figures[listedKind[list] as Carried].keys()]
  if (list === 'goals') return { rows: all, through: null }
  if (list === 'loneOpportunities') return { rows: all.filter((row) => !whole.goalsReaching.has(row)), through: null }
  if (list === 'loneSolutions') {
    return { rows: all.filter((row) => !whole.opportunitiesReaching.has(row)), through: null }
  }
  const through = (list === 'goalOpportunities' ? whole.opportunitiesOf : whole.solutionsOf).get(of ?? 0) ?? none
  // Those that share the most stand first; `all` is by score, and sorting is stable.
  const rows = all.filter((row) => through.has(row))
  return { rows: rows.sort((one, other) => (through.get(other) ?? 0) - (through.get(one) ?? 0)), through }
}

function listInsights(
  { insights: { rows }, links }: Whole,
  list: InsightList,
  above: number | null,
): readonly number[] {
  const { of, without } = insightLists[list]
  return rows.filter(
    (_, place) =>
      (of === null || targetsOf(links[of], place).includes(above ?? 0)) &&
      !without.some((kind) => hasAny(links[kind], place)),
  )
}

function listRows(asked: Asked, list: MapList, of: number | null): Listed {
  if (list === 'insightFeedback') {
    const sql = `SELECT feedback.row FROM insight_feedback AS said JOIN feedback ON feedback.row = said.feedback
      WHERE said.insight = ? ORDER BY ${writtenAt} DESC, feedback.row`
    return { rows: rowsOf(asked.connection, sql, [of ?? 0]), through: null }
  }
  const { whole } = asked
  const kept = readKept(asked)
  if (isInsightList(list)) {
    const rows = listInsights(whole, list, of)
    return { rows: kept === null ? rows : rows.filter((row) => kept.insights.has(row)), through: null }
  }
  const listed = listCarried(whole, list, of)
  const shown = kept?.shown[listedKind[list] as Carried]
  return shown === undefined ? listed : { ...listed, rows: listed.rows.filter((row) => shown.has(row)) }
}

function totalBelow(asked: Asked, list: MapList, row: number): number {
  if (list !== 'loneInsights' && isInsightList(list)) return countInsights(asked, list).get(row) ?? 0
  const { opportunitiesOf, solutionsOf } = asked.whole
  const others = (list === 'goalOpportunities' ? opportunitiesOf : solutionsOf).get(row) ?? none
  const shown = readKept(asked)?.shown[listedKind[list] as Carried]
  return shown === undefined ? others.size : [...others.keys()].filter((other) => shown.has(other)).length
}

const present = ({ total }: MapTotal) => total > 0

function carriedRecords(asked: Asked, list: MapList, { rows, through }: Listed): MapRecord[] {
  const kind = listedKind[list] as Carried
  const { whole } = asked
  const kept = readKept(asked)
  const reaching = { goalOpportunities: whole.goalsReaching, opportunitySolutions: whole.opportunitiesReaching }
  const above = list === 'goalOpportunities' || list === 'opportunitySolutions' ? reaching[list] : none
  return rows.flatMap((each) => {
    const found = whole.figures[kind].get(each)
    if (found === undefined) return []
    const { row, ...record } = found
    return {
      kind,
      ...record,
      at: null,
      gap: gapOfRow(whole, kind, found),
      through: through?.get(row) ?? null,
      elsewhere: Math.max(0, (above.get(row) ?? 1) - 1),
      matches: kept === null || kept.matching[kind].has(row),
      below: listsBelow[kind].map((of) => ({ list: of, total: totalBelow(asked, of, row) })).filter(present),
    }
  })
}

/** Records of the kind above that carry an insight, or insights that carry a piece of feedback. */
function elsewhereSql(list: MapList): string {
  if (list === 'insightFeedback') return '(SELECT count(*) FROM insight_feedback WHERE feedback = target.row)'
  const above: CarriedName | null = isInsightList(list) ? insightLists[list].of : null
  return above === null ? '1' : `(SELECT count(*) FROM ${carriedKind(above).linkTable} WHERE insight = target.row)`
}

function leafSql(list: MapList): string {
  if (list === 'insightFeedback') {
    return `SELECT target.row, target.id, substr(coalesce(nullif(title, '') || ': ', '') || content, 1, ${longestWords}) AS title,
        0 AS hide_content, source AS status, 0 AS insights, 0 AS unseen, 1 AS feedback,
        coalesce(${writtenAt} >= julianday(?1), 0) AS recent, NULL AS score, created_at AS at,
        ${elsewhereSql(list)} AS elsewhere, 0 AS below
      FROM feedback AS target WHERE target.row IN (SELECT value FROM json_each(?2))`
  }
  return `SELECT target.row, target.id, target.title, target.hide_content, target.type AS status, 1 AS insights,
      1 - target.seen AS unseen,
      (SELECT count(*) FROM insight_feedback WHERE insight = target.row) AS feedback,
      (SELECT count(*) FROM insight_feedback AS said JOIN feedback ON feedback.row = said.feedback
       WHERE said.insight = target.row AND ${writtenAt} >= julianday(?1)) AS recent,
      target.combined_score AS score, NULL AS at, ${elsewhereSql(list)} AS elsewhere,
      (SELECT count(*) FROM insight_feedback WHERE insight = target.row) AS below
    FROM insights AS target WHERE target.row IN (SELECT value FROM json_each(?2))`
}

function leafRecords(asked: Asked, list: MapList, rows: readonly number[]): MapRecord[] {
  const kind: MapKind = listedKind[list]
  const found = new Map(
    asked.connection
      .all(leafSql(list), [asked.since, JSON.stringify(rows)])
      .map((stored) => [Number(stored.row), leafRow.read(stored)]),
  )
  return rows.flatMap((row) => {
    const read = found.get(row)
    if (read === undefined) return []
    const { below, elsewhere, ...record } = read
    const lists = listsBelow[kind].map((of) => ({ list: of, total: below })).filter(present)
    const others = Math.max(0, elsewhere - 1)
    return [{ kind, ...record, gap: null, through: null, elsewhere: others, matches: true, below: lists }]
  })
}

function readTop(asked: Asked): MapTop {
  const { whole } = asked
  const kept = readKept(asked)
  const below = topLists.map((list) => ({ list, total: listRows(asked, list, null).rows.length })).filter(present)
  const gaps = { noOpportunities: 0, noSolutions: 0, notFresh: 0 }
  let all = whole.insights.rows.length
  for (const kind of carriedKinds) {
    all += whole.figures[kind].size
    for (const row of whole.figures[kind].values()) {
      const gap = gapOfRow(whole, kind, row)
      if (gap !== null) gaps[gap] += 1
    }
  }
  const matching =
    kept === null ? all : carriedKinds.reduce((sum, kind) => sum + kept.matching[kind].size, kept.insights.size)
  return { below, gaps, matching, all }
}

/** Table of the record that a branch is below. */
function tableAbove(list: MapList): string | null {
  const kind = (Object.keys(listsBelow) as MapKind[]).find((each) => listsBelow[each].includes(list))
  if (kind === undefined) return null
  return kind === 'insight' ? 'insights' : carriedKind(kind).table
}

const nothing: MapTop = { below: [], gaps: { noOpportunities: 0, noSolutions: 0, notFresh: 0 }, matching: 0, all: 0 }

type Queries = Pick<StoreApi, 'readMapTop' | 'readMapBranch'>

interface MapDeps {
  readonly context: StoreContext
  readonly cache: ListCache
  readonly search: WordSearch
  readonly completeIndex: CompleteFeedbackIndex
}

export function createMapQueries({ context, cache, search, completeIndex }: MapDeps): Queries {
  const wholeOf = keepInSteps(context, {
    tables: readTables,
    make: (connection, [workspace, since]: [number, string]) => readWhole({ connection, workspace, since }),
  })
  async function read<T>(
    { workspace, filter, now }: { workspace: WorkspaceRef; filter: MapFilter; now: string },
    empty: T,
    work: (asked: Asked) => T,
  ): Promise<T> {
    const { text } = filter
    const since = recentSince(new Date(now))
    const row = await context.read((connection) => findWorkspace(connection, workspace))
    if (row === null) return empty
    const whole = await wholeOf(row, since)
    const completed = completeIndex()
    // Begun when the map is opened, so that the first search waits less.
    if (text.trim() === '') completed.catch(() => undefined)
    else {
      await completed
      // The longest part of a search, before the rest of it.
      await context.read((connection) => feedbackFound({ connection, cache, workspace: row, text, forgiveness: [] }))
      await nextMacrotask()
    }
    return search.read({ workspace, text, tables: searchedTables }, (connection, forgiveness) =>
      work({ connection, cache, whole, workspace: row, since, filter, forgiveness }),
    )
  }
  return {
    readMapTop: (input) => read(input, nothing, readTop),
    readMapBranch: (input) =>
      read<MapBranch>(input, { records: [], total: 0 }, (asked) => {
        const { list, of, limit } = input
        const table = tableAbove(list)
        const sql = `SELECT row FROM ${table} WHERE workspace = ? AND id = ?`
        const above =
          table === null ? null : (asked.connection.value(sql, [asked.workspace, of ?? ''], column.number) ?? null)
        if (table !== null && above === null) return { records: [], total: 0 }
        const listed = listRows(asked, list, above)
        const page = { ...listed, rows: listed.rows.slice(0, limit) }
        const isLeaf = list === 'insightFeedback' || isInsightList(list)
        const records = isLeaf ? leafRecords(asked, list, page.rows) : carriedRecords(asked, list, page)
        return { records, total: listed.rows.length }
      }),
  }
}
