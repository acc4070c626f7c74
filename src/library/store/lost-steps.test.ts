// The second copy has lost its end, and the database is whole, or gone too: what neither can say must not have a change
// look as if it had come less far.
import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newChange, openTestLibrary, type TestLibrary } from '../testing/opened-library'

const environment = 'sandbox'
const changeId = 'change-1'
type State = 'waiting' | 'sending' | 'unknown' | 'failed'

let open: TestLibrary
let log: string
beforeEach(async () => {
  open = await openTestLibrary('file')
  log = `${open.file}.unsent`
  await open.library.addChange(newChange(1))
})
afterEach(() => open.remove())

const mark = (state: State) => open.library.markChange({ environment, changeId, state, error: null })
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
    { states: ['failed', 'sending'], after: { state: 'unknown', needsReview: true } },
  ].map((row) => ({ fault, ...row })),
)

test.each(lost)('the last line $fault: what was $states is $after.state', async ({ fault, states, after }) => {
  for (const state of states) await mark(state as State)
  await open.library.close({ environment })
  faults[fault]?.()
  await open.reopen()
  expect(await found()).toEqual([after])
  // What was made of the two holds, whatever is damaged next.
  await open.reopen()
  expect(await found()).toEqual([after])
})

test('what was mended stays mended, though its step was lost', async () => {
  await mark('failed')
  const { kind: _, ...rest } = newChange(1, 'Mended')
  await open.library.editChange({ kind: 'createInsight', ...rest })
  await mark('sending')
  await open.library.close({ environment })
  writeFileSync(log, [...linesOf().slice(0, -2), ''].join('\n'), 'latin1')
  await open.reopen()
  expect(await open.library.pendingChanges({ environment })).toMatchObject([
    { body: { title: 'Mended' }, state: 'sending', attempts: 1 },
  ])
})

test('a database that was emptied, and a log that was cut short: that something may be lost is said', async () => {
  for (const number of [2, 3]) await open.library.addChange(newChange(number))
  await open.library.close({ environment })
  faults['is cut short']?.()
  truncateSync(open.file ?? '', 0)
  expect(await open.reopen()).toMatchObject({ state: 'rebuilt', keptChanges: 2, mayHaveLostChanges: true })
})

test('a damaged database and a log that lost its end: how far it had come is known from the other', async () => {
  await mark('sending')
  await open.library.close({ environment })
  faults['is gone']?.()
  writeFileSync(`${open.file}.run`, 'damaged')
  expect(await open.reopen()).toMatchObject({ state: 'rebuilt' })
  expect(await found()).toEqual([{ state: 'sending', needsReview: true }])
})
