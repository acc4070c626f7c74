// Linking and unlinking: queued like creations, sent again when the answer is lost, in the order they were made.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { markChange } from '../../library/testing/moved-changes'
import { failing, never, production, setUp, staging } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'
import { isBehind } from './link-order'

const goal = randomUUID()
const other = randomUUID()

function relating(options?: Parameters<typeof setUp>[0]) {
  const app = setUp(options)
  const relate = (action: 'add' | 'remove', ids = [goal], workspace = staging) =>
    app.changes.relateMetric(workspace, 'signups', action, ids, never)
  return { ...app, relate }
}

test.each([null, 'OK', { data: [] }])('any success counts, whatever its body: %j', async (answer) => {
  const { relate, service, library, states } = relating()
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
})

test('offline they wait and are sent in order after the next sync', async () => {
  const { relate, service, sync, states } = relating()
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

test('one never overtakes an earlier one of the same metric, and others are not kept back', async () => {
  const { relate, service, changes, states } = relating()
  service.onSend = failing('CONNECTION_REFUSED')
  await relate('add')
  service.onSend = async (arrive) => arrive()
  expect(await relate('remove')).toMatchObject({ state: 'waiting', error: null })
  expect(service.requests).toEqual([])
  expect(await changes.relateMetric(staging, 'churn', 'add', [goal], never)).toMatchObject({ state: 'done' })
  expect(service.requests).toEqual(['manageMetricRelationships churn add'])
  expect(await states()).toEqual(['waiting', 'waiting'])
})

test('what waited behind one that is sent at the word of the person follows at once', async () => {
  const { relate, service, changes, library, journal, states } = relating()
  service.onSend = failing('CONNECTION_REFUSED')
  await relate('add')
  await library.requireReviewOfAll('staging')
  service.onSend = async (arrive) => arrive()
  expect(await relate('remove')).toMatchObject({ state: 'waiting', error: null })
  await settle()
  expect(await states()).toEqual(['waiting', 'waiting'])
  const [asked] = await journal()
  expect(await changes.send(staging, [asked?.changeId ?? ''], never)).toMatchObject({ sent: 1 })
  await settle()
  expect(await states()).toEqual([])
  expect(service.requests.map((line) => line.split(' ')[2])).toEqual(['add', 'remove'])
})

test.each([true, false])(
  'an answer that was lost is answered by sending again (it had arrived: %s)',
  async (arrived) => {
    const { relate, service, states, clock, library } = relating()
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
  },
)

test('a refusal is thrown and leaves nothing behind; in the background it waits for the person', async () => {
  const { relate, service, sync, journal, states, changes } = relating()
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
  // A failed one waits for the person and keeps no later one back.
  expect(await relate('remove', [other])).toMatchObject({ state: 'done' })
  await changes.retry(staging, failed?.changeId ?? '')
  expect(service.links(staging, 'signups')).toEqual([goal])
})

test.each(['done', 'waiting', 'unknown'] as const)(
  'one that failed is not tried again against a later wish that is %s',
  async (later) => {
    const { relate, service, sync, journal, states, changes } = relating()
    const { onSend } = service
    service.onSend = failing('CONNECTION_REFUSED')
    await relate('add', [goal, other])
    service.onSend = failing('FORBIDDEN')
    await sync.now(staging)
    await settle()
    const [failed] = await journal()
    const code = { done: null, waiting: 'CONNECTION_REFUSED', unknown: 'TIMEOUT' } as const
    service.onSend = code[later] === null ? onSend : failing(code[later])
    // The list cannot be read either, so that it stays as it is.
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
    // Made anew it is the newest wish; the old one is the person's to discard.
    await changes.discard(staging, failed?.changeId ?? '')
    expect(await journal()).toHaveLength(later === 'done' ? 0 : 1)
  },
)

test('production: sent on the spot, but nothing queued or lost is sent again without the word', async () => {
  const { relate, service, sync, states, journal, changes } = relating()
  expect(await relate('add', [goal], production)).toMatchObject({ state: 'done' })
  service.onSend = failing('CONNECTION_LOST')
  await relate('add', [other], production)
  await relate('remove', [goal], production)
  service.onSend = async (arrive) => arrive()
  await sync.now(production)
  await settle()
  // No list tells what became of the lost one: nobody looks into it, so it waits as well.
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

test('a journal that cannot be read for a moment makes it wait instead of failing', async () => {
  const { relate, library, service, sync, states } = relating()
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

test('in production one whose answer was lost waits for the person’s word, and says why', async () => {
  const { relate, service, sync, changes, journal, states } = relating()
  service.onSend = failing('CONNECTION_LOST')
  expect(await relate('add', [goal], production)).toMatchObject({ state: 'unknown' })
  service.onSend = async (arrive) => arrive()
  await sync.now(production)
  await settle()
  const [entry] = await journal('production')
  expect(entry).toMatchObject({ state: 'waiting', error: { code: 'CONNECTION_LOST' } })
  expect(entry?.error?.message).toMatch(/cannot be found out/)
  expect(service.requests).toEqual([])
  expect(await changes.send(production, [entry?.changeId ?? ''], never)).toEqual({ sent: 1, refused: 0, waiting: 0 })
  expect(await states('production')).toEqual([])
  expect(service.links(production, 'signups')).toEqual([goal])
})

test('one that is asked about is not sent against what was done since', async () => {
  const { relate, service, library, changes, states } = relating()
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

test.each(['discarded', 'sent alone'])('what waited behind one that is %s goes out at once', async (how) => {
  const { relate, service, changes, journal, library, sync, clock } = relating()
  sync.open(staging)
  service.onSend = failing('CONNECTION_REFUSED')
  await relate('add', [other])
  await library.requireReviewOfAll('staging')
  await relate('add', [goal])
  await clock.advance(20_000)
  service.onSend = async (arrive) => arrive()
  const [earlier] = await journal()
  if (how === 'discarded') await changes.discard(staging, earlier?.changeId ?? '')
  else await changes.retry(staging, earlier?.changeId ?? '')
  await clock.advance(1_000)
  expect(service.links(staging, 'signups')).toEqual(how === 'discarded' ? [goal] : [other, goal])
})

test('a link of another workspace is no earlier one of the same metric', async () => {
  const { relate, service, journal } = relating()
  const nextDoor = { ...staging, workspaceId: randomUUID() }
  service.onSend = failing('CONNECTION_REFUSED')
  await relate('add', [goal], nextDoor)
  await relate('remove')
  const pending = await journal()
  expect(pending).toHaveLength(2)
  expect(pending.map((change) => isBehind(change, pending))).toEqual([false, false])
})
