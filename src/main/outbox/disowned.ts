// Changes of which the person was told that they were not kept, or that nothing was sent, while the library was down
// and could neither confirm nor forget them. Each may turn up when the library is back, in a later run of the app too,
// and must not be sent then, so their ids are on the disk before the person is told.
import { readFile } from 'node:fs/promises'
import { AppError } from '../../contract/errors'
import { fileError } from '../settings/file-error'
import { writeWholeFile } from '../settings/write-file'

export interface Disowned {
  has(changeId: string): boolean
  /** On the disk when it resolves. Throws, with nothing disowned, when it cannot be. */
  add(changeId: string): Promise<void>
  /** The change was discarded, or the person wants it after all. Throws, and it stays disowned. */
  remove(changeId: string): Promise<void>
}

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

  return {
    has: (changeId) => written.has(changeId),
    add: (changeId) => change((ids) => new Set([...ids, changeId])),
    remove: (changeId) => change((ids) => new Set([...ids].filter((id) => id !== changeId))),
  }
}

/** One id a line, so that a damaged line costs that one. A file that cannot be read is not written over. */
export async function openDisowned(file: string): Promise<Disowned> {
  let text = ''
  let isReadable = true
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    isReadable = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
  const known = text.split('\n').filter((line) => line !== '')
  return createDisowned(known, async (changeIds) => {
    if (!isReadable) throw new AppError('PROFILE_READ_ONLY', 'The list of changes that were not kept cannot be read.')
    try {
      await writeWholeFile(file, changeIds.map((id) => `${id}\n`).join(''))
    } catch (error) {
      throw fileError(error)
    }
  })
}
