// A disk that fills up under an open library: data that does not fit is refused before it counts as saved, and the rest
// goes on. A file system of a few megabytes can be made by root on Linux only; the second test, where the log of
// unsent changes cannot be written, runs everywhere.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createLibrary, type Library } from '../library'
import { translateDriverError } from '../store/driver-errors'
import { generateInsights } from '../testing/generated-insights'
import { insightQuery, newChange, openTestLibrary, syncItems, workspace } from '../testing/opened-library'

const environment = 'sandbox'
const rows = async (library: Library) => (await library.queryInsights(insightQuery({}, { limit: 1 }))).all

function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=5m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function fill(folder: string): void {
  try {
    for (let piece = 0; ; piece += 1) writeFileSync(join(folder, `filler-${piece}`), Buffer.alloc(4096))
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  }
}

it('refuses a change and a draft on a full disk, keeps answering, and accepts both once there is room', async () => {
  const disk = mkdtempSync(join(tmpdir(), 'library-disk-'))
  if (!mountSmallDisk(disk)) {
    // biome-ignore lint/suspicious/noConsole: whoever reads the run must see that this was not tested.
    console.warn('NOT TESTED HERE: no small file system could be mounted, so no real disk was filled up.')
    rmSync(disk, { recursive: true })
    return
  }
  try {
    const file = join(disk, 'store', 'sandbox.db')
    const target = { environment, file, key: 'ab'.repeat(32), generation: 'first' } as const
    const library = createLibrary({ now: () => new Date(), log: () => undefined })
    await library.open(target)
    await syncItems(library, generateInsights(50))
    await library.addChange(newChange(1))
    fill(disk)
    const long = 'x'.repeat(20_000)
    await expect(library.addChange(newChange(2, long))).rejects.toMatchObject({ code: 'DISK_FULL' })
    const draft = { workspace, values: { title: long }, savedAt: '' }
    await expect(library.saveDraft(draft)).rejects.toMatchObject({ code: 'DISK_FULL' })
    const noted = { workspace, kind: 'insight', id: 'any' } as const
    const isNoted = await library.setNote({ ...noted, note: long }).then(
      () => true,
      () => false,
    )
    expect((await library.getTriage(noted)).note).toBe(isNoted ? long : '')
    expect(await rows(library)).toBe(51)
    expect(await library.readDraft({ workspace })).toBeNull()
    for (const name of readdirSync(disk)) if (name.startsWith('filler-')) rmSync(join(disk, name))
    await library.addChange(newChange(3))
    await library.saveDraft(draft)
    await library.setNote({ ...noted, note: 'Written when there was room' })
    library.closeAllNow()
    const again = createLibrary({ now: () => new Date(), log: () => undefined })
    expect(await again.open(target)).toMatchObject({ state: 'opened' })
    const kept = await again.pendingChanges({ environment })
    expect(kept.map(({ changeId }) => changeId)).toEqual(['change-1', 'change-3'])
    expect((await again.readDraft({ workspace }))?.values.title).toBe(long)
    again.closeAllNow()
    writeFileSync(file, '')
    const rebuilt = createLibrary({ now: () => new Date(), log: () => undefined })
    const opened = await rebuilt.open(target)
    expect(opened).toMatchObject({ state: 'rebuilt', reason: 'emptied' })
    expect(opened).not.toHaveProperty('mayHaveLostNotes')
    expect((await rebuilt.getTriage(noted)).note).toBe('Written when there was room')
    rebuilt.closeAllNow()
  } finally {
    // Lazily: the driver lets go of a closed file when its memory is collected.
    execFileSync('umount', ['--lazy', disk])
    rmSync(disk, { recursive: true })
  }
})

it('refuses a change that cannot be stored twice, leaves no trace of it, and accepts the next', async () => {
  const test = await openTestLibrary('file')
  try {
    await test.library.addChange(newChange(1))
    const log = `${test.file}.unsent`
    await test.library.close({ environment })
    // A folder in its place: the log cannot be written, not even by root.
    rmSync(log)
    mkdirSync(join(log, 'in-the-way'), { recursive: true })
    await test.reopen()
    await expect(test.library.addChange(newChange(2))).rejects.toThrow()
    expect((await test.library.pendingChanges({ environment })).map(({ changeId }) => changeId)).toEqual(['change-1'])
    expect(await rows(test.library)).toBe(1)
    rmSync(log, { recursive: true })
    await test.library.addChange(newChange(3))
    expect((await test.library.pendingChanges({ environment })).map(({ changeId }) => changeId)).toEqual([
      'change-1',
      'change-3',
    ])
  } finally {
    test.remove()
  }
})

it.each([
  ['SQLITE_FULL', 'DISK_FULL'],
  ['ENOSPC', 'DISK_FULL'],
  ['SQLITE_READONLY', 'PROFILE_READ_ONLY'],
  ['EROFS', 'PROFILE_READ_ONLY'],
  ['EISDIR', 'PROFILE_READ_ONLY'],
])('translates %s to an app error code', (code, expected) => {
  expect(translateDriverError(Object.assign(new Error('x'), { code }))).toMatchObject({ code: expected })
})
