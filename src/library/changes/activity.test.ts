import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { workspaceKey } from '../../contract/workspace'
import { connect } from '../store/connection'
import { addConfirmed, markChange, settleChange } from '../testing/moved-changes'
import {
  newChange,
  openTestLibrary,
  syncItems,
  syncKnowledge,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'
import { serviceChange, settleDone, settledAt } from '../testing/service-changes'
import { variedInsights } from '../testing/varied-insights'

const environment = 'sandbox'
const insights = variedInsights(30)
const hidden = insights.flatMap((insight) => insight.opportunities).find(({ hideContent }) => hideContent)
const shown = insights.flatMap((insight) => insight.opportunities).find(({ hideContent }) => !hideContent)
const [goal] = insights.flatMap((insight) => insight.outcomes)
const document = { id: '00000009-0000-4000-8000-000000000001', title: 'Interview notes' }
const elsewhere = { ...workspace, workspaceId: 'another' }

describe.each(['memory', 'file'] as const)('the activity of a library in %s', (kind) => {
  let test: TestLibrary
  beforeEach(async () => {
    test = await openTestLibrary(kind)
    await syncItems(test.library, insights)
    await syncKnowledge(test.library, [document])
  })
  afterEach(() => test.remove())

  const query = (
    text = '',
    rest: { workspace?: typeof workspace | null; targetId?: string; offset?: number; limit?: number } = {},
  ) => test.library.queryActivity({ environment, workspace, text, offset: 0, limit: 100, ...rest })
  const ids = async (...input: Parameters<typeof query>) => (await query(...input)).rows.map(({ changeId }) => changeId)

  it('lists unsettled changes before settled ones, each newest first', async () => {
    for (const number of [1, 4, 2, 3]) await test.library.addChange(newChange(number))
    await settleDone(test.library, 'change-4')
    const discard = { environment, changeId: 'change-2', state: 'discarded', error: null, settledAt } as const
    await settleChange(test.library, discard)
    const page = await query()
    expect(page.rows.map(({ changeId, state }) => [changeId, state])).toEqual([
      ['change-3', 'waiting'],
      ['change-1', 'waiting'],
      ['change-4', 'done'],
      ['change-2', 'discarded'],
    ])
    expect(page).toMatchObject({ total: 4, all: 4 })
    expect(await ids('', { offset: 1, limit: 2 })).toEqual(['change-1', 'change-4'])
    expect(await query('', { offset: 1, limit: 2 })).toMatchObject({ total: 4, all: 4 })
  })

  it('lists the changes of one record, with or without search text', async () => {
    for (const number of [1, 2]) await test.library.addChange(newChange(number))
    const [second] = (await query('', { limit: 1 })).rows
    const targetId = second?.targetId ?? ''
    expect(await query('', { targetId })).toMatchObject({ rows: [{ changeId: second?.changeId }], total: 1, all: 1 })
    expect(await ids(second?.title ?? '', { targetId })).toEqual([second?.changeId])
    expect(await ids('', { targetId: 'none' })).toEqual([])
  })

  it('keeps workspaces apart, and lists the whole environment when no workspace is given', async () => {
    await test.library.addChange(newChange(1))
    await test.library.addChange({ ...newChange(2), workspace: elsewhere })
    expect(await ids()).toEqual(['change-1'])
    expect((await query('', { workspace: null })).rows.map((row) => [row.changeId, row.workspace])).toEqual([
      ['change-2', elsewhere],
      ['change-1', workspace],
    ])
    expect(await query('', { workspace: { ...workspace, workspaceId: 'none' } })).toEqual({
      rows: [],
      total: 0,
      all: 0,
    })
    const asked = test.library.getActivity({ workspace, changeId: 'change-2' })
    await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('finds a change by its ID alone, with the workspace it was made in', async () => {
    await test.library.addChange(newChange(1))
    await test.library.addChange({ ...newChange(2), workspace: elsewhere })
    const found = await test.library.findActivity({ environment, changeId: 'change-2' })
    expect(found).toEqual(await test.library.getActivity({ workspace: elsewhere, changeId: 'change-2' }))
    expect(found.workspace).toEqual(elsewhere)
    const asked = test.library.findActivity({ environment, changeId: 'change-3' })
    await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('keeps the duration of the request that settled a change', async () => {
    const requestMsOf = async (changeId: string) =>
      (await test.library.findActivity({ environment, changeId })).requestMs
    for (const number of [1, 2, 3]) await addConfirmed(test.library, newChange(number))
    await markChange(test.library, { environment, changeId: 'change-1', state: 'sending', error: null })
    await markChange(test.library, { environment, changeId: 'change-2', state: 'sending', error: null })
    const done = { environment, insight: null, state: 'done', settledAt } as const
    await settleChange(test.library, { ...done, changeId: 'change-1', requestMs: 812 })
    const refused = { environment, error: null, state: 'discarded', settledAt } as const
    await settleChange(test.library, { ...refused, changeId: 'change-2', requestMs: 0 })
    await settleChange(test.library, { ...done, changeId: 'change-3' })
    expect(await Promise.all(['change-1', 'change-2', 'change-3'].map(requestMsOf))).toEqual([812, 0, undefined])
  })

  it('finds changes by title, operation and ID', async () => {
    const opportunityId = hidden?.id ?? ''
    await test.library.addChange(newChange(1, 'Größe der Batterie \u0000\ud800'))
    await test.library.addChange(serviceChange('k', { kind: 'deleteKnowledge', targetId: document.id, body: null }))
    await test.library.addChange(serviceChange('o', { kind: 'deleteOutcome', targetId: 'ab-17', body: null }))
    await test.library.addChange(serviceChange('s', { kind: 'markAllSeen', targetId: opportunityId, body: null }))
    await settleDone(test.library, 'k')
    expect(await ids('batt gröss')).toEqual([])
    expect(await ids('batt grosse')).toEqual([])
    expect(await ids('batt größe')).toEqual(['change-1'])
    expect(await ids('GRÖSS')).toEqual([])
    expect(await ids('interv')).toEqual(['k'])
    expect((await ids('delete')).sort()).toEqual(['k', 'o'])
    expect(await ids('goal del')).toEqual(['o'])
    expect(await ids('seen')).toEqual(['s'])
    expect(await ids('ab-17')).toEqual(['o'])
    expect(await query('interv', { offset: 1 })).toMatchObject({ rows: [], total: 1, all: 4 })
    for (const text of ['', '  ', '"*', '\u0000', '\ud800']) expect((await query(text)).total).toBe(4)
  })

  it('finds a change by the words in its row: operation, state and workspace', async () => {
    const opportunityId = hidden?.id ?? ''
    const body = { outcomeIds: ['ab-17'] }
    await addConfirmed(test.library, newChange(1, 'Battery'))
    await addConfirmed(test.library, serviceChange('l', { kind: 'linkMetric', targetId: 'm', body }))
    await addConfirmed(test.library, serviceChange('u', { kind: 'unlinkMetric', targetId: 'm', body }))
    await test.library.addChange(serviceChange('k', { kind: 'deleteKnowledge', targetId: document.id, body: null }))
    await test.library.addChange(serviceChange('s', { kind: 'markAllSeen', targetId: opportunityId, body: null }))
    await settleDone(test.library, 'k')
    await markChange(test.library, { environment, changeId: 's', state: 'failed', error: null })
    await test.library.addChange({ ...newChange(2), workspace: elsewhere })
    for (const [words, found] of [
      ['New insight', ['change-1']],
      ['Link goals to metric', ['l']],
      ['Unlink goals from metric', ['u']],
      ['Delete knowledge item', ['k']],
      ['Mark all as seen', ['s']],
      ['Rejected', ['s']],
      ['Waiting to send', ['change-1', 'l', 'u']],
      ['done', ['k']],
      ['sandbox done', ['k']],
      ['production', []],
    ] as const) {
      expect([words, (await ids(words)).sort()]).toEqual([words, found])
    }
    const everywhere = { environment, workspace: null, offset: 0, limit: 100 } as const
    const workspaceNames = { [workspaceKey(elsewhere)]: 'Trial bikes' }
    const there = await test.library.queryActivity({ ...everywhere, text: 'trial bikes', workspaceNames })
    expect(there.rows.map(({ changeId }) => changeId)).toEqual(['change-2'])
    expect((await query('another', { workspace: null })).rows.map(({ changeId }) => changeId)).toEqual(['change-2'])
  })

  it('shows the body exactly as typed, and withholds a hidden title', async () => {
    await test.library.addChange(newChange(1, 'a\u0000b\ud800'))
    const { body, ...detail } = await test.library.getActivity({ workspace, changeId: 'change-1' })
    expect(JSON.parse(body ?? '')).toEqual(newChange(1, 'a\u0000b\ud800').body)
    expect(detail).toMatchObject({ title: 'a\ufffdb\ufffd', content: null, kind: 'createInsight', state: 'waiting' })
    const change = { kind: 'markAllSeen', targetId: hidden?.id ?? '', body: null } as const
    await test.library.addChange(serviceChange('s', change))
    expect(await test.library.getActivity({ workspace, changeId: 's' })).toMatchObject({ title: '', body: null })
  })

  it('marks an untitled row as hidden when its record hides its content, even once deleted', async () => {
    const hidesGoal = ({ outcomes, ...insight }: (typeof insights)[number]) => ({
      ...insight,
      outcomes: outcomes.map((each) => ({ ...each, hideContent: each.id === goal?.id })),
    })
    await syncItems(test.library, insights.map(hidesGoal))
    const targets = {
      seen: ['markAllSeen', hidden?.id],
      shown: ['markAllSeen', shown?.id],
      goal: ['deleteOutcome', goal?.id],
      unknown: ['deleteOutcome', 'ab-17'],
    } as const
    for (const [changeId, [changeKind, targetId = '']] of Object.entries(targets)) {
      await test.library.addChange(serviceChange(changeId, { kind: changeKind, targetId, body: null }))
    }
    await settleDone(test.library, 'goal')
    const ids = [hidden?.id ?? '']
    await test.library.decidePriority({ workspace, kind: 'opportunity', ids, decision: 'now', decidedAt: settledAt })
    const noted = { workspace, kind: 'opportunity', id: hidden?.id ?? '', note: 'Safety first' } as const
    await test.library.setPriorityNote(noted)
    expect((await query('safety')).rows).toMatchObject([{ decided: { decision: 'now', note: 'Safety first' } }])
    const { rows } = await query()
    expect(
      rows
        .filter(({ isHidden }) => isHidden)
        .map(({ kind, title }) => [kind, title])
        .sort(),
    ).toEqual([
      ['decide', ''],
      ['deleteOutcome', ''],
      ['markAllSeen', ''],
    ])
    expect(rows.find(({ changeId }) => changeId === 'unknown')).not.toHaveProperty('isHidden')
    expect(await test.library.getActivity({ workspace, changeId: 'goal' })).toMatchObject({ title: '', isHidden: true })
  })

  it('measures the records, pending changes, size and last sync of all workspaces', async () => {
    const empty = await test.library.measure({ environment })
    expect(empty).toMatchObject({ insights: 30, knowledge: 1, pendingChanges: 0, syncedAt: '2025-06-01T10:00:00.000Z' })
    if (kind === 'memory') expect(empty.bytes).toBe(0)
    else expect(empty.bytes).toBeGreaterThan(100_000)
    await test.library.addChange(newChange(1))
    await test.library.addChange({ ...newChange(2), workspace: elsewhere })
    expect(await test.library.measure({ environment })).toMatchObject({ insights: 32, pendingChanges: 2 })
  })
})

it('omits the request duration when the stored value is damaged', async () => {
  const test = await openTestLibrary('file')
  const { library, file, key } = test
  await library.addChange(newChange(1))
  await settleChange(library, { ...{ environment, changeId: 'change-1', state: 'discarded' }, error: null, settledAt })
  await library.close({ environment })
  const connection = connect({ file, key })
  connection.run('UPDATE activity SET request_ms = -5')
  connection.close()
  await test.reopen()
  expect(await test.library.findActivity({ environment, changeId: 'change-1' })).not.toHaveProperty('requestMs')
  await test.remove()
})
