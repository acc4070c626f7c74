// The log of unsent changes has lost its end, and the database is whole, or lost something too: a change must not look as
// if it had come less far.

import { copyFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addConfirmed, editChange, markChange, settleChange } from '../testing/moved-changes'
import { newChange, openTestLibrary, type TestLibrary, workspace } from '../testing/opened-library'

const environment = 'sandbox'
const changeId = 'change-1'
type State = 'waiting' | 'sending' | 'unknown' | 'failed'

let open: TestLibrary
let log: string
beforeEach(async () => {
  open = await openTestLibrary('file')
  log = `${open.file}.unsent`
  await addConfirmed(open.library, newChange(1))
})
afterEach(() => open.remove())

const mark = (state: State) => markChange(open.library, { environment, changeId, state, error: null })
const found = async () =>
  (await open.library.pendingChanges({ environment })).map(({ state, needsReview }) => ({ state, needsReview }))

const linesOf = () => readFileSync(log, 'latin1').split('\n').slice(0, -1)

const faults: Readonly<Record<string, () => void>> = {
  'is damaged by one bit': () => {
    const lines = linesOf()
    const last = Buffer.from(lines.pop() ?? '', 'latin1')
    last[40] = (last[40] ?? 0) ^ 1
    writeFileSync(log, [...lines, last.toString('latin1'), ''].join('\n'), 'latin1')
  },
  'is cut short': () => truncateSync(log, statSync(log).size - 10),
  'is gone': () => writeFileSync(log, [...linesOf().slice(0, -1), ''].join('\n'), 'latin1'),
}

const lost = Object.keys(faults).flatMap((fault) =>
  [
    { states: ['sending'], after: { state: 'sending', needsReview: false } },
    { states: ['sending', 'unknown'], after: { state: 'unknown', needsReview: false } },
    { states: ['failed'], after: { state: 'failed', needsReview: false } },
    { states: ['failed', 'waiting', 'sending'], after: { state: 'sending', needsReview: false } },
  ].map((row) => ({ fault, ...row })),
)

test.each(lost)(
  'the last line $fault: a change that went through $states is still $after.state',
  async ({ fault, states, after }) => {
    for (const state of states) await mark(state as State)
    await open.library.close({ environment })
    faults[fault]?.()
    await open.reopen()
    expect(await found()).toEqual([after])
    // The recovered state holds, whatever is damaged next.
    await open.reopen()
    expect(await found()).toEqual([after])
  },
)

test('an edit is kept even if the log lost its step', async () => {
  await mark('failed')
  const { kind: _, ...rest } = newChange(1, 'Edited')
  await editChange(open.library, { kind: 'createInsight', ...rest })
  await mark('sending')
  await open.library.close({ environment })
  writeFileSync(log, [...linesOf().slice(0, -2), ''].join('\n'), 'latin1')
  await open.reopen()
  expect(await open.library.pendingChanges({ environment })).toMatchObject([
    { body: { title: 'Edited' }, state: 'sending', attempts: 2 },
  ])
})

test('reports possible loss when the database was emptied and the log was cut short', async () => {
  for (const number of [2, 3]) await open.library.addChange(newChange(number))
  await open.library.close({ environment })
  faults['is cut short']?.()
  truncateSync(open.file ?? '', 0)
  expect(await open.reopen()).toMatchObject({ state: 'rebuilt', recoveredChanges: 2, mayHaveLostChanges: true })
})

test('takes the state of a change from a damaged database when the log lost its end', async () => {
  await mark('sending')
  await open.library.close({ environment })
  faults['is gone']?.()
  writeFileSync(`${open.file}.run`, 'damaged')
  expect(await open.reopen()).toMatchObject({ state: 'rebuilt' })
  expect(await found()).toEqual([{ state: 'sending', needsReview: true }])
})

/** Puts the database back to before the lost steps, as after a write-ahead log that lost its end. */
async function loseSteps(lost: () => Promise<unknown>, kept = async () => {}): Promise<void> {
  const file = open.file ?? ''
  const copy = `${open.folder}/before.db`
  const move = (from: string, to: string) => {
    for (const suffix of ['', '-wal']) {
      // As a new file: the driver may still hold the one that was closed.
      rmSync(to + suffix, { force: true })
      if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix)
    }
  }
  await open.reopen()
  await kept()
  move(file, copy)
  await lost()
  await open.library.close({ environment })
  move(copy, file)
  rmSync(`${file}-shm`, { force: true })
}

test('uses the log when the database lost its last steps', async () => {
  await addConfirmed(open.library, newChange(2))
  await loseSteps(async () => {
    await mark('sending')
    const settledAt = '2025-06-03T00:00:00.000Z'
    await settleChange(open.library, { environment, changeId: 'change-2', state: 'done', insight: null, settledAt })
  })
  expect(await open.reopen()).toMatchObject({ state: 'opened', mayHaveLostChanges: false })
  expect(await found()).toEqual([{ state: 'sending', needsReview: false }])
  await open.reopen()
  expect(await found()).toEqual([{ state: 'sending', needsReview: false }])
})

test('has the links of metrics that were done in steps which the database lost', async () => {
  const change = (changeId: string, kind: 'linkMetric' | 'unlinkMetric', outcomeIds: string[]) =>
    ({ ...{ changeId, kind, workspace, targetId: 'metric', createdAt: '' }, body: { outcomeIds } }) as const
  const end = { environment, state: 'done', insight: null, settledAt: '2025-06-03T00:00:00.000Z' } as const
  const done = async (made: ReturnType<typeof change>) => {
    await addConfirmed(open.library, made)
    await settleChange(open.library, { ...end, changeId: made.changeId })
  }
  await open.library.saveMetric({ workspace, metricId: 'metric', label: '', addedAt: '' })
  await done(change('first', 'linkMetric', ['a', 'b']))
  await loseSteps(async () => {
    await done(change('second', 'linkMetric', ['c', 'd']))
    await done(change('third', 'unlinkMetric', ['b', 'd']))
  })
  expect(await open.reopen()).toMatchObject({ state: 'opened', mayHaveLostChanges: false })
  const [metric] = await open.library.listMetrics({ workspace })
  expect(metric?.links.map(({ outcomeId }) => outcomeId)).toEqual(['a', 'c'])
})

test('finds log and database alike after a failed change with an edit was discarded', async () => {
  const begin = () => open.library.beginSync({ workspace, resource: 'insights', startedAt: '2025-06-01T10:00:00.000Z' })
  const validators = { url: 'u', etag: '"1"', lastModified: null, readAt: '2025-06-01T10:00:00.000Z' }
  const { syncId } = await begin()
  await open.library.appendSync({ syncId, bytes: Buffer.from('{"data":[]}') })
  await open.library.commitSync({ syncId, validators })
  await mark('failed')
  await open.library.saveDraft({ workspace, changeId, values: { title: 'Edited' }, savedAt: '' })
  const settledAt = '2025-06-03T00:00:00.000Z'
  await settleChange(open.library, { environment, changeId, state: 'discarded', error: null, settledAt })
  await open.reopen()
  expect((await begin()).validators).toEqual(validators)
})

test('uses the database when the log is older', async () => {
  const before = readFileSync(log)
  await mark('sending')
  await open.library.close({ environment })
  writeFileSync(log, before)
  expect(await open.reopen()).toMatchObject({ state: 'opened', mayHaveLostChanges: false })
  expect(await found()).toEqual([{ state: 'sending', needsReview: false }])
})

test.each(['is damaged by one bit', 'is cut short'])(
  'merges both files, requires review and reports loss when the database lost steps and the last line %s',
  async (fault) => {
    const draft = { workspace, values: { title: 'Typed' }, savedAt: '2025-06-01T11:00:00.000Z' }
    await open.library.saveDraft(draft)
    await loseSteps(async () => {
      await mark('sending')
      await addConfirmed(open.library, newChange(2))
      await open.library.addChange(newChange(3))
    })
    faults[fault]?.()
    expect(await open.reopen()).toMatchObject({ state: 'opened', recoveredChanges: 1, mayHaveLostChanges: true })
    const expected = [
      { state: 'sending', needsReview: true },
      { state: 'waiting', needsReview: true },
    ]
    expect(await found()).toEqual(expected)
    // The log says that it became change 2, and the database may have a later one.
    expect((await open.library.readDraft({ workspace }))?.values).toEqual(draft.values)
    expect(await open.reopen()).toMatchObject({ state: 'opened', recoveredChanges: 0, mayHaveLostChanges: false })
    expect(await found()).toEqual(expected)
  },
)

test('uses the row with more attempts when database and log lost different steps', async () => {
  await loseSteps(
    () => addConfirmed(open.library, newChange(2)),
    async () => void (await mark('sending')),
  )
  const [begin = '', sending = '', ...rest] = linesOf()
  writeFileSync(log, [begin, sending.replace(/.{4}$/, 'AAAA'), ...rest, ''].join('\n'), 'latin1')
  expect(await open.reopen()).toMatchObject({ state: 'opened', mayHaveLostChanges: true })
  expect(await found()).toEqual([
    { state: 'sending', needsReview: true },
    { state: 'waiting', needsReview: true },
  ])
})
