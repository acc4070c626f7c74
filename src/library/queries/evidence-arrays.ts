// Insights with their scores and the records they carry, as typed arrays: the source of every count and mean of lists and
// Prioritise. Grouping 100,000 insights and 600,000 pieces of feedback in SQL takes many seconds, as each piece is counted
// once for each record; over arrays it takes milliseconds. Each table is read in slices, between which other calls are
// answered, and kept until it is written to.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { recentDays } from '../../contract/features/feedback'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Connection } from '../store/connection'
import { findWorkspace, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import { sentimentOfPiece, writtenAt } from './feedback'
import { integersIn } from './list-cache'
import { type CarriedName, carriedKind } from './relations'

export interface Evidence {
  /** By row of the feedback: `moods`. */
  readonly moods: Uint8Array
  /** Ids of insights. */
  readonly ids: readonly string[]
  readonly insights: Insights
  readonly carried: Readonly<Record<CarriedName, Links>>
  /** By row of the feedback; NaN: none. */
  readonly sentiment: Float64Array
}

/** In the order of their rows; NaN is an unknown score. */
export interface Insights {
  readonly rows: Int32Array
  readonly seen: Uint8Array
  readonly strength: Float64Array
  readonly momentum: Float64Array
  readonly combined: Float64Array
}

/** Records that insights carry: those of insight `first + n` are from `starts[n]` to `starts[n + 1]`. */
export interface Links {
  readonly first: number
  readonly starts: Int32Array
  readonly records: Int32Array
  /** Greater than the row of each record. */
  readonly end: number
}

/** Flags of a piece of feedback. `recent` and those after it: only for pieces written since the day in question. */
const moods = { undated: 1, recent: 2, rated: 4, negative: 8 } as const

const carriedNames = ['opportunity', 'outcome', 'solution', 'feedback'] as const satisfies readonly CarriedName[]

/** Rows of a table that one statement reads: some 10 ms. */
const sliceRows = 10_000

/** With 17 digits, which tell any two numbers apart. The database itself would write 15. */
const digits = (name: string) => `iif(${name} IS NULL, 'null', printf('%!.17g', ${name}))`

const joined = column.orElse(column.text, '')
const boundsRow = rowOf({ first: column.orElse(column.number, 0), last: column.orElse(column.number, -1) })
const insightSlice = rowOf({ rows: joined, seen: joined, strength: joined, momentum: joined, combined: joined })
const idSlice = rowOf({ rows: column.json<number[]>(), ids: column.json<string[]>() })
const linkSlice = rowOf({ insights: joined, records: joined })
const sentimentSlice = rowOf({ pieces: column.number, sentiment: joined })
const moodSlice = rowOf({ rows: joined, moods: joined })

const floats = (text: string): readonly (number | null)[] => JSON.parse(`[${text}]`)

/** Joins slice after slice. */
function joinedIntegers(slices: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(slices.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const slice of slices) {
    all.set(slice, end)
    end += slice.length
  }
  return all
}

function joinedFloats(slices: readonly (readonly (number | null)[])[]): Float64Array {
  const all = new Float64Array(slices.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const slice of slices) {
    for (const value of slice) {
      all[end] = value ?? Number.NaN
      end += 1
    }
  }
  return all
}

/** Runs one statement in each step. */
type Reading<T> = Generator<undefined, T>

type Bounds = ReturnType<typeof boundsRow.read>
type Slice = readonly [from: number, to: number]

function boundsOf(connection: Connection, table: 'insights' | 'feedback', workspace: number): Bounds {
  // Two subqueries: in one, the database would read every row instead of the ends of the index.
  const endOf = (end: 'min' | 'max') =>
    `(SELECT ${end}(row) FROM ${table} INDEXED BY ${table}_by_row WHERE workspace = ?1)`
  const sql = `SELECT ${endOf('min')} AS first, ${endOf('max')} AS last`
  return connection.get(sql, [workspace], boundsRow) ?? { first: 0, last: -1 }
}

function slicesOf({ first, last }: Bounds): readonly Slice[] {
  return Array.from({ length: Math.ceil((last - first + 1) / sliceRows) }, (_, place) => {
    const from = first + place * sliceRows
    return [from, Math.min(from + sliceRows - 1, last)] as const
  })
}

function* readInsights(connection: Connection, workspace: number): Reading<Insights> {
  type Scores = (readonly (number | null)[])[]
  const rows: Int32Array[] = []
  const seen: Int32Array[] = []
  const strength: Scores = []
  const momentum: Scores = []
  const combined: Scores = []
  for (const slice of slicesOf(boundsOf(connection, 'insights', workspace))) {
    const read = connection.get(
      `SELECT group_concat(row) AS rows, group_concat(seen) AS seen, group_concat(${digits('strength_score')}) AS strength,
         group_concat(${digits('momentum_score')}) AS momentum, group_concat(${digits('combined_score')}) AS combined
       FROM insights INDEXED BY insights_by_row WHERE workspace = ? AND row BETWEEN ? AND ?`,
      [workspace, ...slice],
      insightSlice,
    )
    rows.push(integersIn(read?.rows ?? ''))
    seen.push(integersIn(read?.seen ?? ''))
    strength.push(floats(read?.strength ?? ''))
    momentum.push(floats(read?.momentum ?? ''))
    combined.push(floats(read?.combined ?? ''))
    yield
  }
  return {
    rows: joinedIntegers(rows),
    seen: new Uint8Array(joinedIntegers(seen)),
    strength: joinedFloats(strength),
    momentum: joinedFloats(momentum),
    combined: joinedFloats(combined),
  }
}

/** Ids in the order of the rows of insights. */
function* readIds(connection: Connection, workspace: number): Reading<readonly string[]> {
  const bounds = boundsOf(connection, 'insights', workspace)
  // By row; '' where the workspace has none. Sorting 100,000 pairs of row and id would take ten times as long.
  const found = new Array<string>(bounds.last - bounds.first + 1).fill('')
  let last = ''
  while (true) {
    // From the index of ids, which has no texts.
    const sql = `SELECT json_group_array(row) AS rows, json_group_array(id) AS ids FROM
      (SELECT row, id FROM insights WHERE workspace = ? AND id > ? ORDER BY id LIMIT ${sliceRows})`
    const read = connection.get(sql, [workspace, last], idSlice)
    if (read === undefined || read.ids.length === 0) break
    for (const [index, id] of read.ids.entries()) found[(read.rows[index] ?? 0) - bounds.first] = id
    last = read.ids.at(-1) ?? last
    yield
  }
  return found.filter((id) => id !== '')
}

function* readLinks(connection: Connection, workspace: number, name: CarriedName): Reading<Links> {
  const { linkTable, linkColumn } = carriedKind(name)
  const bounds = boundsOf(connection, 'insights', workspace)
  const starts = new Int32Array(bounds.last - bounds.first + 2)
  const found: Int32Array[] = []
  let end = 0
  for (const slice of slicesOf(bounds)) {
    const read = connection.get(
      `SELECT group_concat(insight) AS insights, group_concat(${linkColumn}) AS records
       FROM ${linkTable} WHERE insight BETWEEN ? AND ?`,
      slice,
      linkSlice,
    )
    const records = integersIn(read?.records ?? '')
    for (const insight of integersIn(read?.insights ?? '')) count(starts, insight - bounds.first + 1)
    for (const record of records) end = Math.max(end, record + 1)
    found.push(records)
    yield
  }
  for (let place = 1; place < starts.length; place += 1) {
    starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0)
  }
  return { first: bounds.first, starts, records: joinedIntegers(found), end }
}

function* readSentiment(connection: Connection, workspace: number): Reading<Float64Array> {
  const bounds = boundsOf(connection, 'feedback', workspace)
  const sentiment = new Float64Array(bounds.last + 1).fill(Number.NaN)
  const ofSlice = 'FROM feedback INDEXED BY feedback_by_row WHERE workspace = ? AND row BETWEEN ? AND ?'
  for (const slice of slicesOf(bounds)) {
    const values = [workspace, ...slice]
    // Used only for means, so the 15 digits that the database writes will do.
    const sql = `SELECT count(*) AS pieces, group_concat(ifnull(sentiment_score, 'null')) AS sentiment ${ofSlice}`
    const read = connection.get(sql, values, sentimentSlice)
    const scores = floats(read?.sentiment ?? '')
    const [from, to] = slice
    // Rows without a gap need not be read.
    const rows =
      read?.pieces === to - from + 1
        ? null
        : integersIn(connection.value(`SELECT group_concat(row) ${ofSlice}`, values, joined) ?? '')
    for (let index = 0; index < scores.length; index += 1) {
      sentiment[rows === null ? from + index : (rows[index] ?? 0)] = scores[index] ?? Number.NaN
    }
    yield
  }
  return sentiment
}

const moodOfPiece = `CASE WHEN ${sentimentOfPiece} IS NULL THEN ${moods.recent}
  WHEN ${sentimentOfPiece} = 'Negative' THEN ${moods.recent + moods.rated + moods.negative}
  ELSE ${moods.recent + moods.rated} END`

function* readMoods(connection: Connection, workspace: number, since: string): Reading<Uint8Array> {
  const found = new Uint8Array(boundsOf(connection, 'feedback', workspace).last + 1)
  if (since === '') return found
  const of = 'FROM feedback INDEXED BY feedback_by_date WHERE workspace = ?1'
  const undated = connection.value(`SELECT group_concat(row) ${of} AND ${writtenAt} IS NULL`, [workspace], joined)
  for (const row of integersIn(undated ?? '')) found[row] = moods.undated
  yield
  // A day at a time, and everything later than today at once.
  for (let day = 0; day <= recentDays + 1; day += 1) {
    const isLast = day === recentDays + 1
    const read = connection.get(
      `SELECT group_concat(row) AS rows, group_concat(${moodOfPiece}) AS moods ${of}
       AND ${writtenAt} >= julianday(?2) + ?3 ${isLast ? '' : `AND ${writtenAt} < julianday(?2) + ?3 + 1`}`,
      [workspace, since, day],
      moodSlice,
    )
    const ofRows = integersIn(read?.moods ?? '')
    for (const [index, row] of integersIn(read?.rows ?? '').entries()) found[row] = ofRows[index] ?? 0
    yield
  }
  return found
}

/** By row of the feedback: 1 for pieces written since the day in question. */
export const recentOf = ({ moods: all }: Evidence): Uint8Array => all.map((mood) => (mood & moods.recent ? 1 : 0))

function count(numbers: Int32Array, place: number): void {
  numbers[place] = (numbers[place] ?? 0) + 1
}

interface Part {
  readonly tables: ReadonlySet<string>
  readonly read: (connection: Connection, workspace: number, since: string) => Reading<unknown>
}

const partsOf: Readonly<Record<'ids' | 'insights' | 'sentiment' | 'moods' | CarriedName, Part>> = {
  insights: { tables: new Set(['insights']), read: readInsights },
  ids: { tables: new Set(['insights']), read: readIds },
  sentiment: { tables: new Set(['feedback']), read: readSentiment },
  moods: { tables: new Set(['feedback']), read: readMoods },
  ...(Object.fromEntries(
    carriedNames.map((name): [CarriedName, Part] => [
      name,
      {
        tables: new Set([carriedKind(name).linkTable]),
        read: (connection, workspace) => readLinks(connection, workspace, name),
      },
    ]),
  ) as Record<CarriedName, Part>),
}
export type PartName = keyof typeof partsOf
/** The parts behind the figures of opportunities, goals and solutions. */
export const ofRecords: readonly PartName[] = ['insights', 'sentiment', ...carriedNames]
/** The parts behind `heardOf` and the other needs of records. */
export const ofNeeds: readonly PartName[] = ['insights', 'moods', 'opportunity', 'outcome', 'feedback']
/** The parts behind the map. */
export const ofMap: readonly PartName[] = ['insights', 'moods', ...carriedNames]

/** After so many tries, a table under constant writes is read in one go. */
const mostTries = 3

/** Some 40 MB for 100,000 insights and 600,000 pieces of feedback. */
const mostWorkspaces = 2

export interface EvidenceSource {
  /** Updates these parts, and answers other calls meanwhile. */
  prepare(workspace: WorkspaceRef, parts?: readonly PartName[], since?: string): Promise<void>
  /** At once; parts that are not prepared are read now. */
  of(connection: Connection, workspace: number, since?: string): Evidence
}

export function createEvidence({ tables, read }: Pick<StoreContext, 'tables' | 'read'>): EvidenceSource {
  type Kept = Map<PartName, { readonly revision: string; readonly value: unknown }>
  const kept = new Map<number, Kept>()
  /** One after the other, so that nothing is read twice at the same time. */
  let preparing: Promise<unknown> = Promise.resolve()

  function keptOf(workspace: number): Kept {
    const known: Kept = kept.get(workspace) ?? new Map()
    kept.delete(workspace)
    kept.set(workspace, known)
    const [oldest] = kept.keys()
    if (kept.size > mostWorkspaces && oldest !== undefined) kept.delete(oldest)
    return known
  }

  const revisionOf = (name: PartName, since: string) =>
    `${tables.revisionOf(partsOf[name].tables)} ${name === 'moods' ? since : ''}`
  const isOutdated = (workspace: number, name: PartName, since: string) =>
    kept.get(workspace)?.get(name)?.revision !== revisionOf(name, since)

  async function readInSlices(workspace: number, name: PartName, since: string): Promise<void> {
    for (let tries = 0; tries < mostTries && isOutdated(workspace, name, since); tries += 1) {
      const revision = revisionOf(name, since)
      const { reading, first } = await read((connection) => {
        const begun = partsOf[name].read(connection, workspace, since)
        return { reading: begun, first: begun.next() }
      })
      let step = first
      while (!step.done && revisionOf(name, since) === revision) {
        await nextTurn()
        step = await read(() => reading.next())
      }
      if (step.done && revisionOf(name, since) === revision)
        keptOf(workspace).set(name, { revision, value: step.value })
    }
  }

  function readNow(connection: Connection, workspace: number, name: PartName, since: string): unknown {
    const reading = partsOf[name].read(connection, workspace, since)
    let step = reading.next()
    while (!step.done) step = reading.next()
    keptOf(workspace).set(name, { revision: revisionOf(name, since), value: step.value })
    return step.value
  }

  return {
    async prepare(of, parts = ofRecords, since = '') {
      const workspace = await read((connection) => findWorkspace(connection, of))
      if (workspace === null || !parts.some((name) => isOutdated(workspace, name, since))) return
      const work = preparing.then(async () => {
        for (const name of parts) await readInSlices(workspace, name, since)
      })
      preparing = work.catch(() => undefined)
      await work
    },
    of(connection, workspace, since = '') {
      const value = (name: PartName): unknown => {
        tables.reuse(partsOf[name].tables)
        if (isOutdated(workspace, name, since)) return readNow(connection, workspace, name, since)
        return keptOf(workspace).get(name)?.value
      }
      // Each part is read when it is used.
      return {
        get insights() {
          return value('insights') as Insights
        },
        get ids() {
          return value('ids') as readonly string[]
        },
        get moods() {
          return value('moods') as Uint8Array
        },
        get sentiment() {
          return value('sentiment') as Float64Array
        },
        carried: Object.defineProperties(
          {},
          Object.fromEntries(carriedNames.map((name) => [name, { get: () => value(name) }])),
        ) as Evidence['carried'],
      }
    },
  }
}

/** By row of a record: figures of the insights that carry it and, each counted once, of what those carry. */
export interface Figures {
  readonly insights: Int32Array
  readonly unseen: Int32Array
  /** NaN: unknown. */
  readonly strongest: Float64Array
  readonly combined: Float64Array
  readonly strength: Float64Array
  readonly momentum: Float64Array
  readonly sentiment: Float64Array
  /** Different pieces. */
  readonly feedback: Int32Array
  /** Feedback that `isRecent` marks. */
  readonly recent: Int32Array
}

const noneRecent: Uint8Array = new Uint8Array(0)

/** How many different records of the other kind share an insight with each. */
export function sharedBy(evidence: Evidence, name: CarriedName, other: CarriedName): Int32Array {
  const { insights, carried } = evidence
  return countCarried(carriersOf(insights.rows, carried[name]), insights.rows, carried[other])
}

/** By row of a record: 1 if any of its insights carries a record of the other kind. */
export function sharesAny(
  { insights: { rows }, carried }: Evidence,
  name: CarriedName,
  other: CarriedName,
): Uint8Array {
  const { [name]: own, [other]: others } = carried
  const found = new Uint8Array(own.end)
  for (const row of rows) {
    const [first, last] = rangeOf(others, row)
    if (first === last) continue
    const [from, to] = rangeOf(own, row)
    for (let link = from; link < to; link += 1) found[own.records[link] ?? 0] = 1
  }
  return found
}

/** By row of a record: different pieces of feedback of its insights. */
export interface HeardFigures {
  readonly insights: Int32Array
  readonly unseen: Int32Array
  readonly feedback: Int32Array
  /** Pieces without a readable date. */
  readonly undated: Int32Array
  readonly recent: Int32Array
  /** Recent pieces with known sentiment, and the negative ones of those. */
  readonly rated: Int32Array
  readonly negative: Int32Array
}

/** Links that one step counts: some 10 ms. */
export const linksInStep = 50_000

/** Counts in steps, as the records of 100,000 insights have more than a million pieces between them. */
export function* heardOf(evidence: Evidence, name: CarriedName): Reading<HeardFigures> {
  const { insights, carried, moods: all } = evidence
  // Read once: each access to the evidence checks for newer writes.
  const said = carried.feedback
  const carriers = carriersOf(insights.rows, carried[name])
  yield
  const { starts, places } = carriers
  const records = starts.length - 1
  const none = () => new Int32Array(records)
  const found = { feedback: none(), undated: none(), recent: none(), rated: none(), negative: none() }
  /** The record that each was counted for last. */
  const countedFor = new Int32Array(said.end).fill(-1)
  let counted = 0
  for (let record = 0; record < records; record += 1) {
    const end = starts[record + 1] ?? 0
    for (let index = starts[record] ?? 0; index < end; index += 1) {
      const [from, to] = rangeOf(said, insights.rows[places[index] ?? 0] ?? 0)
      counted += to - from
      for (let link = from; link < to; link += 1) {
        const piece = said.records[link] ?? 0
        if (countedFor[piece] === record) continue
        countedFor[piece] = record
        const mood = all[piece] ?? 0
        count(found.feedback, record)
        if (mood & moods.undated) count(found.undated, record)
        if (mood & moods.recent) count(found.recent, record)
        if (mood & moods.rated) count(found.rated, record)
        if (mood & moods.negative) count(found.negative, record)
      }
      if (counted < linksInStep) continue
      counted = 0
      yield
    }
  }
  return { ...countInsights(carriers, insights), ...found }
}

/** `insight`: each by itself, by its place. @param isRecent by row of the feedback */
export function figuresOf(evidence: Evidence, name: CarriedName | 'insight', isRecent = noneRecent): Figures {
  const { insights, carried } = evidence
  if (name === 'insight') {
    const alone = countFeedback(eachAlone(insights.rows), evidence, isRecent)
    return {
      insights: new Int32Array(insights.rows.length).fill(1),
      unseen: Int32Array.from(insights.seen, (seen) => 1 - seen),
      strongest: insights.combined,
      ...{ combined: insights.combined, strength: insights.strength, momentum: insights.momentum },
      ...{ sentiment: alone.mean, feedback: alone.different, recent: alone.recent },
    }
  }
  const carriers = carriersOf(insights.rows, carried[name])
  const heard = countFeedback(carriers, evidence, isRecent)
  return {
    ...countInsights(carriers, insights),
    strongest: greatestOf(carriers, insights.combined),
    combined: meanOf(carriers, insights.combined),
    strength: meanOf(carriers, insights.strength),
    momentum: meanOf(carriers, insights.momentum),
    sentiment: heard.mean,
    feedback: heard.different,
    recent: heard.recent,
  }
}

/** Places of the insights that carry the record at a row: those from `starts[row]` to `starts[row + 1]`. */
interface Carriers {
  readonly starts: Int32Array
  readonly places: Int32Array
}

/**
 * The range of the records of an insight. A newer insight without records is beyond the links, as they are read again
 * only when a link is written.
 */
export function rangeOf({ first, starts }: Links, row: number): readonly [number, number] {
  const from = starts[row - first] ?? 0
  return [from, starts[row - first + 1] ?? from]
}

function carriersOf(rows: Int32Array, links: Links): Carriers {
  const starts = new Int32Array(links.end + 1)
  for (const row of rows) {
    const [from, to] = rangeOf(links, row)
    for (let index = from; index < to; index += 1) count(starts, (links.records[index] ?? 0) + 1)
  }
  for (let row = 1; row < starts.length; row += 1) starts[row] = (starts[row] ?? 0) + (starts[row - 1] ?? 0)
  const places = new Int32Array(starts[links.end] ?? 0)
  const next = starts.slice()
  for (let place = 0; place < rows.length; place += 1) {
    const [from, to] = rangeOf(links, rows[place] ?? 0)
    for (let index = from; index < to; index += 1) {
      const record = links.records[index] ?? 0
      places[next[record] ?? 0] = place
      count(next, record)
    }
  }
  return { starts, places }
}

function eachAlone(rows: Int32Array): Carriers {
  return {
    starts: Int32Array.from({ length: rows.length + 1 }, (_, place) => place),
    places: rows.map((_, place) => place),
  }
}

/**
 * Returns the least value of the records that the insights of each carry; NaN: they carry none.
 * @param values by row of those records
 */
export function leastCarried(
  { insights, carried }: Evidence,
  name: CarriedName | 'insight',
  other: CarriedName,
  values: ReadonlyMap<number, number>,
): Float64Array {
  const { rows } = insights
  const links = carried[other]
  const ofInsight = new Float64Array(rows.length).fill(Number.POSITIVE_INFINITY)
  for (let place = 0; place < rows.length; place += 1) {
    const [from, to] = rangeOf(links, rows[place] ?? 0)
    for (let index = from; index < to; index += 1) {
      const value = values.get(links.records[index] ?? 0) ?? Number.POSITIVE_INFINITY
      if (value < (ofInsight[place] ?? 0)) ofInsight[place] = value
    }
  }
  if (name === 'insight') return ofInsight.map((value) => (value === Number.POSITIVE_INFINITY ? Number.NaN : value))
  const { starts, places } = carriersOf(rows, carried[name])
  const found = new Float64Array(starts.length - 1)
  for (let record = 0; record < found.length; record += 1) {
    const to = starts[record + 1] ?? 0
    let least = Number.POSITIVE_INFINITY
    for (let index = starts[record] ?? 0; index < to; index += 1) {
      least = Math.min(least, ofInsight[places[index] ?? 0] ?? least)
    }
    found[record] = least === Number.POSITIVE_INFINITY ? Number.NaN : least
  }
  return found
}

function countInsights({ starts, places }: Carriers, { seen }: Insights) {
  const insights = new Int32Array(starts.length - 1)
  const unseen = new Int32Array(insights.length)
  for (let record = 0; record < insights.length; record += 1) {
    const to = starts[record + 1] ?? 0
    let index = starts[record] ?? 0
    insights[record] = to - index
    let left = 0
    for (; index < to; index += 1) left += 1 - (seen[places[index] ?? 0] ?? 0)
    unseen[record] = left
  }
  return { insights, unseen }
}

function greatestOf({ starts, places }: Carriers, values: Float64Array): Float64Array {
  const found = new Float64Array(starts.length - 1).fill(Number.NaN)
  for (let record = 0; record < found.length; record += 1) {
    const to = starts[record + 1] ?? 0
    let greatest = Number.NEGATIVE_INFINITY
    for (let index = starts[record] ?? 0; index < to; index += 1) {
      const value = values[places[index] ?? 0] ?? Number.NaN
      if (value > greatest) greatest = value
    }
    if (greatest > Number.NEGATIVE_INFINITY) found[record] = greatest
  }
  return found
}

/** Mean of the known values. */
function meanOf({ starts, places }: Carriers, values: Float64Array): Float64Array {
  const found = new Float64Array(starts.length - 1)
  for (let record = 0; record < found.length; record += 1) {
    const to = starts[record + 1] ?? 0
    let [sum, known] = [0, 0]
    for (let index = starts[record] ?? 0; index < to; index += 1) {
      const value = values[places[index] ?? 0] ?? Number.NaN
      if (Number.isNaN(value)) continue
      sum += value
      known += 1
    }
    found[record] = sum / known
  }
  return found
}

/** How many different records of another kind the insights of each carry. */
function countCarried({ starts, places }: Carriers, rows: Int32Array, links: Links): Int32Array {
  const different = new Int32Array(starts.length - 1)
  /** The record that each was counted for last. */
  const countedFor = new Int32Array(links.end).fill(-1)
  for (let record = 0; record < different.length; record += 1) {
    const end = starts[record + 1] ?? 0
    let all = 0
    for (let index = starts[record] ?? 0; index < end; index += 1) {
      const [from, to] = rangeOf(links, rows[places[index] ?? 0] ?? 0)
      for (let link = from; link < to; link += 1) {
        const found = links.records[link] ?? 0
        if (countedFor[found] === record) continue
        countedFor[found] = record
        all += 1
      }
    }
    different[record] = all
  }
  return different
}

/**
 * Feedback by the place of its insight. Most pieces are in one insight only, and can be added up once for all records; only
 * those that several insights share have to be told apart for each record.
 */
interface Heard {
  readonly own: Int32Array
  readonly ownRecent: Int32Array
  readonly ownKnown: Int32Array
  readonly ownSum: Float64Array
  /** Rows of the shared pieces of the insight at a place: those from `starts[place]` to `starts[place + 1]`. */
  readonly starts: Int32Array
  readonly shared: Int32Array
}

function heardBy({ insights: { rows }, carried: { feedback }, sentiment }: Evidence, isRecent: Uint8Array): Heard {
  const inMany = new Uint8Array(feedback.end)
  const { first, starts, records } = feedback
  for (let place = 0; place < rows.length; place += 1) {
    const at = (rows[place] ?? 0) - first
    const to = starts[at + 1] ?? 0
    for (let link = starts[at] ?? to; link < to; link += 1) {
      const found = records[link] ?? 0
      if (inMany[found] !== 2) inMany[found] = (inMany[found] ?? 0) + 1
    }
  }
  const heard = {
    own: new Int32Array(rows.length),
    ownRecent: new Int32Array(rows.length),
    ownKnown: new Int32Array(rows.length),
    ownSum: new Float64Array(rows.length),
    starts: new Int32Array(rows.length + 1),
  }
  const shared: number[] = []
  for (let place = 0; place < rows.length; place += 1) {
    const [from, to] = rangeOf(feedback, rows[place] ?? 0)
    let [own, recent, known, sum] = [0, 0, 0, 0]
    for (let link = from; link < to; link += 1) {
      const found = feedback.records[link] ?? 0
      if ((inMany[found] ?? 0) > 1) {
        shared.push(found)
        continue
      }
      own += 1
      recent += isRecent[found] ?? 0
      const value = sentiment[found] ?? Number.NaN
      if (Number.isNaN(value)) continue
      known += 1
      sum += value
    }
    heard.own[place] = own
    heard.ownRecent[place] = recent
    heard.ownKnown[place] = known
    heard.ownSum[place] = sum
    heard.starts[place + 1] = shared.length
  }
  return { ...heard, shared: Int32Array.from(shared) }
}

function countFeedback({ starts, places }: Carriers, evidence: Evidence, isRecent: Uint8Array) {
  const heard = heardBy(evidence, isRecent)
  const { sentiment } = evidence
  const different = new Int32Array(starts.length - 1)
  const recent = new Int32Array(different.length)
  const mean = new Float64Array(different.length)
  /** The record that each was counted for last. */
  const countedFor = new Int32Array(evidence.carried.feedback.end).fill(-1)
  for (let record = 0; record < different.length; record += 1) {
    const end = starts[record + 1] ?? 0
    let [all, late, known, sum] = [0, 0, 0, 0]
    for (let index = starts[record] ?? 0; index < end; index += 1) {
      const place = places[index] ?? 0
      all += heard.own[place] ?? 0
      late += heard.ownRecent[place] ?? 0
      known += heard.ownKnown[place] ?? 0
      sum += heard.ownSum[place] ?? 0
      const to = heard.starts[place + 1] ?? 0
      for (let link = heard.starts[place] ?? 0; link < to; link += 1) {
        const found = heard.shared[link] ?? 0
        if (countedFor[found] === record) continue
        countedFor[found] = record
        all += 1
        late += isRecent[found] ?? 0
        const value = sentiment[found] ?? Number.NaN
        if (Number.isNaN(value)) continue
        known += 1
        sum += value
      }
    }
    different[record] = all
    recent[record] = late
    mean[record] = sum / known
  }
  return { different, recent, mean }
}
