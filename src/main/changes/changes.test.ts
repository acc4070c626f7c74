import { expect, test } from 'vitest'
import { AppError, type ErrorReport } from '../../contract/errors'
import type { WorkspaceRef } from '../../contract/workspace'
import { failing, never, setUp, staging, typed } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'

test('a change is journalled, sent and settled with what the service returned', async () => {
  const { create, service, library, states } = setUp()
  let stateWhileSending: string[] = []
  service.onCreate = async (arrive) => {
    stateWhileSending = await states()
    return arrive()
  }
  const result = await create('Title')
  expect(stateWhileSending).toEqual(['sending'])
  expect(result).toMatchObject({ state: 'done', error: null })
  expect(service.titles(staging)).toEqual(['Title'])
  expect(library.settled).toMatchObject([{ changeId: result.changeId, targetId: result.insightId, state: 'done' }])
  expect(await states()).toEqual([])
})

test('ids that are not UUIDs are refused in words before anything is kept', async () => {
  const { changes, states, service } = setUp()
  const workspace: WorkspaceRef = { environment: 'staging', organisationId: 'acme', workspaceId: 'main' }
  const error = await changes.createInsight(workspace, typed('x'), never).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    code: 'INVALID_INPUT',
    report: {
      fields: [
        { path: ['organisationId'], message: expect.stringContaining('UUID') },
        { path: ['workspaceId'], message: expect.stringContaining('UUID') },
      ],
    },
  })
  expect(await states()).toEqual([])
  expect(service.arrivals()).toBe(0)
})

test('a journal that cannot keep the change stops it before it is sent', async () => {
  const { create, library, service } = setUp()
  library.addChange = failing('DISK_FULL')
  await expect(create('x')).rejects.toMatchObject({ code: 'DISK_FULL' })
  expect(service.arrivals()).toBe(0)
})

test('a library that went down after it kept the change counts as having kept it', async () => {
  const { create, library, service } = setUp()
  const { addChange } = library
  library.addChange = async (change) => {
    await addChange(change)
    throw new AppError('LIBRARY_UNAVAILABLE', 'Gone.')
  }
  expect(await create('x')).toMatchObject({ state: 'done' })
  expect(service.titles(staging)).toEqual(['x'])
})

/** Keeps what it is asked to keep, and is gone before it could say so; `back` brings it back. */
function vanish({ library }: Pick<ReturnType<typeof setUp>, 'library'>, method: 'addChange' | 'editChange') {
  const { pendingChanges } = library
  const keep = library[method]
  const vanishing = async (change: never) => {
    await keep(change)
    throw new AppError('LIBRARY_UNAVAILABLE', 'Gone.')
  }
  Object.assign(library, { [method]: vanishing })
  library.pendingChanges = failing('LIBRARY_UNAVAILABLE')
  return () => Object.assign(library, { pendingChanges, [method]: keep })
}

test.each(['in the same run', 'after the app was killed'])(
  'a change that the person was told is not kept needs review when it turns up %s',
  async (when) => {
    const app = setUp()
    const back = vanish(app, 'addChange')
    await expect(app.create('x')).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
    back()
    const { sync, changes } = when === 'in the same run' ? app : app.restart()
    if (when !== 'in the same run') await changes.recover('staging')
    await sync.now(staging)
    await settle()
    expect(await app.journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
    expect(await sync.status(staging)).toMatchObject({ changesToReview: 1 })
    expect(app.service.arrivals()).toBe(0)
    const [entry] = await app.journal()
    await changes.send(staging, [entry?.changeId ?? ''], never)
    expect(app.service.titles(staging)).toEqual(['x'])
  },
)

test('an approved change whose answer is lost is confirmed by the list, though it was never confirmed to the person', async () => {
  const app = setUp()
  const back = vanish(app, 'addChange')
  await expect(app.create('x')).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
  back()
  const { changes, sync } = app.restart()
  app.service.onCreate = async (arrive) => {
    arrive()
    throw new AppError('CONNECTION_LOST', 'The answer was lost.')
  }
  const [entry] = await app.journal()
  await changes.retry(staging, entry?.changeId ?? '')
  await sync.now(staging)
  await settle()
  expect(app.service.titles(staging)).toEqual(['x'])
  expect(app.library.settled).toMatchObject([{ state: 'done' }])
})

test('a change that waits is sent by a later run only if the person was told that it waits', async () => {
  const app = setUp()
  app.service.onCreate = failing('CONNECTION_REFUSED')
  const { moveChange } = app.library
  // The app ends between the answer to the person and the write that follows it.
  app.library.moveChange = async (move) => {
    if (move.state === 'waiting' && !move.needsReview) throw new AppError('LIBRARY_UNAVAILABLE', 'Gone.')
    return moveChange(move)
  }
  await app.create('never confirmed')
  await settle()
  app.library.moveChange = moveChange
  await app.create('confirmed')
  await settle()
  await app.changes.dispose()
  app.service.onCreate = async (arrive) => arrive()
  const { changes, sync } = app.restart()
  await changes.recover('staging')
  await sync.now(staging)
  await settle()
  expect(app.service.titles(staging)).toEqual(['confirmed'])
  expect(await app.journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
})

test('discarding and editing one failed change at the same moment: one of the two is told that it lost', async () => {
  const app = setUp()
  app.service.onCreate = failing('CONNECTION_REFUSED')
  const { changeId } = await app.create('first wording')
  app.service.onCreate = failing('FORBIDDEN')
  await app.sync.now(staging)
  await settle()
  expect(await app.states()).toEqual(['failed'])
  app.service.onCreate = failing('CONNECTION_REFUSED')
  const [edited, discarded] = await Promise.allSettled([
    app.changes.editInsight(staging, changeId, typed('second wording'), never),
    app.changes.discard(staging, changeId),
  ])
  expect([edited.status, discarded.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  const kept = (await app.journal()).map((entry) => entry.kind === 'createInsight' && entry.body.title)
  expect(kept).toEqual(edited.status === 'fulfilled' ? ['second wording'] : [])
})

test('a call that was stopped while the library went down is not sent by the next run', async () => {
  const app = setUp()
  const { settleChange } = app.library
  app.library.settleChange = failing('LIBRARY_UNAVAILABLE')
  const stopped = AbortSignal.abort()
  await expect(app.changes.createInsight(staging, typed('x'), stopped)).rejects.toMatchObject({ code: 'CANCELLED' })
  await app.changes.dispose()
  app.library.settleChange = settleChange
  await app.restart().sync.now(staging)
  await settle()
  expect(app.service.arrivals()).toBe(0)
  expect(await app.journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
})

test.each([
  ['REFUSED', { status: 400, fields: [{ path: ['title'], message: 'Too long.' }] }],
  ['FORBIDDEN', { status: 403 }],
] as const)('%s is thrown with its fields, and the change is gone', async (code, details) => {
  const { create, service, library, states } = setUp()
  service.onCreate = failing(code, structuredClone(details) as Partial<ErrorReport>)
  await expect(create('x')).rejects.toMatchObject({ code, report: details })
  expect(await states()).toEqual([])
  expect(library.settled).toMatchObject([{ state: 'discarded', error: { code } }])
})

test.each(['UNAUTHENTICATED', 'CONNECTION_REFUSED', 'NAME_NOT_FOUND', 'TLS_UNTRUSTED'] as const)(
  '%s: nothing arrived, so the change waits and is sent after the next sync',
  async (code) => {
    const { create, service, states, sync } = setUp()
    const { onList } = service
    service.onCreate = failing(code)
    service.onList = failing(code)
    expect(await create('x')).toMatchObject({ state: 'waiting', error: { code } })
    await settle()
    expect(await states()).toEqual(['waiting'])
    service.onCreate = async (arrive) => arrive()
    service.onList = onList
    await sync.now(staging)
    await settle()
    expect(service.titles(staging)).toEqual(['x'])
    expect(await states()).toEqual([])
  },
)

test('a missing token keeps the change waiting without calling the service', async () => {
  const { create, states, service } = setUp({ findTarget: failing('TOKEN_MISSING') })
  expect(await create('x')).toMatchObject({ state: 'waiting', error: { code: 'TOKEN_MISSING' } })
  expect(await states()).toEqual(['waiting'])
  expect(service.arrivals()).toBe(0)
})

test('a call that was stopped before it was sent leaves nothing behind', async () => {
  const { changes, service, states } = setUp()
  const stopped = AbortSignal.abort()
  await expect(changes.createInsight(staging, typed('x'), stopped)).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(await states()).toEqual([])
  expect(service.arrivals()).toBe(0)
})

test('the page hears of each step', async () => {
  const { create, emitted } = setUp()
  await create('x')
  await settle()
  expect(emitted.filter((name) => name === 'library.changed')).toHaveLength(3)
  expect(emitted).toContain('sync.changed')
})

test('at the end of the app the change on its way is waited for', async () => {
  const { create, service, changes, clock } = setUp()
  let answer = () => {}
  service.onCreate = (arrive, signal) =>
    new Promise((resolve, reject) => {
      answer = () => resolve(arrive())
      signal?.addEventListener('abort', () => reject(new AppError('CANCELLED', 'Stopped.')))
    })
  const created = create('x')
  await settle()
  let isDisposed = false
  const disposed = changes.dispose().then(() => {
    isDisposed = true
  })
  await clock.advance(4_900)
  expect(isDisposed).toBe(false)
  answer()
  await disposed
  expect(await created).toMatchObject({ state: 'done' })
  await expect(create('y')).rejects.toMatchObject({ code: 'CANCELLED' })
})

test('a service that does not answer does not keep the app from ending', async () => {
  const { create, service, changes, clock, states } = setUp()
  service.onCreate = (_, signal) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new AppError('CANCELLED', 'Stopped.')))
    })
  const created = create('x')
  await settle()
  const disposed = changes.dispose()
  await clock.advance(5_000)
  await disposed
  expect(await created).toMatchObject({ state: 'unknown' })
  expect(await states()).toEqual(['unknown'])
  expect(clock.waits()).toEqual([])
})
