import { expect, test, vi } from 'vitest'
import { AppError, type ErrorReport } from '../../contract/errors'
import type { WorkspaceRef } from '../../contract/workspace'
import { failing, never, setUp, staging, typed } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'
import { libraryRetryMs } from './queue'

test('journals a change, sends it and settles it with the service’s answer', async () => {
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

test('times only the request that settled the change, not the wait or the attempts before it', async () => {
  const { create, service, library, clock } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  await create('Title')
  service.onCreate = async (arrive) => {
    clock.leap(812)
    clock.moveDate(-3_600_000)
    return arrive()
  }
  await clock.advance(60_000)
  expect(library.settled).toMatchObject([{ state: 'done', attempts: 2, requestMs: 812 }])
})

test('records no request time for a change confirmed by a list', async () => {
  const { create, service, library, sync, clock } = setUp()
  service.onCreate = async (arrive) => {
    arrive()
    clock.leap(812)
    throw new AppError('CONNECTION_LOST', 'The response was lost.')
  }
  await create('Title')
  await sync.now(staging)
  await settle()
  expect(library.settled).toMatchObject([{ state: 'done' }])
  expect(library.settled[0]).not.toHaveProperty('requestMs')
})

test('throws INVALID_INPUT with fields for ids that are not UUIDs, and journals nothing', async () => {
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

test('sends nothing when the journal cannot store the change', async () => {
  const { create, library, service } = setUp()
  library.addChange = failing('DISK_FULL')
  await expect(create('x')).rejects.toMatchObject({ code: 'DISK_FULL' })
  expect(service.arrivals()).toBe(0)
})

test('sends a change that the library stored even though it failed before answering', async () => {
  const { create, library, service } = setUp()
  const { addChange } = library
  library.addChange = async (change) => {
    await addChange(change)
    throw new AppError('LIBRARY_UNAVAILABLE', 'Gone.')
  }
  expect(await create('x')).toMatchObject({ state: 'done' })
  expect(service.titles(staging)).toEqual(['x'])
})

/** The library stores the change and is gone before it answers; the returned function brings it back. */
function crashAfterStoring({ library }: Pick<ReturnType<typeof setUp>, 'library'>, method: 'addChange' | 'editChange') {
  const { pendingChanges } = library
  const store = library[method]
  const crashing = async (change: never) => {
    await store(change)
    throw new AppError('LIBRARY_UNAVAILABLE', 'Gone.')
  }
  Object.assign(library, { [method]: crashing })
  library.pendingChanges = failing('LIBRARY_UNAVAILABLE')
  return () => Object.assign(library, { pendingChanges, [method]: store })
}

test.each(['in the same run', 'after the app was killed'])(
  'requires review of a stored change that was reported as not stored, %s',
  async (when) => {
    const app = setUp()
    const restore = crashAfterStoring(app, 'addChange')
    await expect(app.create('x')).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
    restore()
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

test('confirms an approved change from the list although it was first reported as not stored', async () => {
  const app = setUp()
  const restore = crashAfterStoring(app, 'addChange')
  await expect(app.create('x')).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
  restore()
  const { changes, sync } = app.restart()
  app.service.onCreate = async (arrive) => {
    arrive()
    throw new AppError('CONNECTION_LOST', 'The response was lost.')
  }
  const [entry] = await app.journal()
  await changes.retry(staging, entry?.changeId ?? '')
  await sync.now(staging)
  await settle()
  expect(app.service.titles(staging)).toEqual(['x'])
  expect(app.library.settled).toMatchObject([{ state: 'done' }])
})

test('a later run sends a waiting change only if the person was told that it is waiting', async () => {
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

test.each([
  ['the disk is full', 'DISK_FULL'],
  ['the profile is read-only', 'PROFILE_READ_ONLY'],
  ['the library has been given up', 'LIBRARY_UNAVAILABLE'],
] as const)(
  'sends a waiting change without the person although %s just after they were told of it',
  async (_, code) => {
    const { create, service, library, clock } = setUp()
    service.onCreate = failing('CONNECTION_REFUSED')
    const { moveChange } = library
    library.moveChange = async (move) => {
      if (move.state !== 'waiting' || move.needsReview) return moveChange(move)
      library.moveChange = moveChange
      throw new AppError(code, 'It failed.', { retryable: false })
    }
    expect(await create('x')).toMatchObject({ state: 'waiting' })
    await settle()
    expect(library.moveChange).toBe(moveChange)
    service.onCreate = async (arrive) => arrive()
    await clock.advance(libraryRetryMs)
    expect(service.titles(staging)).toEqual(['x'])
  },
)

test('stops asking about a change whose environment was forgotten just after the person was told of it', async () => {
  const { create, service, library, clock } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  await create('x')
  const asked = vi.spyOn(library, 'pendingChanges').mockRejectedValue(new AppError('WORKSPACE_UNKNOWN', 'It is gone.'))
  await clock.advance(600_000)
  asked.mockClear()
  await clock.advance(600_000)
  expect(asked).not.toHaveBeenCalled()
})

test('acts only on the version of a change that the person saw, and otherwise has the page reload it', async () => {
  const app = setUp()
  app.service.onCreate = failing('CONNECTION_REFUSED')
  const { changeId } = await app.create('first wording')
  await settle()
  const waiting = { changeId, version: (await app.journal())[0]?.version ?? 0 }
  app.service.onCreate = failing('FORBIDDEN')
  await app.sync.now(staging)
  await settle()
  const [failed] = await app.journal()
  expect(failed).toMatchObject({ state: 'failed' })
  app.service.onCreate = async (arrive) => arrive()
  const conflict = { code: 'CONFLICT', message: 'This change was updated. Check it again.' }
  for (const call of [
    () => app.changes.retry(staging, waiting),
    () => app.changes.discard(staging, waiting),
    () => app.changes.editInsight(staging, waiting, typed('other words'), never),
  ]) {
    app.changed.length = 0
    await expect(call()).rejects.toMatchObject(conflict)
    expect(app.changed.flat()).toContain('activity')
  }
  expect(await app.changes.send(staging, [waiting], never)).toEqual({ sent: 0, rejected: 1, waiting: 0 })
  expect(await app.journal()).toEqual([failed])
  expect(app.service.arrivals()).toBe(0)
  await app.changes.retry(staging, { changeId, version: failed?.version ?? 0 })
  expect(app.service.titles(staging)).toEqual(['first wording'])
})

test('rejects either the discard or the edit when both are called at once for a failed change', async () => {
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
  const titles = (await app.journal()).map((entry) => entry.kind === 'createInsight' && entry.body.title)
  expect(titles).toEqual(edited.status === 'fulfilled' ? ['second wording'] : [])
})

test('requires review, in the next run, of a change cancelled while the library was down', async () => {
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
] as const)('throws %s with its details and discards the change', async (code, details) => {
  const { create, service, library, states } = setUp()
  service.onCreate = failing(code, structuredClone(details) as Partial<ErrorReport>)
  await expect(create('x')).rejects.toMatchObject({ code, report: details })
  expect(await states()).toEqual([])
  expect(library.settled).toMatchObject([{ state: 'discarded', error: { code } }])
})

test.each(['UNAUTHENTICATED', 'CONNECTION_REFUSED', 'NAME_NOT_FOUND', 'TLS_UNTRUSTED', 'PROXY_SIGN_IN'] as const)(
  'keeps the change waiting after %s, since nothing arrived, and sends it after the next sync',
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

test('keeps the change waiting without calling the service when the token is missing', async () => {
  const { create, states, service } = setUp({ findTarget: failing('TOKEN_MISSING') })
  expect(await create('x')).toMatchObject({ state: 'waiting', error: { code: 'TOKEN_MISSING' } })
  expect(await states()).toEqual(['waiting'])
  expect(service.arrivals()).toBe(0)
})

test('throws CANCELLED and journals nothing when the call is aborted before the change is sent', async () => {
  const { changes, service, states } = setUp()
  const stopped = AbortSignal.abort()
  await expect(changes.createInsight(staging, typed('x'), stopped)).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(await states()).toEqual([])
  expect(service.arrivals()).toBe(0)
})

test('emits library.changed at each step', async () => {
  const { create, emitted } = setUp()
  await create('x')
  await settle()
  expect(emitted.filter((name) => name === 'library.changed')).toHaveLength(3)
  expect(emitted).toContain('sync.changed')
})

test('dispose waits for the request in flight', async () => {
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

test('dispose gives up after five seconds on a service that does not answer', async () => {
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

test('leaves a change for review when approvals were revoked before its confirmation could be stored', async () => {
  const app = setUp()
  app.service.onCreate = failing('CONNECTION_REFUSED')
  const { pendingChanges } = app.library
  await app.create('made for the first address')
  // The confirmation follows the answer; the library is down just then.
  app.library.pendingChanges = failing('LIBRARY_UNAVAILABLE')
  await settle()
  app.library.pendingChanges = pendingChanges
  app.changes.revokeApprovals('staging')
  app.service.onCreate = async (arrive) => arrive()
  await app.clock.advance(600_000)
  expect(app.service.titles(staging)).toEqual([])
  expect(await app.journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
})

test('approves a change when its turn comes, however long the one ahead of it took', async () => {
  const app = setUp()
  let answer = () => {}
  app.service.onCreate = (arrive) =>
    new Promise((resolve) => {
      answer = () => resolve(arrive())
    })
  const slow = app.create('slow')
  await settle()
  const next = app.create('behind it')
  await app.clock.advance(90_000)
  app.service.onCreate = async (arrive) => arrive()
  answer()
  expect(await slow).toMatchObject({ state: 'done' })
  expect(await next).toMatchObject({ state: 'done' })
})
