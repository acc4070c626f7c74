// Types a row of the database where it is read. A schema names the fields of a result and the type of their columns, and
// from it come the check of each value and the type of the result: `hideContent: column.flag` is read from `hide_content`.
// A mismatch is a defect of ours, as the tables are STRICT; damage is found elsewhere.
import type { SqlRow, SqlValue } from './connection'

/** Throws TypeError for a value that no column of this type has. */
export type ColumnType<T> = (value: SqlValue, name: string) => T

export interface RowSchema<T> {
  read(stored: SqlRow): T
}

type Fields = Readonly<Record<string, ColumnType<unknown>>>
type RowOf<F extends Fields> = { [Name in keyof F]: ReturnType<F[Name]> }

/** `names`: column names by field. */
export function rowOf<F extends Fields>(
  fields: F,
): RowSchema<RowOf<F>> & { readonly fields: F; readonly names: Readonly<Record<string, string>> } {
  const columns = Object.entries(fields).map(([field, read]) => ({ field, read, name: columnName(field) }))
  return {
    fields,
    names: Object.fromEntries(columns.map(({ field, name }) => [field, name])),
    read(stored) {
      const record: Record<string, unknown> = {}
      for (const { field, read, name } of columns) record[field] = read(stored[name] ?? null, name)
      return record as RowOf<F>
    },
  }
}

export function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

function mismatch(name: string, type: string): TypeError {
  return new TypeError(`The column ${name} holds no ${type}.`)
}

function text(value: SqlValue, name: string): string {
  if (typeof value !== 'string') throw mismatch(name, 'text')
  return value
}

function number(value: SqlValue, name: string): number {
  if (typeof value !== 'number') throw mismatch(name, 'number')
  return value
}

function flag(value: SqlValue, name: string): boolean {
  if (value !== 0 && value !== 1) throw mismatch(name, 'flag')
  return value === 1
}

function bytes(value: SqlValue, name: string): Buffer {
  if (!Buffer.isBuffer(value)) throw mismatch(name, 'bytes')
  return value
}

function orElse<T, U>(type: ColumnType<T>, absent: U): ColumnType<T | U> {
  return (value, name) => (value === null ? absent : type(value, name))
}

export const column = {
  text,
  number,
  flag,
  bytes,
  textOrNull: orElse(text, null),
  numberOrNull: orElse(number, null),
  /** Replaces null with a value, as after an outer join. */
  orElse,
  /** Text of a closed list that this app wrote. */
  textOf: <T extends string>() => text as ColumnType<T>,
  /** JSON that this app wrote. */
  json:
    <T>(): ColumnType<T> =>
    (value, name) =>
      JSON.parse(text(value, name)),
  mapped:
    <T, U>(type: ColumnType<T>, map: (value: T) => U): ColumnType<U> =>
    (value, name) =>
      map(type(value, name)),
} as const
