import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { transitions } from '../../contract/change-transitions'
import { newChange, openTestLibrary, type TestLibrary } from '../testing/opened-library'

const environment = 'sandbox'
let open: TestLibrary
beforeEach(async () => {
  open = await openTestLibrary('file')
})
afterEach(() => open.remove())

const change = newChange(1)
const { changeId } = change
const conflict = { code: 'CONFLICT' }

async function move(version: number, state: 'sending' | 'failed' = 'sending') {
  const rest = { needsReview: false, error: null, retryAt: null, attempt: null }
  return open.library.moveChange({ environment, changeId, version, state, ...rest })
}

async function readEntry() {
  const [entry] = await open.library.pendingChanges({ environment })
  return entry
}

test('each write of a change increments its version, and a write based on an earlier version is refused', async () => {
  await open.library.addChange(change)
  expect(await readEntry()).toMatchObject({ version: 1, state: 'waiting', needsReview: true })
  expect(await move(1)).toEqual({ version: 2 })
  await expect(move(1, 'failed')).rejects.toMatchObject(conflict)
  expect(await readEntry()).toMatchObject({ version: 2, state: 'sending', attempts: 1 })
})

test('a settlement based on an earlier version is refused, and one without a version is accepted', async () => {
  await open.library.addChange(change)
  await move(1)
  const settledAt = '2025-06-01T00:00:00.000Z'
  const settle = (version: number | null) =>
    open.library.settleChange({ environment, changeId, version, state: 'done', insight: null, settledAt })
  await expect(settle(1)).rejects.toMatchObject(conflict)
  expect(await readEntry()).toMatchObject({ state: 'sending' })
  await settle(null)
  expect(await readEntry()).toBeUndefined()
})

test('an edit based on an earlier version is refused', async () => {
  await open.library.addChange(change)
  await move(1)
  await move(2, 'failed')
  await expect(open.library.editChange({ ...change, version: 2 })).rejects.toMatchObject(conflict)
  await open.library.editChange({ ...change, version: 3 })
  expect(await readEntry()).toMatchObject({ version: 4, state: 'waiting', needsReview: true, isEdited: true })
})

test('requiring review increments the version, so an earlier decision is refused', async () => {
  await open.library.addChange(change)
  await move(1, 'failed')
  await open.library.requireReview({ environment, changeIds: [changeId] })
  expect(await readEntry()).toMatchObject({ version: 3, needsReview: true })
  await expect(move(2)).rejects.toMatchObject(conflict)
})

test('a move that the transition table does not allow is refused', async () => {
  await open.library.addChange(change)
  await move(1)
  await move(2, 'failed')
  await expect(move(3, 'sending')).rejects.toThrow('cannot go from failed to sending')
  expect(await readEntry()).toMatchObject({ version: 3, state: 'failed' })
})

test('a waiting change that needs no review cannot become failed without being sent', async () => {
  await open.library.addChange(change)
  const rest = { needsReview: false, error: null, retryAt: null, attempt: null }
  await open.library.moveChange({ environment, changeId, version: 1, state: 'waiting', ...rest })
  await expect(move(2, 'failed')).rejects.toThrow('cannot go from waiting to failed')
  expect(await readEntry()).toMatchObject({ version: 2, state: 'waiting', needsReview: false })
})

test.each(['done', 'discarded'] as const)(
  'a settlement that the transition table does not allow is refused: %s',
  async (state) => {
    const { failed } = transitions
    onTestFinished(() => void Object.assign(transitions, { failed }))
    await open.library.addChange(change)
    await move(1)
    await move(2, 'failed')
    Object.assign(transitions, { failed: {} })
    const settledAt = '2025-06-01T00:00:00.000Z'
    const end = state === 'done' ? { state, insight: null, settledAt } : { state, error: null, settledAt }
    const settled = open.library.settleChange({ environment, changeId, version: 3, ...end })
    await expect(settled).rejects.toThrow(`cannot go from failed to ${state}`)
    expect(await readEntry()).toMatchObject({ version: 3, state: 'failed' })
  },
)

test('clearing the retry time increments the version, so an earlier decision is refused', async () => {
  await open.library.addChange(change)
  const rest = { needsReview: false, error: null, attempt: null }
  const retryAt = '2025-06-01T00:00:00.000Z'
  await open.library.moveChange({ environment, changeId, version: 1, state: 'waiting', retryAt, ...rest })
  await open.library.retryNow({ environment, ofWorkspace: null, isAfterRestart: false })
  expect(await readEntry()).toMatchObject({ version: 3, retryAt: null })
  await expect(move(2)).rejects.toMatchObject(conflict)
  // A change without a time is not written.
  await open.library.retryNow({ environment, ofWorkspace: null, isAfterRestart: false })
  expect(await readEntry()).toMatchObject({ version: 3 })
})

test('superseding a change increments the version, so an earlier decision is refused', async () => {
  const link = (id: string, kind: 'linkMetric' | 'unlinkMetric') =>
    ({ ...change, changeId: id, kind, targetId: 'metric', body: { outcomeIds: ['goal'] } }) as const
  await open.library.addChange(link(changeId, 'linkMetric'))
  await open.library.addChange(link('later', 'unlinkMetric'))
  const settledAt = '2025-06-01T00:00:00.000Z'
  const done = { environment, changeId: 'later', version: 1, state: 'done', insight: null, settledAt } as const
  await open.library.settleChange(done)
  expect(await open.library.isSuperseded({ environment, changeId })).toBe(true)
  expect(await readEntry()).toMatchObject({ changeId, version: 2 })
  await expect(move(1)).rejects.toMatchObject(conflict)
})
