// The one place that touches the native driver. The driver aborts the whole process when it is handed a boolean, a
// plain object or a list of bind values in any shape but one array, so `SqlValue` names the only types that may be
// bound and every call here passes exactly one array. It also adds a `_metadata` member to rows it returns singly:
// `get` goes through `all`, which does not.

import Database from 'libsql'
import AsyncDatabase from 'libsql/promise'
import { AppError } from '../../contract/errors'
import { translateDriverError } from './driver-errors'
import type { ColumnType, RowSchema } from './row'
import type { StatementObserver } from './table-use'

export type SqlValue = string | number | bigint | null | Buffer
export type SqlRow = Readonly<Record<string, SqlValue>>

export interface Connection {
  /** Returns how many rows it changed. Statements are prepared once and kept. */
  run(sql: string, values?: readonly SqlValue[]): number
  all(sql: string, values?: readonly SqlValue[]): SqlRow[]
  all<T>(sql: string, values: readonly SqlValue[], schema: RowSchema<T>): T[]
  /** Row by row, for answers too large to hold at once. */
  each(sql: string, values?: readonly SqlValue[]): Iterable<SqlRow>
  get(sql: string, values?: readonly SqlValue[]): SqlRow | undefined
  get<T>(sql: string, values: readonly SqlValue[], schema: RowSchema<T>): T | undefined
  /** The first column of the first row. */
  value<T>(sql: string, values: readonly SqlValue[], type: ColumnType<T>): T | undefined
  /** SQL that is ours and has no values; several statements are allowed. */
  exec(sql: string): void
  /** Runs in one transaction: all of it or nothing. */
  transaction<T>(work: () => T): T
  /**
   * Runs SQL that is ours on a thread of the driver, for statements that take hundreds of milliseconds, such as the commit
   * of a large transaction: SQLite writes the pages in its cache and works out the checksums of the log again. Nothing
   * else may use this connection until it settles.
   */
  execInBackground(sql: string): Promise<void>
  /** Limits the memory for the cache of pages. Absent: the usual limit. */
  limitCache(kib?: number): void
  /** Ends a transaction without keeping anything; harmless when none is open. */
  rollback(): void
  observe(observer: StatementObserver): void
  close(): void
}

export interface ConnectionTarget {
  /** null: in memory. */
  readonly file: string | null
  readonly key: string | null
  /** WAL where it is absent. */
  readonly journalMode?: 'DELETE'
}

export interface BackgroundCheckpoint {
  /** Settles when it has ended, also when it failed or was stopped. */
  readonly done: Promise<void>
  stop(): void
}

export const libraryIsClosed = () => new AppError('LIBRARY_UNAVAILABLE', 'The library of this environment isn’t open.')

const busyTimeoutMs = 5_000
const cacheKib = 32 * 1024

interface Statement {
  run(values: readonly SqlValue[]): { readonly changes: number }
  all(values: readonly SqlValue[]): unknown[]
  iterate(values: readonly SqlValue[]): Iterable<unknown>
}

// The driver's types are those of another driver, without encryption.
const optionsOf = ({ key }: ConnectionTarget): object =>
  key === null ? {} : { encryptionCipher: 'aes256cbc', encryptionKey: key }

/**
 * Moves the write-ahead log into the file on a thread of the driver, with a connection of its own: others read and write
 * meanwhile. A log of 250 MB takes several seconds.
 */
export function checkpointInBackground(target: ConnectionTarget & { readonly file: string }): BackgroundCheckpoint {
  let database: AsyncDatabase | null = null
  async function run(): Promise<void> {
    try {
      database = new AsyncDatabase(target.file, optionsOf(target))
      await database.exec('PRAGMA synchronous = FULL')
      await database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } catch {
      // Harmless: the next open reads both the file and its write-ahead log.
    }
    try {
      database?.close()
    } catch {
      // It is not used any more.
    }
    database = null
  }
  return { done: run(), stop: () => database?.interrupt() }
}

export function connect(target: ConnectionTarget): Connection {
  const options = optionsOf(target)
  const database = translated(() => new Database(target.file ?? ':memory:', options))
  const statements = new Map<string, Statement>()
  let observer: StatementObserver | null = null
  let isClosed = false

  /** The driver ends the process when it is used after it was closed. */
  function assertOpen(): void {
    if (isClosed) throw libraryIsClosed()
  }

  function prepare(sql: string): Statement {
    assertOpen()
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql) as Statement
    statements.set(sql, statement)
    return statement
  }

  function rollback(): void {
    try {
      if (!isClosed && database.inTransaction) database.exec('ROLLBACK')
    } catch {
      // SQLite has already rolled back by itself (full disk, I/O error): there is nothing left to undo.
    }
  }

  function* each(sql: string, values: readonly SqlValue[] = []): Iterable<SqlRow> {
    observer?.onRead(sql)
    try {
      for (const row of prepare(sql).iterate(bindable(values))) {
        yield withBuffers(row)
        assertOpen()
      }
    } catch (error) {
      throw translateDriverError(error)
    }
  }

  function allRaw(sql: string, values: readonly SqlValue[] = []): SqlRow[] {
    observer?.onRead(sql)
    return translated(() => prepare(sql).all(bindable(values)).map(withBuffers))
  }

  function all<T>(sql: string, values?: readonly SqlValue[], schema?: RowSchema<T>): (T | SqlRow)[] {
    const rows = allRaw(sql, values)
    return schema === undefined ? rows : rows.map((stored) => schema.read(stored))
  }

  const connection: Connection = {
    run(sql, values = []) {
      const { changes } = translated(() => prepare(sql).run(bindable(values)))
      if (changes > 0) observer?.onWrite(sql)
      return changes
    },
    all: all as Connection['all'],
    each,
    get: (<T>(sql: string, values?: readonly SqlValue[], schema?: RowSchema<T>) =>
      all(sql, values, schema)[0]) as Connection['get'],
    value(sql, values, type) {
      const [stored] = allRaw(sql, values)
      const [first] = Object.entries(stored ?? {})
      return first === undefined ? undefined : type(first[1], first[0])
    },
    exec(sql) {
      assertOpen()
      translated(() => void database.exec(sql))
      observer?.onWrite(sql)
    },
    transaction(work) {
      connection.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        connection.exec('COMMIT')
        return result
      } catch (error) {
        rollback()
        throw error
      }
    },
    async execInBackground(sql) {
      assertOpen()
      try {
        // Both classes of the driver wrap the same kind of handle.
        await AsyncDatabase.prototype.exec.call(database, sql)
      } catch (error) {
        throw translateDriverError(error)
      }
    },
    limitCache(kib = cacheKib) {
      if (!isClosed) connection.all(`PRAGMA cache_size = -${kib}`)
    },
    rollback,
    observe(added) {
      observer = added
    },
    close() {
      if (isClosed) return
      isClosed = true
      statements.clear()
      database.close()
    },
  }
  configure(connection, target)
  return connection
}

/** The driver gives bytes as an ArrayBuffer when it reads rows, and takes them as a Buffer only. */
function withBuffers(given: unknown): SqlRow {
  const row = given as Record<string, SqlValue | ArrayBuffer>
  for (const name in row) {
    const value = row[name]
    if (value instanceof ArrayBuffer) row[name] = Buffer.from(value)
  }
  return row as SqlRow
}

/** Types end at the process boundary: a request that is wrong must fail, not take the process with it. */
function bindable(values: readonly SqlValue[]): readonly SqlValue[] {
  for (const value of values) {
    if (typeof value === 'string' || value === null || typeof value === 'bigint' || Buffer.isBuffer(value)) continue
    if (typeof value !== 'number' || !Number.isFinite(value)) throw new TypeError('This value cannot be bound.')
  }
  return values
}

/** A list of texts for `json_each`, which would take any other value too. */
export function boundTexts(values: readonly string[]): string {
  if (values.some((value) => typeof value !== 'string')) throw new TypeError('This value cannot be bound.')
  return JSON.stringify(values)
}

function configure(connection: Connection, { file, journalMode }: ConnectionTarget): void {
  try {
    connection.all(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
    connection.all('PRAGMA temp_store = MEMORY')
    connection.limitCache()
    if (file !== null) {
      connection.all(`PRAGMA journal_mode = ${journalMode ?? 'WAL'}`)
      // Shrinks the log after a large sync.
      connection.all('PRAGMA journal_size_limit = 16777216')
    }
    connection.all('PRAGMA synchronous = FULL')
    connection.all('PRAGMA foreign_keys = ON')
  } catch (error) {
    connection.close()
    throw error
  }
}

function translated<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw translateDriverError(error)
  }
}
