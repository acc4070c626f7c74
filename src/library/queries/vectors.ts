// The embeddings of a workspace in memory, for all that compares many of them. Read in slices when they are first needed,
// updated by what was written since, dropped when nobody needed them for some minutes and when the store closes. One
// workspace at a time, up to `mostBytes`. Begin with `read`.
import { type Connection, libraryIsClosed } from '../store/connection'
import type { StoreContext } from '../store/context'
import { nextMacrotask } from '../store/next-macrotask'
import { column, rowOf } from '../store/row'
import { compact, floatsOf, type VectorSet } from './compact-vectors'
import { rowsOf } from './list-cache'

export interface Vectors {
  /** Returns the current set. The first call reads all embeddings, letting other calls in between. */
  read(workspace: number): Promise<VectorSet>
  /** Changes with every write that may make another set. */
  revision(): number
  /** Drops the set for good. */
  close(): void
}

export interface VectorLimits {
  readonly mostBytes: number
  readonly idleMs: number
}

/** 250,000 embeddings of 384 numbers, 65,000 of 1,536. */
const limitsOfApp: VectorLimits = { mostBytes: 96 * 1024 * 1024, idleMs: 5 * 60_000 }

/** About 10 ms of reading and decrypting. */
const sliceRows = 500

const tables: ReadonlySet<string> = new Set(['insights', 'insight_embeddings'])

interface Held {
  readonly workspace: number
  readonly revision: number
  /** Row of `change_log` up to which all changes are in the set. */
  readonly logRow: number
  readonly known: readonly number[]
  readonly set: VectorSet
}

export function createVectors(context: StoreContext, limits: VectorLimits = limitsOfApp): Vectors {
  let held: Held | null = null
  let reading: { readonly workspace: number; readonly set: Promise<VectorSet> } | null = null
  let idle: NodeJS.Timeout | undefined
  let isClosed = false
  const revision = () => context.tables.revisionOf(tables)

  function drop(): void {
    clearTimeout(idle)
    held = null
  }

  async function update(workspace: number): Promise<VectorSet> {
    let current = held?.workspace === workspace ? held : null
    drop()
    // Writes during the read of the slices come with the next round; after a few rounds with the next call.
    for (let round = 0; round < 3 && current?.revision !== revision(); round += 1) {
      current = await readSince(workspace, current)
    }
    if (current === null || isClosed) throw libraryIsClosed()
    held = current
    idle = setTimeout(drop, limits.idleMs).unref()
    return held.set
  }

  async function readSince(workspace: number, before: Held | null): Promise<Held> {
    const start = revision()
    const { rows, changed, logRow } = await context.read((connection) => ({
      ...readRows(connection, workspace, before),
      ...readMark(connection),
    }))
    await nextMacrotask()
    // Sorted here: for an order by row the database would read the whole table.
    const known = rows.toSorted((one, other) => other - one)
    const length = await context.read((connection) => mostCommonLength(connection, known))
    await nextMacrotask()
    if (before !== null && changed.size === 0 && isSame(before.known, known))
      return { ...before, revision: start, logRow }
    const reused = before?.set.length === length ? before.set : null
    const builder = createBuilder(known.length, length, limits.mostBytes)
    const missing = reused === null ? known : builder.copy(reused, known, changed)
    for (let from = 0; from < missing.length && !builder.isFull(); from += sliceRows) {
      const rows = JSON.stringify(missing.slice(from, from + sliceRows))
      const stored = await context.read((connection) => connection.all(embeddings, [rows], embeddingRow))
      builder.add(stored, Math.min(sliceRows, missing.length - from))
      await nextMacrotask()
      if (isClosed) throw libraryIsClosed()
    }
    return { workspace, revision: start, logRow, known, set: builder.finish() }
  }

  return {
    read(workspace) {
      if (isClosed) return Promise.reject(libraryIsClosed())
      if (reading?.workspace === workspace) return reading.set
      const others = reading?.set.catch(() => undefined) ?? Promise.resolve()
      const set = others
        .then(() => update(workspace))
        .catch((error) => {
          // Any failure after the database was closed underneath.
          throw isClosed ? libraryIsClosed() : error
        })
        .finally(() => {
          if (reading?.set === set) reading = null
        })
      reading = { workspace, set }
      return set
    },
    revision,
    close() {
      isClosed = true
      drop()
    },
  }
}

const embeddings = `SELECT insight, numbers FROM insight_embeddings WHERE insight IN (SELECT value FROM json_each(?))
  ORDER BY insight DESC`
const embeddingRow = rowOf({ insight: column.number, numbers: column.bytes })
type EmbeddingRow = ReturnType<typeof embeddingRow.read>

const isSame = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((row, place) => row === other[place])

/** Insights of the workspace, in no order, and those whose embedding may have changed since `before`. */
function readRows(connection: Connection, workspace: number, before: Held | null) {
  const rows = rowsOf(connection, 'SELECT row FROM insights WHERE workspace = ?', [workspace])
  const changed = before === null ? [] : readChanged(connection, workspace, before)
  return { rows, changed: new Set(changed) }
}

function readChanged(connection: Connection, workspace: number, { logRow, set }: Held): readonly number[] {
  const logged = rowsOf(
    connection,
    `SELECT insights.row AS row FROM change_log NOT INDEXED
     JOIN insights ON insights.workspace = change_log.workspace AND insights.id = change_log.insight_id
     WHERE change_log.row > ? AND change_log.workspace = ?`,
    [logRow, workspace],
  )
  // An insight that was made here has no line in the log, and may have taken the row of one that is gone.
  const sql = 'SELECT row FROM insights INDEXED BY insights_by_change WHERE workspace = ? AND own_change IS NOT NULL'
  const own = rowsOf(connection, sql, [workspace])
  return [...logged, ...(own.length === 0 ? [] : own.filter((row) => set.rows.includes(row)))]
}

function readMark(connection: Connection): { readonly logRow: number } {
  const logRow = connection.value('SELECT coalesce(max(row), 0) FROM change_log', [], column.number) ?? 0
  return { logRow }
}

const sampleSize = 500

/** Sampled from all over the list, in numbers; null: none of the sample has an embedding. */
function mostCommonLength(connection: Connection, known: readonly number[]): number | null {
  const step = Math.max(1, Math.floor(known.length / sampleSize))
  const sample = known.filter((_, place) => place % step === 0)
  const sql = `SELECT length(numbers) / 4 AS numbers FROM insight_embeddings
    WHERE insight IN (SELECT value FROM json_each(?)) GROUP BY 1 ORDER BY count(*) DESC, 1 DESC LIMIT 1`
  return connection.value(sql, [JSON.stringify(sample)], column.number) ?? null
}

let versions = 0
const nextVersion = () => {
  versions += 1
  return versions
}

function createBuilder(insights: number, knownLength: number | null, mostBytes: number) {
  let length = knownLength
  let capacity = 0
  let [count, without, incomparable, looked] = [0, 0, 0, 0]
  let [numbers, rows, inverseNorms] = [new Int8Array(0), new Int32Array(0), new Float32Array(0)]

  function reserve(): void {
    if (length === null || capacity > 0) return
    capacity = Math.max(1, Math.min(insights, Math.floor(mostBytes / Math.max(1, length))))
    numbers = new Int8Array(capacity * length)
    rows = new Int32Array(capacity)
    inverseNorms = new Float32Array(capacity)
  }
  reserve()

  return {
    /** Returns the insights that have to be read. */
    copy(set: VectorSet, known: readonly number[], changed: ReadonlySet<number>): readonly number[] {
      const places = new Map(Array.from(set.rows, (row, place) => [row, place]))
      return known.filter((row) => {
        const place = changed.has(row) ? undefined : places.get(row)
        if (place === undefined || count === capacity) return true
        numbers.set(set.numbers.subarray(place * set.length, (place + 1) * set.length), count * set.length)
        rows[count] = row
        inverseNorms[count] = set.inverseNorms[place] as number
        count += 1
        looked += 1
        return false
      })
    },
    /** `asked`: the number of insights for which these were read. */
    add(stored: readonly EmbeddingRow[], asked: number): void {
      looked += asked
      without += asked - stored.length
      for (const { insight, numbers: bytes } of stored) {
        const floats = floatsOf(bytes)
        length ??= floats.length
        reserve()
        if (count === capacity) {
          looked -= 1
          continue
        }
        const inverseNorm = floats.length === length ? compact(floats, numbers, count * length) : null
        if (inverseNorm === null) {
          incomparable += 1
          continue
        }
        rows[count] = insight
        inverseNorms[count] = inverseNorm
        count += 1
      }
    },
    isFull: () => capacity > 0 && count === capacity,
    finish: (): VectorSet => ({
      version: nextVersion(),
      count,
      length: length ?? 0,
      rows: rows.subarray(0, count),
      numbers: numbers.subarray(0, count * (length ?? 0)),
      inverseNorms: inverseNorms.subarray(0, count),
      without,
      incomparable,
      leftOut: insights - looked,
    }),
  }
}
