// The evidence map. Links are counted here, from the evidence in memory: grouping 600,000 links of feedback by
// SQL takes many times as long. Counting goes in steps with other calls in between, and is kept until something is written.
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
import { firstAtLeast } from '../../contract/first-at-least'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { nextMacrotask } from '../store/next-macrotask'
import { column, rowOf } from '../store/row'
import type { CompleteFeedbackIndex } from '../text/text-index'
import {
  type Evidence,
  type Links as EvidenceLinks,
  type EvidenceSource,
  linksInStep,
  ofMap,
  rangeOf,
  recentOf,
} from './evidence-arrays'
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
  row: column.number,
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

/** Lists of insights: the kind of the record above, and the kinds of which they carry none. */
const insightLists = {
  goalInsights: { of: 'outcome', without: ['opportunity'] },
  opportunityInsights: { of: 'opportunity', without: ['solution'] },
  solutionInsights: { of: 'solution', without: [] },
  loneInsights: { of: null, without: carriedKinds },
} as const satisfies Partial<Record<MapList, { of: Carried | null; without: readonly Carried[] }>>
type InsightList = keyof typeof insightLists
const isInsightList = (list: MapList): list is InsightList => Object.hasOwn(insightLists, list)

/** The input of the whole map. */
interface Source {
  readonly connection: Connection
  readonly workspace: number
  readonly evidence: Evidence
}

interface CacheUse {
  readonly connection: Connection
  readonly cache: ListCache
}

interface Asked extends CacheUse {
  readonly workspace: number
  /** The day from which feedback is recent. */
  readonly since: string
  readonly whole: Whole
  readonly filter: MapFilter
  readonly forgiveness: Forgiveness
}

/** Links of each insight, by its place: rows of records, insight after insight. */
interface Links {
  readonly starts: Uint32Array
  readonly targets: Uint32Array
}

/** Insights by place, the strongest first. */
interface Insights {
  readonly rows: readonly number[]
  /** 1 or 0. */
  readonly seen: Uint8Array
  /** NaN: not scored. */
  readonly scores: Float64Array
}

/** Places from the greatest score down; equal ones, and unknown ones at the end, stay in their order. */
function fromGreatest(scores: Float64Array): Int32Array {
  const keys = scores.map((score) => (Number.isNaN(score) ? Number.POSITIVE_INFINITY : -score))
  // Without a comparison function, 100,000 numbers are sorted in a tenth of the time.
  const sorted = keys.slice().sort()
  const placed = new Int32Array(keys.length)
  const order = new Int32Array(keys.length)
  for (let at = 0; at < keys.length; at += 1) {
    const first = firstAtLeast(sorted, keys[at] ?? 0)
    order[first + (placed[first] ?? 0)] = at
    placed[first] = (placed[first] ?? 0) + 1
  }
  return order
}

function orderInsights({ insights: { rows, seen, combined } }: Evidence): Insights {
  const order = fromGreatest(combined)
  const { length } = order
  // Filled in a loop: `Array.from` takes seven times as long.
  const ordered = { rows: new Array<number>(length), seen: new Uint8Array(length), scores: new Float64Array(length) }
  for (let place = 0; place < length; place += 1) {
    const at = order[place] ?? 0
    ordered.rows[place] = rows[at] ?? 0
    ordered.seen[place] = seen[at] ?? 0
    ordered.scores[place] = combined[at] ?? Number.NaN
  }
  return ordered
}

/** Counts the links that were read, and returns whether others have to be answered before more are. */
function createPace(): (links: number) => boolean {
  let read = 0
  return (links) => {
    // An insight without links takes time too.
    read += links + 1
    if (read < linksInStep) return false
    read = 0
    return true
  }
}

function* linksByPlace(links: EvidenceLinks, rows: readonly number[]): Steps<Links> {
  const starts = new Uint32Array(rows.length + 1)
  const targets = new Uint32Array(links.records.length)
  const isDue = createPace()
  let end = 0
  for (let place = 0; place < rows.length; place += 1) {
    const [from, to] = rangeOf(links, rows[place] ?? 0)
    for (let link = from; link < to; link += 1) targets[end + link - from] = links.records[link] ?? 0
    end += to - from
    starts[place + 1] = end
    if (isDue(to - from)) yield
  }
  return { starts, targets: targets.subarray(0, end) }
}

const targetsOf = ({ starts, targets }: Links, place: number) => targets.subarray(starts[place], starts[place + 1])

/** Loops over `targetsOf` without an array for each of 100,000 insights. */
function eachTarget({ starts, targets }: Links, place: number, use: (row: number) => void): void {
  const end = starts[place + 1] ?? 0
  for (let at = starts[place] ?? 0; at < end; at += 1) use(targets[at] ?? 0)
}

const linksAt = ({ starts }: Links, place: number) => (starts[place + 1] ?? 0) - (starts[place] ?? 0)
const hasAny = (links: Links, place: number) => linksAt(links, place) > 0

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
  /** Unique for each read, so that results can be matched to it. */
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
type PlacesByRecord = ReadonlyMap<number, Uint32Array>

function placesByRecord(links: Links): PlacesByRecord {
  const { starts, targets } = links
  const ends = new Uint32Array(endOf(links))
  for (const target of targets) ends[target] = (ends[target] ?? 0) + 1
  const places = new Map<number, Uint32Array>()
  const all = new Uint32Array(targets.length)
  let from = 0
  for (let record = 0; record < ends.length; record += 1) {
    const to = from + (ends[record] ?? 0)
    if (to > from) places.set(record, all.subarray(from, to))
    ends[record] = from
    from = to
  }
  for (let place = 0; place + 1 < starts.length; place += 1) {
    eachTarget(links, place, (target) => {
      const free = ends[target] ?? 0
      all[free] = place
      ends[target] = free + 1
    })
  }
  return places
}

/** Greater than the row of each target. */
const endOf = ({ targets }: Links) => targets.reduce((most, row) => Math.max(most, row + 1), 0)

interface Heard {
  readonly links: Links
  /** By row of feedback, 1 or 0. */
  readonly isFresh: Uint8Array
  /** By row of feedback, the record that it was last counted for. */
  readonly countedFor: Uint32Array
  readonly isDue: (links: number) => boolean
}

/** Different pieces of feedback of these insights. */
function* countHeard(
  { links, isFresh, countedFor, isDue }: Heard,
  places: Uint32Array,
  mark: number,
): Steps<{ readonly feedback: number; readonly recent: number }> {
  let [feedback, recent] = [0, 0]
  for (const place of places) {
    eachTarget(links, place, (row) => {
      if (countedFor[row] === mark) return
      countedFor[row] = mark
      feedback += 1
      recent += isFresh[row] ?? 0
    })
    if (isDue(linksAt(links, place))) yield
  }
  return { feedback, recent }
}

const strongestFirst = ({ score: one }: Figures, { score: other }: Figures) =>
  one === other ? 0 : one === null || (other !== null && other > one) ? 1 : -1

const noPlaces = new Uint32Array(0)

function* readFigures(
  { connection, workspace }: Pick<Source, 'connection' | 'workspace'>,
  kind: Carried,
  { seen, scores }: Insights,
  byRecord: PlacesByRecord,
  heard: Heard,
): Steps<ReadonlyMap<number, Figures>> {
  const { table } = carriedKind(kind)
  const sql = `SELECT row, id, title, hide_content, ${kind === 'outcome' ? 'NULL' : 'status'} AS status FROM ${table}
    WHERE workspace = ? ORDER BY ${kind === 'outcome' ? 'priority, ' : ''}title COLLATE NOCASE, row`
  heard.countedFor.fill(0)
  const figures: Figures[] = []
  for (const [index, record] of connection.all(sql, [workspace], namedRow).entries()) {
    const places = byRecord.get(record.row) ?? noPlaces
    // Places are by score, and those that are not scored come last.
    const strongest = scores[places[0] ?? -1] ?? Number.NaN
    figures.push({
      ...record,
      insights: places.length,
      unseen: places.filter((place) => seen[place] === 0).length,
      ...(yield* countHeard(heard, places, index + 1)),
      score: Number.isNaN(strongest) ? null : strongest,
    })
  }
  if (kind !== 'outcome') figures.sort(strongestFirst)
  return new Map(figures.map((each) => [each.row, each]))
}

function* countThrough(byRecord: PlacesByRecord, others: Links): Steps<Through> {
  const through = new Map<number, ReadonlyMap<number, number>>()
  const counts = new Uint32Array(endOf(others))
  const isDue = createPace()
  for (const [record, places] of byRecord) {
    const found: number[] = []
    for (const place of places) {
      eachTarget(others, place, (other) => {
        if (counts[other] === 0) found.push(other)
        counts[other] = (counts[other] ?? 0) + 1
      })
      if (isDue(linksAt(others, place))) yield
    }
    if (found.length > 0) through.set(record, new Map(found.map((other) => [other, counts[other] ?? 0])))
    for (const other of found) counts[other] = 0
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

export function* readWhole(source: Source): Steps<Whole> {
  const { evidence } = source
  const insights = yield* inStep(() => orderInsights(evidence))
  // Read once: each access to the evidence checks for newer writes.
  const said = evidence.carried.feedback
  const feedback = yield* linksByPlace(said, insights.rows)
  const countedFor = new Uint32Array(said.end)
  const heard: Heard = { links: feedback, isFresh: recentOf(evidence), countedFor, isDue: createPace() }
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
  const links = yield* ofEach((kind) => linksByPlace(evidence.carried[kind], insights.rows))
  const byRecord = yield* ofEach((kind) => inStep(() => placesByRecord(links[kind])))
  const opportunitiesOf = yield* countThrough(byRecord.outcome, links.opportunity)
  const solutionsOf = yield* countThrough(byRecord.opportunity, links.solution)
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

function gapOfRow({ opportunitiesOf, solutionsOf }: Whole, kind: Carried, { row, recent, status }: Figures) {
  return gapOf(kind, {
    opportunities: opportunitiesOf.get(row)?.size ?? 0,
    solutions: solutionsOf.get(row)?.size ?? 0,
    recent,
    status,
  })
}

/** Records that match a filter, and those shown because they lead to a match. */
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

/** Places that match. */
function matchingInsights(asked: Asked, { insights: { rows, seen } }: Whole): readonly number[] {
  const { connection, cache, workspace, forgiveness, filter } = asked
  const { text, kinds, onlyGaps, onlyUnseen } = filter
  if (onlyGaps || (kinds.length > 0 && !kinds.includes('insight'))) return []
  const found = rowsFound(connection, cache, { table: 'insights', workspace, text, forgiveness })
  const words = found && new Set(found)
  const saysWords = words === null ? null : insightsSaying(asked, rows.length)
  return [...rows.keys()].filter(
    (place) =>
      (!onlyUnseen || seen[place] === 0) && (words === null || saysWords?.[place] === 1 || words.has(rows[place] ?? 0)),
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
  // The page reads the lists below a match without the text.
  const unsearched = { ...asked, filter: { ...asked.filter, text: '' } }
  return rows.flatMap((each) => {
    const found = whole.figures[kind].get(each)
    if (found === undefined) return []
    const { row, ...record } = found
    const matches = kept === null || kept.matching[kind].has(row)
    const beneath = matches ? unsearched : asked
    return {
      kind,
      ...record,
      at: null,
      gap: gapOfRow(whole, kind, found),
      through: through?.get(row) ?? null,
      elsewhere: Math.max(0, (above.get(row) ?? 1) - 1),
      matches,
      below: listsBelow[kind].map((of) => ({ list: of, total: totalBelow(beneath, of, row) })).filter(present),
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
    // Until a list is read again, an older version's rows may have '' for a title that is absent.
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
  const leaves = asked.connection.all(leafSql(list), [asked.since, JSON.stringify(rows)], leafRow)
  const found = new Map(leaves.map(({ row, ...leaf }) => [row, leaf]))
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
  const { whole, forgiveness } = asked
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
  return { below, gaps, matching, all, ...(forgiveness.length === 0 ? {} : { forgiven: forgiveness }) }
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
  readonly evidence: EvidenceSource
  readonly context: StoreContext
  readonly cache: ListCache
  readonly search: WordSearch
  readonly completeIndex: CompleteFeedbackIndex
}

const indexDelayMs = 5_000

export function createMapQueries({ context, cache, search, completeIndex, evidence }: MapDeps): Queries {
  const wholeOf = keepInSteps(context, {
    tables: readTables,
    make: (connection, [workspace, since]: [number, string]) =>
      readWhole({ connection, workspace, evidence: evidence.of(connection, workspace, since) }),
  })
  /** Waits a little after the map opens, so that the first search is faster but the branches opened next are read first. */
  function beginIndexSoon(): void {
    // It fails where the library was closed meanwhile.
    setTimeout(() => void completeIndex().catch(() => undefined), indexDelayMs).unref()
  }
  async function read<T>(
    { workspace, filter, now }: { workspace: WorkspaceRef; filter: MapFilter; now: string },
    empty: T,
    work: (asked: Asked) => T,
  ): Promise<T> {
    const { text } = filter
    const since = recentSince(new Date(now))
    const row = await context.read((connection) => findWorkspace(connection, workspace))
    if (row === null) return empty
    await evidence.prepare(workspace, ofMap, since)
    const whole = await wholeOf(row, since)
    if (text.trim() === '') beginIndexSoon()
    else {
      await completeIndex()
      // The longest part of a search goes first.
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
