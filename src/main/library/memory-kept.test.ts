import { expect, test } from 'vitest'
import type { LibraryRequest, NewChange, OpenLibrary } from '../../contract/library'
import { type PlayedProcess, playProcess } from '../testing/forked-process'
import { createManualClock, settle } from '../testing/manual-clock'
import { createLibraryClient } from './library-client'

const workspace = { environment: 'sandbox', organisationId: 'o', workspaceId: 'w' } as const
const { environment } = workspace
const memory: OpenLibrary = { environment, file: null, key: null, generation: 'memory' }
const file: OpenLibrary = { environment, file: '/p/sandbox.db', key: 'k', generation: 'g' }
const opened = { state: 'created', reason: null, keptChanges: 0, mayHaveLostChanges: false }

const change = (changeId: string): NewChange => ({
  ...{ changeId, workspace, createdAt: '', kind: 'deleteOutcome', targetId: changeId, body: null },
})
const creation: NewChange = {
  ...{ changeId: 'creation', workspace, createdAt: '', kind: 'createInsight', targetId: 'i' },
  body: { id: 'i', type: 'Bug', title: 'T', description: '', organisationId: 'o', workspaceId: 'w' },
}

function setUp() {
  const processes: PlayedProcess[] = []
  const kept: number[] = []
  const { library } = createLibraryClient({
    fork() {
      const process = playProcess((message, self) => {
        const { id, method } = message as LibraryRequest
        self.answer({ id, ok: true, value: method === 'open' ? opened : null })
      })
      processes.push(process)
      return process
    },
    clock: createManualClock(),
    log: { info: () => {}, defect: () => 'id' },
    onReopened: (_, { keptChanges }) => kept.push(keptChanges),
  })
  async function crash() {
    const before = kept.length
    processes.at(-1)?.exit(134)
    while (kept.length === before) await settle()
    const posted = (processes.at(-1)?.posted ?? []) as LibraryRequest[]
    return posted.slice(1).map(({ method, input }) => [method, input])
  }
  return { library, crash, kept }
}

test('what was acknowledged in memory is there again after a crash, as far as it had come; what ended, as ended', async () => {
  const { library, crash, kept } = setUp()
  await library.open(memory)
  for (const id of ['waits', 'sent', 'ended']) await library.addChange(change(id))
  const sent = { environment, changeId: 'sent', state: 'sending', error: null } as const
  await library.markChange(sent)
  const end = { state: 'done', insight: null, settledAt: '' } as const
  await library.settleChange({ environment, changeId: 'ended', ...end })
  const draft = { workspace, values: { title: 'x' }, savedAt: '' }
  await library.saveDraft(draft)
  const restored = [
    ['addChange', change('waits')],
    ['addChange', change('sent')],
    ['addChange', change('ended')],
    ['settleChange', { environment, changeId: 'ended', ...end }],
    ['markChange', sent],
    ['saveDraft', draft],
  ]
  expect(await crash()).toEqual(restored)
  expect(kept).toEqual([2])
  expect(await crash()).toEqual(restored)
})

test('a draft that became a change, or was discarded, does not come back, and a mended change is the mended one', async () => {
  const { library, crash } = setUp()
  await library.open(memory)
  await library.saveDraft({ workspace, values: { title: 'T' }, savedAt: '' })
  await library.addChange(creation)
  await library.markChange({ environment, changeId: 'creation', state: 'failed', error: null })
  await library.saveDraft({ workspace, changeId: 'creation', values: { title: 'Mended' }, savedAt: '' })
  const mended = { ...creation, body: { ...creation.body, title: 'Mended' } } as typeof creation
  await library.editChange(mended)
  await library.saveDraft({ workspace, values: { title: 'Another' }, savedAt: '' })
  await library.discardDraft({ workspace })
  expect(await crash()).toEqual([['addChange', mended]])
})

test('what was typed for a change that came to nothing is the draft again, until another one takes its place', async () => {
  const { library, crash } = setUp()
  await library.open(memory)
  await library.addChange(creation)
  const end = { environment, changeId: 'creation', state: 'discarded', error: null, settledAt: '' } as const
  await library.settleChange({ ...end, givesDraftBack: true })
  expect(await crash()).toEqual([
    ['addChange', creation],
    ['settleChange', { ...end, givesDraftBack: true }],
  ])
  await library.discardDraft({ workspace })
  expect(await crash()).toEqual([
    ['addChange', creation],
    ['settleChange', { ...end, givesDraftBack: false }],
  ])
})

test('how often a change was on its way comes back, and that it is asked about, until it is mended', async () => {
  const { library, crash } = setUp()
  await library.open(memory)
  await library.addChange(creation)
  const mark = (state: 'sending' | 'failed' | 'waiting') => ({ environment, changeId: 'creation', state, error: null })
  for (const state of ['sending', 'sending', 'failed'] as const) await library.markChange(mark(state))
  await library.requireReview({ environment, changeIds: ['creation', 'gone'] })
  const sendings = [
    ['addChange', creation],
    ['markChange', mark('sending')],
    ['markChange', mark('sending')],
  ]
  const asked = ['requireReview', { environment, changeIds: ['creation'] }]
  expect(await crash()).toEqual([...sendings, ['markChange', mark('failed')], asked])
  await library.editChange(creation)
  // As it is now it was never on its way: it must not come back as what may have arrived.
  expect(await crash()).toEqual([...sendings, ['markChange', mark('waiting')]])
})

test('the register of metrics is there again, without those that were taken out', async () => {
  const { library, crash } = setUp()
  await library.open(memory)
  const metric = (metricId: string) => ({ workspace, metricId, label: `Metric ${metricId}`, addedAt: '' })
  for (const id of ['a', 'b']) await library.saveMetric(metric(id))
  await library.removeMetric({ workspace, metricId: 'a' })
  expect(await crash()).toEqual([['saveMetric', metric('b')]])
})

test('what moved to the disk is left to the disk, and what was closed is forgotten', async () => {
  const { library, crash, kept } = setUp()
  await library.open(memory)
  await library.addChange(change('waits'))
  await library.open(file)
  await library.addChange(change('in the file'))
  expect(await crash()).toEqual([])
  await library.close({ environment })
  await library.open(memory)
  expect(await crash()).toEqual([])
  expect(kept).toEqual([0, 0])
})
