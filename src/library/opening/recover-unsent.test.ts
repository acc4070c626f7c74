// Whatever happens to the database file, changes that were not sent and drafts are there afterwards: each damage is done
// to a real encrypted file, closed or as a killed process leaves it.

import { copyFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AppError } from '../../contract/errors'
import { createLibrary, type Library } from '../library'
import { connect } from '../store/connection'
import { generateInsights } from '../testing/generated-insights'
import {
  addConfirmed,
  confirmChange,
  editChange,
  entryOf,
  markChange,
  settleChange,
  withReview,
} from '../testing/moved-changes'
import {
  activityRows,
  insightQuery,
  newChange,
  openTestLibrary,
  syncItems,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'

const environment = 'sandbox'
const draft = { values: { title: 'A draft \u0000\ud800' }, savedAt: '2025-06-01T11:00:00.000Z' }
const settledAt = '2025-06-03T00:00:00.000Z'
const error = new AppError('REFUSED', 'The title is too long.').report
const refused = newChange(9, 'Far too long')
const editing = { values: { title: 'Half edited' }, savedAt: '2025-06-01T12:00:00.000Z' }

let test: TestLibrary
let file: string
beforeEach(async () => {
  test = await openTestLibrary('file')
  file = test.file ?? ''
  await syncItems(test.library, generateInsights(40))
  for (const number of [1, 2, 3]) await addConfirmed(test.library, newChange(number))
  await markChange(test.library, { environment, changeId: 'change-2', state: 'sending', error: null })
  await settleChange(test.library, { environment, changeId: 'change-3', state: 'done', insight: null, settledAt })
  await addConfirmed(test.library, refused)
  await markChange(test.library, { environment, changeId: refused.changeId, state: 'failed', error })
  await test.library.saveDraft({ workspace, changeId: refused.changeId, ...editing })
  await test.library.saveDraft({ workspace, ...draft })
})
afterEach(() => test.remove())

const unsent = async (library: Library = test.library) => ({
  changes: await library.pendingChanges({ environment }),
  draft: await library.readDraft({ workspace }),
  editing: await library.readDraft({ workspace, changeId: refused.changeId }),
})

/** The same, sent only after the person approves it: also after the next start. */
const asked = ({ changes, ...rest }: Awaited<ReturnType<typeof unsent>>) => ({
  ...rest,
  changes: changes.map(withReview),
})

function flip(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 0x10
  writeFileSync(path, bytes)
}

const sizeOf = (path: string) => statSync(path).size

describe('a closed library', () => {
  it.each<[string, string, () => void]>([
    ['truncated to nothing', 'emptied', () => truncateSync(file, 0)],
    ['truncated in the middle', 'corrupt', () => truncateSync(file, Math.floor(sizeOf(file) / 2 / 4096) * 4096 + 100)],
    ['overwritten with noise', 'corrupt', () => writeFileSync(file, Buffer.alloc(50_000, 0x37))],
    ['damaged by one bit in its first page', 'corrupt', () => flip(file, 100)],
    ['replaced by another database of the same key', 'emptied', () => replaceByAnother()],
  ])('that was %s is reported as rebuilt and keeps every unsent change', async (_, reason, damage) => {
    const before = await unsent()
    await test.library.close({ environment })
    damage()
    // Damage that only this app can tell is looked for only after a process that ended in the middle.
    writeFileSync(`${file}.run`, 'open')
    // No private data was written, so it has no private copy, and not every damage is where its tables are.
    const { mayHaveLostNotes: __, ...opened } = await test.reopen()
    expect(opened).toEqual({ state: 'rebuilt', reason, recoveredChanges: 3, mayHaveLostChanges: false })
    expect(await unsent()).toEqual(asked(before))
    expect(before.changes.map(({ state }) => state)).toEqual(['waiting', 'sending', 'failed'])
    expect(await test.reopen()).toMatchObject({ state: 'opened', recoveredChanges: 0 })
    expect(await unsent()).toEqual(asked(before))
  })

  it('is rebuilt without its unsent changes when the key is wrong, and reports what may be lost', async () => {
    await test.library.close({ environment })
    expect(await test.reopen({ key: 'cd'.repeat(32) })).toEqual({
      state: 'rebuilt',
      reason: 'wrong-key',
      recoveredChanges: 0,
      mayHaveLostChanges: true,
      mayHaveLostNotes: true,
    })
    expect(await unsent()).toEqual({ changes: [], draft: null, editing: null })
  })

  it('recovers every unsent change from the log alone when its file is gone', async () => {
    const before = await unsent()
    await test.library.close({ environment })
    rmSync(file)
    expect(await test.reopen()).toEqual({
      ...{ state: 'rebuilt', reason: 'missing' },
      ...{ recoveredChanges: 3, mayHaveLostChanges: false, mayHaveLostNotes: true },
    })
    expect(await unsent()).toEqual(asked(before))
    expect(await test.reopen({ hadFile: true })).toMatchObject({ state: 'opened', reason: null })
  })

  function replaceByAnother(): void {
    rmSync(file)
    const other = connect({ file, key: test.key })
    other.exec('CREATE TABLE something (x)')
    other.close()
  }
})

describe('a library whose process was killed', () => {
  /** Opens a copy of the files as they are on the disk now. */
  async function killedCopy(damage: (copy: string) => void) {
    const copy = `${test.folder}/store/copy.db`
    for (const suffix of ['', '-wal', '.run', '.unsent']) {
      if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix)
    }
    damage(copy)
    const library = createLibrary({ now: () => new Date(), log: () => undefined })
    const opened = await library.open({ environment, file: copy, key: test.key, generation: 'first' })
    return { library, opened }
  }

  it.each<[string, (copy: string) => void]>([
    ['lost', (copy) => rmSync(`${copy}-wal`)],
    ['truncated to nothing', (copy) => truncateSync(`${copy}-wal`, 0)],
    ['truncated in the middle', (copy) => truncateSync(`${copy}-wal`, Math.floor(sizeOf(`${copy}-wal`) / 2))],
    ['flipped by a bit at its start', (copy) => flip(`${copy}-wal`, 60)],
    ['flipped by a bit near its end', (copy) => flip(`${copy}-wal`, sizeOf(`${copy}-wal`) - 9_000)],
  ])('with its write-ahead log %s: keeps every unsent change and restores no settled one', async (_, damage) => {
    const before = await unsent()
    const { library, opened } = await killedCopy(damage)
    expect(await unsent(library)).toEqual(opened.state === 'rebuilt' ? asked(before) : before)
    const activity = await activityRows(library)
    expect(activity.map(({ changeId, state }) => [changeId, state])).toContainEqual(['change-3', 'done'])
    library.closeAllNow()
  })

  it('with its write-ahead log lost: has the last edit of a failed change, and no draft of the edit', async () => {
    await test.reopen()
    const edited = { ...refused, body: { ...refused.body, title: 'Short' } }
    await editChange(test.library, edited)
    const { library } = await killedCopy((copy) => rmSync(`${copy}-wal`))
    const changes = await library.pendingChanges({ environment })
    expect(changes.find(({ changeId }) => changeId === refused.changeId)).toEqual(
      entryOf(edited, { version: 5, attempts: 1, isEdited: true }),
    )
    expect(await library.readDraft({ workspace, changeId: refused.changeId })).toBeNull()
    const { rows } = await library.queryInsights(insightQuery({ text: 'short' }))
    expect(rows.map(({ title }) => title)).toEqual(['Short'])
    library.closeAllNow()
  })

  it('ignores an incomplete last line of the log, which was never confirmed', async () => {
    const before = await unsent()
    const { library } = await killedCopy((copy) => {
      writeFileSync(`${copy}.unsent`, `${readFileSync(`${copy}.unsent`, 'latin1')}half a line`)
      truncateSync(copy, 0)
    })
    expect(await unsent(library)).toEqual(asked(before))
    library.closeAllNow()
  })

  it('reports that changes may be lost when both files are damaged, and keeps the readable ones', async () => {
    const { library, opened } = await killedCopy((copy) => {
      truncateSync(copy, 0)
      const log = `${copy}.unsent`
      const added = readFileSync(log, 'latin1').indexOf('\n') + 1
      const confirmed = readFileSync(log, 'latin1').indexOf('\n', added) + 1
      // Both steps of the first change.
      for (const line of [added, confirmed]) flip(log, line + 40)
    })
    expect(opened).toMatchObject({ state: 'rebuilt', mayHaveLostChanges: true, recoveredChanges: 2 })
    expect((await library.pendingChanges({ environment })).map(({ changeId }) => changeId)).toEqual([
      'change-2',
      'change-9',
    ])
    library.closeAllNow()
  })
})

describe('the log of unsent changes', () => {
  it('holds no plain text and is accessible only to its owner', async () => {
    const bytes = readFileSync(`${file}.unsent`)
    const decoded = bytes
      .toString('latin1')
      .split('\n')
      .map((line) => Buffer.from(line, 'base64').toString('latin1'))
    expect(`${bytes.toString('latin1')} ${decoded.join('\n')}`).not.toMatch(/Change 1|A draft|change-1/)
    expect(statSync(`${file}.unsent`).mode & 0o777).toBe(0o600)
  })

  it('does not restore a discarded draft of an edit', async () => {
    await test.library.discardDraft({ workspace, changeId: refused.changeId })
    await test.library.close({ environment })
    truncateSync(file, 0)
    await test.reopen()
    expect((await unsent()).editing).toBeNull()
    expect((await unsent()).draft).toEqual(draft)
  })

  it('does not restore a draft that became a change', async () => {
    await test.library.addChange(newChange(4))
    await test.library.close({ environment })
    truncateSync(file, 0)
    await test.reopen()
    expect((await unsent()).draft).toBeNull()
    expect((await unsent()).changes.map(({ changeId }) => changeId)).toEqual([
      'change-1',
      'change-2',
      'change-9',
      'change-4',
    ])
  })

  it('is rewritten with only its current entries when it has grown', async () => {
    const long = 'x'.repeat(100_000)
    for (let saved = 0; saved < 12; saved += 1) {
      await test.library.saveDraft({ workspace, values: { title: `${long}${saved}` }, savedAt: settledAt })
    }
    expect(sizeOf(`${file}.unsent`)).toBeLessThan(1_000_000)
    const before = await unsent()
    await test.library.close({ environment })
    truncateSync(file, 0)
    await test.reopen()
    expect(await unsent()).toEqual(asked(before))
    expect(before.draft?.values.title).toBe(`${long}11`)
  })
})

it('does not rewrite the log for each change when its current entries exceed the limit', async () => {
  const long = 'x'.repeat(10_000)
  for (let number = 100; number < 160; number += 1) await test.library.addChange(newChange(number, long))
  expect(sizeOf(`${file}.unsent`)).toBeGreaterThan(600_000)
  const inodes = new Set<number>()
  for (let number = 100; number < 140; number += 1) {
    await markChange(test.library, { environment, changeId: `change-${number}`, state: 'sending', error: null })
    inodes.add(statSync(`${file}.unsent`).ino)
  }
  // Another file each time it is written anew.
  expect(inodes.size).toBeLessThan(4)
  const before = await unsent()
  await test.library.close({ environment })
  truncateSync(file, 0)
  await test.reopen()
  expect(await unsent()).toEqual(asked(before))
})

it('requires review when an old log reappears after a rebuild, until an edited change is approved', async () => {
  const log = readFileSync(`${file}.unsent`)
  const before = await unsent()
  await test.library.close({ environment })
  truncateSync(file, 0)
  await test.reopen()
  await test.library.close({ environment })
  writeFileSync(`${file}.unsent`, log)
  await test.reopen()
  expect(await unsent()).toEqual(asked(before))
  await editChange(test.library, { ...refused, body: { ...refused.body, title: 'Short' } })
  await confirmChange(test.library, environment, refused.changeId)
  await test.reopen()
  const review = (await unsent()).changes.map(({ changeId, needsReview }) => [changeId, needsReview])
  expect(review).toEqual([
    ['change-1', true],
    ['change-2', true],
    ['change-9', false],
  ])
})

describe('a discarded change', () => {
  const discard = (restoresDraft: boolean) => {
    const change = { environment, changeId: 'change-1', state: 'discarded', error: null, settledAt } as const
    return settleChange(test.library, { ...change, restoresDraft })
  }

  it('restores what was typed as a draft with restoresDraft, even after a rebuild', async () => {
    await test.library.discardDraft({ workspace })
    await discard(true)
    const { values } = (await test.library.readDraft({ workspace })) ?? {}
    expect(values).toMatchObject({ type: 'Bug', title: 'Change 1', description: 'Typed by a person.' })
    await test.library.close({ environment })
    truncateSync(file, 0)
    await test.reopen()
    expect((await test.library.readDraft({ workspace }))?.values).toEqual(values)
  })

  it('does not overwrite a draft begun since, and restores nothing without restoresDraft', async () => {
    await discard(true)
    expect(await test.library.readDraft({ workspace })).toEqual(draft)
    await test.library.discardDraft({ workspace })
    const change = { environment, changeId: 'change-2', state: 'discarded', error: null, settledAt } as const
    await settleChange(test.library, change)
    expect(await test.library.readDraft({ workspace })).toBeNull()
  })
})
