// Linking and unlinking goals of a metric: queued, sent in order, and sent again when the answer was lost.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { markChange } from '../../library/testing/moved-changes'
import { failing, never, production, setUp, staging } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'
import { waitsForEarlier } from './facts'

const goal = randomUUID()
const other = randomUUID()

function setUpLinks(options?: Parameters<typeof setUp>[0]) {
  const app = setUp(options)
  const relate = (action: 'add' | 'remove', ids = [goal], workspace = staging) =>
    app.changes.relateMetric(workspace, 'signups', action, ids, never)
  return { ...app, relate }
}

test.each([null, 'OK', { data: [] }])(
  'settles a link as done on a successful answer with the body %j',
  async (answer) => {
    const { relate, service, library, states } = setUpLinks()
    service.onSend = async (arrive) => {
      arrive()
      return answer
    }
    expect(await relate('add', [goal, other, goal])).toMatchObject({ state: 'done', error: null })
    expect(service.links(staging, 'signups')).toEqual([goal, other])
    expect(service.requests).toEqual(['manageMetricRelationships signups add'])
    expect(await relate('remove')).toMatchObject({ state: 'done' })
    expect(await library.links(staging, 'signups')).toEqual([other])
    expect(library.settled).toMatchObject([
      { kind: 'linkMetric', targetId: 'signups', state: 'done' },
      { kind: 'unlinkMetric', targetId: 'signups', state: 'done' },
    ])
    expect(await states()).toEqual([])
  },
)

test('keeps links waiting while offline and sends them in order after the next sync', async () => {
  const { relate, service, sync, states } = setUpLinks()
  service.onSend = failing('CONNECTION_REFUSED')
  expect(await relate('add')).toMatchObject({ state: 'waiting', error: { code: 'CONNECTION_REFUSED' } })
  expect(await relate('add', [other])).toMatchObject({ state: 'waiting' })
  expect(await relate('remove')).toMatchObject({ state: 'waiting' })
  service.onSend = async (arrive) => arrive()
  await sync.now(staging)
  await settle()
  expect(await states()).toEqual([])
  expect(service.requests.map((line) => line.split(' ')[2])).toEqual(['add', 'add', 'remove'])
  expect(service.links(staging, 'signups')).toEqual([other])
})

test('keeps a link waiting only behind earlier links of the same metric', async () => {
  const { relate, service, changes, states } = setUpLinks()
  service.onSend = failing('CONNECTION_REFUSED')
  await relate('add')
  service.onSend = async (arrive) => arrive()
  expect(await relate('remove')).toMatchObject({ state: 'waiting', error: null })
  expect(service.requests).toEqual([])
  expect(await changes.relateMetric(staging, 'churn', 'add', [goal], never)).toMatchObject({ state: 'done' })
  expect(service.requests).toEqual(['manageMetricRelationships churn add'])
  expect(await states()).toEqual(['waiting', 'waiting'])
})

test('sends the link behind an approved one at once', async () => {
  const { relate, service, changes, library, journal, states } = setUpLinks()
  service.onSend = failing('CONNECTION_REFUSED')
  await relate('add')
  await library.requireReviewOfAll('staging')
  service.onSend = async (arrive) => arrive()
  expect(await relate('remove')).toMatchObject({ state: 'waiting', error: null })
  await settle()
  expect(await states()).toEqual(['waiting', 'waiting'])
  const [toReview] = await journal()
  expect(await changes.send(staging, [toReview?.changeId ?? ''], never)).toMatchObject({ sent: 1 })
  await settle()
  expect(await states()).toEqual([])
  expect(service.requests.map((line) => line.split(' ')[2])).toEqual(['add', 'remove'])
})

test.each([true, false])('resends a link when its answer was lost (link had arrived: %s)', async (arrived) => {
  const { relate, service, states, clock, library } = setUpLinks()
  service.onSend = async (arrive) => {
    service.onSend = async (again) => again()
    if (arrived) arrive()
    throw new AppError('TIMEOUT', 'It took too long.')
  }
  expect(await relate('add')).toMatchObject({ state: 'unknown', error: { code: 'TIMEOUT' } })
  await clock.advance(60_000)
  expect(await states()).toEqual([])
  expect(service.links(staging, 'signups')).toEqual([goal])
  expect(service.requests).toHaveLength(arrived ? 2 : 1)
  expect(library.settled).toMatchObject([{ state: 'done' }])
})

test('throws a refusal and discards the link, but keeps a link rejected in the background as failed', async () => {
  const { relate, service, sync, journal, states, changes } = setUpLinks()
  service.onSend = failing('REFUSED')
  await expect(relate('add')).rejects.toMatchObject({ code: 'REFUSED' })
  expect(await states()).toEqual([])
  service.onSend = failing('CONNECTION_REFUSED')
  await relate('add')
  service.onSend = failing('NOT_FOUND')
  await sync.now(staging)
  await settle()
  const [failed] = await journal()
  expect(failed).toMatchObject({ state: 'failed', error: { code: 'NOT_FOUND' } })
  service.onSend = async (arrive) => arrive()
  // A failed link does not hold up later ones.
  expect(await relate('remove', [other])).toMatchObject({ state: 'done' })
  await changes.retry(staging, failed?.changeId ?? '')
  expect(service.links(staging, 'signups')).toEqual([goal])
})

test.each(['done', 'waiting', 'unknown'] as const)(
  'rejects the retry of a failed link superseded by a later change that is %s',
  async (later) => {
    const { relate, service, sync, journal, states, changes } = setUpLinks()
    const { onSend } = service
    service.onSend = failing('CONNECTION_REFUSED')
    await relate('add', [goal, other])
    service.onSend = failing('FORBIDDEN')
    await sync.now(staging)
    await settle()
    const [failed] = await journal()
    const code = { done: null, waiting: 'CONNECTION_REFUSED', unknown: 'TIMEOUT' } as const
    service.onSend = code[later] === null ? onSend : failing(code[later])
    // Without a sync the later change stays in its state.
    service.onList = failing('CONNECTION_REFUSED')
    expect(await relate('remove')).toMatchObject({ state: later })
    service.onSend = onSend
    const requests = service.requests.length
    await expect(changes.retry(staging, failed?.changeId ?? '')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('later change'),
    })
    expect(service.requests).toHaveLength(requests)
    expect((await states())[0]).toBe('failed')
    await changes.discard(staging, failed?.changeId ?? '')
    expect(await journal()).toHaveLength(later === 'done' ? 0 : 1)
  },
)

test('sends a link to production at once, and a queued or lost one only when the person approves it', async () => {
  const { relate, service, sync, states, journal, changes } = setUpLinks()
  expect(await relate('add', [goal], production)).toMatchObject({ state: 'done' })
  service.onSend = failing('CONNECTION_LOST')
  await relate('add', [other], production)
  await relate('remove', [goal], production)
  service.onSend = async (arrive) => arrive()
  await sync.now(production)
  await settle()
  // No list reconciles a link, so the lost one needs review as well.
  expect(await states('production')).toEqual(['waiting', 'waiting'])
  const [lost, behind] = await journal('production')
  await expect(changes.retry(production, behind?.changeId ?? '')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await changes.retry(production, lost?.changeId ?? '')
  await settle()
  expect(await states('production')).toEqual(['waiting'])
  await changes.retry(production, behind?.changeId ?? '')
  expect(service.links(production, 'signups')).toEqual([other])
  expect(await states('production')).toEqual([])
})

test('keeps a link waiting while the journal is briefly unreadable', async () => {
  const { relate, library, service, sync, states } = setUpLinks()
  const { addChange, pendingChanges } = library
  library.addChange = async (change) => {
    library.pendingChanges = failing('LIBRARY_UNAVAILABLE')
    return addChange(change)
  }
  const { state } = await relate('add')
  library.pendingChanges = pendingChanges
  expect(state).toBe('waiting')
  await sync.now(staging)
  await settle()
  expect(await states()).toEqual([])
  expect(service.links(staging, 'signups')).toEqual([goal])
})

test('asks for review of a production link whose answer was lost, and gives the reason', async () => {
  const { relate, service, sync, changes, journal, states } = setUpLinks()
  service.onSend = failing('CONNECTION_LOST')
  expect(await relate('add', [goal], production)).toMatchObject({ state: 'unknown' })
  service.onSend = async (arrive) => arrive()
  await sync.now(production)
  await settle()
  const [entry] = await journal('production')
  expect(entry).toMatchObject({ state: 'waiting', error: { code: 'CONNECTION_LOST' } })
  expect(entry?.error?.message).toMatch(/can’t check whether this went through/)
  expect(service.requests).toEqual([])
  expect(await changes.send(production, [entry?.changeId ?? ''], never)).toEqual({ sent: 1, rejected: 0, waiting: 0 })
  expect(await states('production')).toEqual([])
  expect(service.links(production, 'signups')).toEqual([goal])
})

test('rejects the approval of a link that is superseded by a later one', async () => {
  const { relate, service, library, changes, states } = setUpLinks()
  service.onSend = failing('CONNECTION_REFUSED')
  const { changeId } = await relate('add')
  await markChange(library, { environment: 'staging', changeId, state: 'failed', error: null })
  service.onSend = async (arrive) => arrive()
  expect(await relate('remove')).toMatchObject({ state: 'done' })
  await library.requireReviewOfAll('staging')
  await markChange(library, { environment: 'staging', changeId, state: 'waiting', error: null })
  await expect(changes.retry(staging, changeId)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await states()).toEqual(['waiting'])
  expect(service.links(staging, 'signups')).toEqual([])
})

test.each(['discarded', 'sent alone'])('sends the next link at once when the one ahead of it is %s', async (action) => {
  const { relate, service, changes, journal, library, sync, clock } = setUpLinks()
  sync.open(staging)
  service.onSend = failing('CONNECTION_REFUSED')
  await relate('add', [other])
  await library.requireReviewOfAll('staging')
  await relate('add', [goal])
  await clock.advance(20_000)
  service.onSend = async (arrive) => arrive()
  const [earlier] = await journal()
  if (action === 'discarded') await changes.discard(staging, earlier?.changeId ?? '')
  else await changes.retry(staging, earlier?.changeId ?? '')
  await clock.advance(1_000)
  expect(service.links(staging, 'signups')).toEqual(action === 'discarded' ? [goal] : [other, goal])
})

test('does not hold a link back behind one in another workspace', async () => {
  const { relate, service, journal } = setUpLinks()
  const sibling = { ...staging, workspaceId: randomUUID() }
  service.onSend = failing('CONNECTION_REFUSED')
  await relate('add', [goal], sibling)
  await relate('remove')
  const pending = await journal()
  expect(pending).toHaveLength(2)
  expect(pending.map((change) => waitsForEarlier(change, pending))).toEqual([false, false])
})

test('sends earlier links that need no review before an approved one', async () => {
  const { relate, service, library, changes, states } = setUpLinks()
  service.onSend = failing('CONNECTION_REFUSED')
  await relate('add')
  const { changeId } = await relate('add', [other])
  await settle()
  const entry = (await library.pendingChanges({ environment: 'staging' })).find((each) => each.changeId === changeId)
  if (!entry) throw new Error('The second link is not in the journal.')
  await library.moveChange({ environment: 'staging', ...entry, state: 'waiting', needsReview: true })
  service.onSend = async (arrive) => arrive()
  expect(await changes.send(staging, [changeId], never)).toEqual({ sent: 1, rejected: 0, waiting: 0 })
  expect(await states()).toEqual([])
  expect(service.links(staging, 'signups')).toEqual([goal, other])
})
