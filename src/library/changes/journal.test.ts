// The guarantees that main's queue relies on: a write based on an old version is refused, and the journal knows which
// changes are due.
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { JournalEntry } from '../../contract/library'
import { connect } from '../store/connection'
import { addConfirmed, entryOf, markChange } from '../testing/moved-changes'
import { activityRows, newChange, openTestLibrary, type TestLibrary, workspace } from '../testing/opened-library'

const environment = 'sandbox'
const settledAt = '2025-06-03T00:00:00.000Z'
const refusal = new AppError('REFUSED', 'The title is too long.').report
const elsewhere = { ...workspace, workspaceId: 'another' }
const now = '2025-06-02T12:00:00.000Z'
const later = (ms: number) => new Date(Date.parse(now) + ms).toISOString()

let open: TestLibrary
const pending = (query: { isDue?: true } = {}) => open.library.pendingChanges({ environment, ...query })

async function entry(changeId: string): Promise<JournalEntry> {
  const found = (await pending()).find((one) => one.changeId === changeId)
  if (found === undefined) throw new Error(`${changeId} is not in the journal.`)
  return found
}

/** A confirmed change that failed and is sent again at `retryAt`. */
async function addRetried(change: ReturnType<typeof newChange>, retryAt: string | null, retryAfterMs?: number) {
  await addConfirmed(open.library, change)
  const error = new AppError('RATE_LIMITED', 'Slow down.', { retryAfterMs }).report
  await open.library.moveChange({ environment, ...(await entry(change.changeId)), retryAt, error })
}

const retryTimes = async () => (await pending()).map(({ changeId, retryAt }) => [changeId, retryAt])

describe.each(['memory', 'file'] as const)('the journal of a library in %s', (kind) => {
  beforeEach(async () => {
    open = await openTestLibrary(kind)
  })
  afterEach(() => open.remove())

  const state = async () => ({
    pending: await pending(),
    activity: await activityRows(open.library),
    insight: await open.library.getInsight({ workspace, id: newChange(1).targetId }),
    draft: await open.library.readDraft({ workspace }),
    edit: await open.library.readDraft({ workspace, changeId: 'change-1' }),
  })

  it('stores every column of a move and returns the next version', async () => {
    await open.library.addChange(newChange(1))
    const columns = {
      ...({ state: 'sending', needsReview: false, error: refusal } as const),
      ...{ retryAt: later(1_000), attempt: { run: 'run', atMs: 12.5 } },
    }
    expect(await open.library.moveChange({ environment, changeId: 'change-1', version: 1, ...columns })).toEqual({
      version: 2,
    })
    expect(await pending()).toEqual([entryOf(newChange(1), { ...columns, version: 2, attempts: 1 })])
    if (kind === 'file') {
      await open.reopen()
      expect(await pending()).toEqual([entryOf(newChange(1), { ...columns, version: 2, attempts: 1 })])
    }
  })

  it.each<[string, (old: JournalEntry) => Promise<unknown>]>([
    ['moveChange', (old) => open.library.moveChange({ environment, ...old, state: 'waiting', needsReview: false })],
    [
      'settleChange as done',
      ({ changeId, version }) =>
        open.library.settleChange({ environment, changeId, version, state: 'done', insight: null, settledAt }),
    ],
    [
      'settleChange as discarded',
      ({ changeId, version }) =>
        open.library.settleChange({
          ...{ environment, changeId, version, state: 'discarded', error: null, settledAt, restoresDraft: true },
        }),
    ],
    ['editChange', ({ version }) => open.library.editChange({ ...newChange(1, 'Edited'), version })],
  ])('%s throws CONFLICT and changes nothing when the version is old', async (_, write) => {
    await addConfirmed(open.library, newChange(1))
    await markChange(open.library, { environment, changeId: 'change-1', state: 'failed', error: refusal })
    await open.library.saveDraft({ workspace, changeId: 'change-1', values: { title: 'Half' }, savedAt: settledAt })
    const old = await entry('change-1')
    await markChange(open.library, { environment, changeId: 'change-1', state: 'failed', error: refusal })
    const before = await state()
    await expect(write(old)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await state()).toEqual(before)
    // The same write is accepted with the current version.
    await write(await entry('change-1'))
    expect(await state().catch(() => null)).not.toEqual(before)
  })

  it('pendingChanges returns changes as due whatever their retry time, in case the clock was changed', async () => {
    for (const [number, minutes] of [null, -1, 0, 1, 10, 24 * 60].entries()) {
      await addRetried(newChange(number), minutes === null ? null : later(minutes * 60_000))
    }
    expect(await pending({ isDue: true })).toHaveLength(6)
  })

  it('pendingChanges does not return failed changes or those waiting for review as due', async () => {
    for (const number of [1, 2, 3]) await addConfirmed(open.library, newChange(number))
    await open.library.addChange(newChange(4))
    await markChange(open.library, { environment, changeId: 'change-2', state: 'failed', error: refusal })
    await markChange(open.library, { environment, changeId: 'change-3', state: 'sending', error: null })
    expect((await pending({ isDue: true })).map(({ changeId }) => changeId)).toEqual(['change-1', 'change-3'])
  })

  it('retryNow clears the retry times of one workspace or of all', async () => {
    await addRetried(newChange(1), later(1_000))
    await addRetried({ ...newChange(2), workspace: elsewhere }, later(2_000))
    const unknown = { ...workspace, workspaceId: 'unknown' }
    await open.library.retryNow({ environment, ofWorkspace: unknown, isAfterRestart: false })
    expect(await retryTimes()).toEqual([
      ['change-1', later(1_000)],
      ['change-2', later(2_000)],
    ])
    await open.library.retryNow({ environment, ofWorkspace: elsewhere, isAfterRestart: false })
    expect(await retryTimes()).toEqual([
      ['change-1', later(1_000)],
      ['change-2', null],
    ])
    await open.library.retryNow({ environment, ofWorkspace: null, isAfterRestart: false })
    expect(await retryTimes()).toEqual([
      ['change-1', null],
      ['change-2', null],
    ])
  })

  it('retryNow after a restart keeps a pause that the service asked for, and no other retry time', async () => {
    await addRetried(newChange(1), later(1_000), 60_000)
    await addRetried(newChange(2), later(2_000))
    await open.library.retryNow({ environment, ofWorkspace: null, isAfterRestart: true })
    expect(await retryTimes()).toEqual([
      ['change-1', later(1_000)],
      ['change-2', null],
    ])
    await open.library.retryNow({ environment, ofWorkspace: workspace, isAfterRestart: false })
    expect(await retryTimes()).toEqual([
      ['change-1', null],
      ['change-2', null],
    ])
  })
})

test.each([`body = replace(body, 'Change 1', 'Change 7')`, `error = '{'`])(
  'retryNow copes with a change tampered with while the library is open, and keeps its log intact: %s',
  async (assignment) => {
    open = await openTestLibrary('file')
    try {
      await addRetried(newChange(1), later(1_000))
      await addRetried(newChange(2), later(2_000))
      const connection = connect({ file: open.file, key: open.key })
      connection.exec(`UPDATE journal SET ${assignment} WHERE change_id = 'change-1'`)
      connection.close()
      await open.library.retryNow({ environment, ofWorkspace: null, isAfterRestart: true })
      expect((await pending()).map(({ changeId, body, error }) => [changeId, body, error?.code])).toEqual([
        ['change-1', newChange(1).body, 'RATE_LIMITED'],
        ['change-2', newChange(2).body, 'RATE_LIMITED'],
      ])
      expect((await entry('change-2')).retryAt).toBeNull()
    } finally {
      open.remove()
    }
  },
)
