// Changes of which the person was told that they were not kept, or that nothing was sent, while the library was down
// and could neither confirm nor forget them. Each may turn up when the library is back, in a later run of the app too,
// and must not be sent then, so their ids are on the disk before the person is told.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { AppError } from '../../contract/errors'
import type { OpenLibrary } from '../../contract/library'
import { EnvironmentName } from '../../contract/workspace'
import { fileError, writeWholeFile } from '../settings/write-file'

export interface Disowned {
  has(changeId: string): boolean
  /** On the disk when it resolves. Throws, with nothing disowned, when it cannot be. */
  add(changeId: string): Promise<void>
  /** The change was discarded, or the person wants it after all. Throws, and it stays disowned. */
  remove(changeId: string): Promise<void>
  /** The list was lost, so that any change that an earlier run left in the environment may be one of them. */
  mayMissSome(environment: EnvironmentName): boolean
  /**
   * What was left there waits for the person's word now, each by itself. Never throws: where that cannot be written down,
   * the next run asks again.
   */
  wereAskedAbout(environment: EnvironmentName): Promise<void>
  /**
   * What waits on the disk for the environment may not go out by itself when it is opened. On the disk when it resolves.
   * Throws when it cannot be.
   */
  askLater(environment: EnvironmentName): Promise<void>
  /** Either of the two: the library of the environment is to be opened such that nothing in it goes out by itself. */
  requiresReview(environment: EnvironmentName): boolean
}

/** What the person is told where the list was lost. */
export const lostNotices = ({ mayMissSome }: Disowned): readonly string[] =>
  EnvironmentName.options.some(mayMissSome)
    ? [
        'The list of changes that you were told were not kept could not be read. What was left waiting is sent only after you choose Review and send in the sync status.',
      ]
    : []

/** What was mended while the library went down: what it was mended to may have been kept all the same. */
export const notConfirmed = new AppError(
  'LIBRARY_UNAVAILABLE',
  'The local library stopped while this was being changed. It was kept all the same, and not sent.',
  { retryable: false },
).report

/** The id could not be written down. */
export const nobodyKnows = () =>
  new AppError(
    'LIBRARY_UNAVAILABLE',
    'The local library stopped meanwhile, and the disk could not be written to. Whether this was kept is not known: look in Activity before you make it once more.',
    { retryable: false },
  )

const doubt = (environment: EnvironmentName) => `?${environment}`
const later = (environment: EnvironmentName) => `!${environment}`

/** `write` gets all of them each time, and is never called while it runs. */
export function createDisowned(
  known: readonly string[],
  write: (changeIds: readonly string[]) => Promise<void>,
): Disowned {
  let written: ReadonlySet<string> = new Set(known)
  let last: Promise<void> = Promise.resolve()

  function change(make: (ids: ReadonlySet<string>) => ReadonlySet<string>): Promise<void> {
    const next = last.then(async () => {
      const ids = make(written)
      await write([...ids])
      written = ids
    })
    last = next.catch(() => undefined)
    return next
  }

  const add = (id: string) => change((ids) => new Set([...ids, id]))
  const remove = (...gone: readonly string[]) =>
    change((ids) => new Set([...ids].filter((other) => !gone.includes(other))))
  return {
    has: (changeId) => written.has(changeId),
    add,
    remove: (changeId) => remove(changeId),
    mayMissSome: (environment) => written.has(doubt(environment)),
    wereAskedAbout: (environment) => remove(doubt(environment), later(environment)).catch(() => undefined),
    askLater: (environment) => add(later(environment)),
    requiresReview: (environment) => [doubt, later].some((mark) => written.has(mark(environment))),
  }
}

interface Found {
  /** unsigned: as an earlier version of the app left it, which had one file without a last line. */
  readonly state: 'none' | 'whole' | 'unsigned' | 'damaged' | 'unreadable'
  readonly ids: readonly string[]
  /** How often the list had been written by then; 0 of an earlier version's. */
  readonly count: number
}

/** So far ahead does a list begin beside which there is one that could not be read and may be told by its count later. */
const farAhead = 1_000_000

/**
 * Two files with the same in them, so that one that is damaged or gone costs nothing; each with a line that says whether
 * it is whole. With neither of them whole nobody can say what is missing, and all that waits is in doubt. What cannot be
 * read is not written over. Throws nothing.
 */
export async function openDisowned(file: string): Promise<Disowned> {
  const files = [file, `${file}-2`]
  const found = await Promise.all(files.map(read))
  const isOld = found.every(({ state }) => state === 'unsigned' || state === 'none')
  const isFirst = isOld && found.some(({ state }) => state === 'none')
  const whole = found.filter(({ state }) => state === 'whole' || (isFirst && state === 'unsigned'))
  const isLost = whole.length === 0 && found.some(({ state }) => state !== 'none')
  const newest = Math.max(...found.map(({ count }) => count))
  // One may have been written just before the process ended, and not the other. One that is further behind could not be
  // written, or not be read, while the other one was.
  const ids = (whole.length > 0 ? whole : found).filter(({ count }) => count >= newest - 1).flatMap((one) => one.ids)
  const writable = files.filter((_, place) => found[place]?.state !== 'unreadable')
  const isAlone = found.some(({ state }) => state === 'unreadable' || state === 'damaged')
  let count = isAlone ? newest + farAhead : newest
  const write = async (changeIds: readonly string[]) => {
    if (writable.length === 0) {
      throw new AppError('PROFILE_READ_ONLY', 'The list of changes that were not kept cannot be read.')
    }
    const lines = changeIds.map((id) => `${id}\n`).join('')
    try {
      for (const one of writable) await writeWholeFile(one, `${lines}${lastLine(lines, count + 1)}\n`)
      count += 1
    } catch (error) {
      throw fileError(error)
    }
  }
  return createDisowned(isLost ? [...ids, ...EnvironmentName.options.map(doubt)] : ids, write)
}

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** Of an earlier version: with the sum alone. */
const lastLine = (lines: string, count: number) =>
  count === 0 ? `= ${sumOf(lines)}` : `= ${count} ${sumOf(`${lines}${count}`)}`

function countOf(line: string | undefined): number {
  const count = Number(/^= (\d+) /.exec(line ?? '')?.[1] ?? 0)
  return Number.isSafeInteger(count) ? count : 0
}

async function read(file: string): Promise<Found> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return { state: isMissing ? 'none' : 'unreadable', ids: [], count: 0 }
  }
  const all = text.split('\n').filter((line) => line !== '')
  const ids = all.filter((line) => !line.startsWith('= '))
  const lines = ids.map((id) => `${id}\n`).join('')
  if (all.length === ids.length) return { state: ids.every(isId) ? 'unsigned' : 'damaged', ids, count: 0 }
  const count = countOf(all.at(-1))
  if (all.at(-1) === lastLine(lines, count)) return { state: 'whole', ids, count }
  return { state: 'damaged', ids, count: 0 }
}

const isId = (line: string) => z.uuid().safeParse(line).success

/** Where some of the list was lost, or what waits was made for another address, the library is opened such that nothing that is in it goes out by itself. */
export function askingFirst<Place extends { readonly input: OpenLibrary }>(
  place: (environment: EnvironmentName) => Promise<Place>,
  { requiresReview }: Pick<Disowned, 'requiresReview'>,
): (environment: EnvironmentName) => Promise<Place> {
  return async (environment) => {
    const where = await place(environment)
    // What is in memory only was made since.
    if (where.input.file === null || !requiresReview(environment)) return where
    return { ...where, input: { ...where.input, requiresReview: true } }
  }
}
