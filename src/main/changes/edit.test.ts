// Edit and retry of a creation that the service rejected when the queue sent it.
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import { failing, never, setUp, staging, typed } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'

async function setUpRejected(code: 'REFUSED' | 'FORBIDDEN' = 'REFUSED', details = {}) {
  const app = setUp()
  const { service, sync, create, journal } = app
  service.onCreate = failing('CONNECTION_REFUSED')
  const { changeId, insightId } = await create('Too long')
  service.onCreate = failing(code, details)
  await sync.now(staging)
  await settle()
  expect((await journal()).map(({ state }) => state)).toEqual(['failed'])
  service.onCreate = async (arrive) => arrive()
  const revise = (title: string, signal = never) => app.changes.editInsight(staging, changeId, typed(title), signal)
  return { ...app, changeId, insightId, revise }
}

test('sends the edited insight as the same change under the same id', async () => {
  const { revise, changeId, insightId, service, states, library } = await setUpRejected()
  expect(await revise('Short')).toEqual({ insightId, changeId, state: 'done', error: null })
  expect(service.titles(staging)).toEqual(['Short'])
  expect(await library.insightIds(staging)).toEqual([insightId])
  expect(await states()).toEqual([])
})

test('keeps the edited insight as failed when rejected again, so that it can be edited once more', async () => {
  const { revise, service, journal } = await setUpRejected()
  service.onCreate = failing('REFUSED', { fields: [{ path: ['title'], message: 'Still too long.' }] })
  await expect(revise('Shorter')).rejects.toMatchObject({ code: 'REFUSED', report: { fields: [{ path: ['title'] }] } })
  expect(await journal()).toMatchObject([
    { state: 'failed', body: { title: 'Shorter' }, error: { fields: [{ message: 'Still too long.' }] } },
  ])
  service.onCreate = async (arrive) => arrive()
  expect(await revise('Short')).toMatchObject({ state: 'done' })
  expect(service.titles(staging)).toEqual(['Short'])
})

test('keeps an edit waiting when the service cannot be reached, and sends it from the queue', async () => {
  const { revise, service, sync, clock, states } = await setUpRejected()
  service.onCreate = failing('CONNECTION_REFUSED')
  expect(await revise('Short')).toMatchObject({ state: 'waiting' })
  service.onCreate = async (arrive) => arrive()
  await clock.advance(5_000)
  await sync.now(staging)
  await settle()
  expect(service.titles(staging)).toEqual(['Short'])
  expect(await states()).toEqual([])
})

test('requires review, in a later run, of an edit that was stored but reported as not stored', async () => {
  const { revise, library, service, journal, restart, changeId } = await setUpRejected()
  const { editChange, pendingChanges } = library
  library.editChange = async (change) => {
    await editChange(change)
    library.pendingChanges = failing('LIBRARY_UNAVAILABLE')
    throw new AppError('LIBRARY_UNAVAILABLE', 'Gone.')
  }
  await expect(revise('Short')).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
  Object.assign(library, { editChange, pendingChanges })
  const arrivals = service.arrivals()
  const { changes, sync } = restart()
  await sync.now(staging)
  await settle()
  expect(service.arrivals()).toBe(arrivals)
  expect(await journal()).toMatchObject([{ state: 'waiting', needsReview: true, body: { title: 'Short' } }])
  await changes.retry(staging, changeId)
  expect(service.titles(staging)).toEqual(['Short'])
})

test('keeps the change failed with the edited text when the edit is aborted before it is sent', async () => {
  const { revise, journal, service } = await setUpRejected()
  await expect(revise('Short', AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(service.arrivals()).toBe(0)
  expect(await journal()).toMatchObject([{ state: 'failed', body: { title: 'Short' }, error: { code: 'REFUSED' } }])
})

test('keeps the id, or takes a new one if the service rejected the id', async () => {
  const { revise, insightId, service, states } = await setUpRejected('REFUSED', {
    fields: [{ path: ['title'], message: 'Too long.' }],
  })
  const { insightId: same } = await revise('Short')
  expect(same).toBe(insightId)
  expect(await states()).toEqual([])
  const taken = setUp()
  taken.service.onCreate = failing('REFUSED', { fields: [{ path: ['id'], message: 'Taken.' }] })
  const first = await taken.create('x')
  await settle()
  await taken.sync.now(staging)
  await settle()
  expect(await taken.states()).toEqual(['failed'])
  taken.service.onCreate = async (arrive) => arrive()
  const second = await taken.changes.editInsight(staging, first.changeId, typed('y'), never)
  expect(second.state).toBe('done')
  expect(second.insightId).not.toBe(first.insightId)
  expect(service.titles(staging)).toEqual(['Short'])
})

test('keeps the rejected text when the edit cannot be stored, and sends an edit stored before a crash', async () => {
  const { revise, library, journal, service } = await setUpRejected()
  const { editChange } = library
  library.editChange = failing('DISK_FULL')
  await expect(revise('Short')).rejects.toMatchObject({ code: 'DISK_FULL' })
  expect(await journal()).toMatchObject([{ state: 'failed', body: { title: 'Too long' } }])
  expect(service.arrivals()).toBe(0)
  library.editChange = async (change) => {
    await editChange(change)
    throw new AppError('LIBRARY_UNAVAILABLE', 'It crashed.')
  }
  expect(await revise('Short')).toMatchObject({ state: 'done' })
  expect(service.titles(staging)).toEqual(['Short'])
})

test('throws INVALID_INPUT for a change that was not rejected, and NOT_FOUND for one that is gone', async () => {
  const { create, changes, service } = setUp()
  service.onCreate = failing('CONNECTION_REFUSED')
  const { changeId } = await create('x')
  const edit = (id: string) => changes.editInsight(staging, id, typed('y'), never)
  await expect(edit(changeId)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  await expect(edit('gone')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('fails with a conflict when the earlier wording arrives late, and sends the next edit with a new id', async () => {
  const { service, sync, create, journal, clock, changes, library } = setUp()
  sync.open(staging)
  await settle()
  let arriveLate = () => {}
  service.onCreate = async (arrive) => {
    arriveLate = () => void arrive()
    return failing('TIMEOUT')()
  }
  const { changeId, insightId } = await create('First words')
  service.onCreate = failing('REFUSED', { status: 400 })
  await clock.advance(100_000)
  await changes.retry(staging, changeId)
  expect((await journal()).map(({ state }) => state)).toEqual(['failed'])
  arriveLate()
  service.onCreate = async (arrive) => arrive()
  const revise = (title: string) => changes.editInsight(staging, changeId, typed(title), never)
  await revise('Second words')
  await clock.advance(30_000)
  expect(service.titles(staging)).toEqual(['First words'])
  expect(library.settled).toEqual([])
  expect(await journal()).toMatchObject([{ state: 'failed', body: { title: 'Second words' } }])
  expect((await journal())[0]?.error?.message).toMatch(/An earlier version of this insight reached the service/)
  await sync.now(staging)
  expect(await journal()).toHaveLength(1)
  // Not sent again under this id: a service without unique ids would then have both.
  await expect(changes.retry(staging, changeId)).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(service.titles(staging)).toEqual(['First words'])
  const again = await revise('Second words')
  expect([again.state, again.insightId === insightId]).toEqual(['done', false])
  expect(service.titles(staging)).toEqual(['First words', 'Second words'])
})

test('confirms a change whose text the service normalised', async () => {
  const { service, sync, clock, create, changes, states, library } = setUp()
  sync.open(staging)
  await settle()
  const lost = failing('TIMEOUT')
  service.onCreate = lost
  const { changeId, insightId } = await create(' Loud  bell\0 ')
  service.onCreate = async () => {
    service.add(staging, { id: insightId, title: 'Loud bell' })
    return lost()
  }
  await clock.advance(100_000)
  await changes.retry(staging, changeId)
  await clock.advance(60_000)
  expect(await states()).toEqual([])
  expect(library.settled.map(({ state }) => state)).toEqual(['done'])
})

test('confirms an unedited change whose text the service shortened, after several attempts', async () => {
  const { service, sync, clock, create, states, library } = setUp()
  sync.open(staging)
  await settle()
  service.onCreate = failing('CONNECTION_REFUSED')
  const { insightId } = await create('A bell that is far too loud')
  service.onCreate = async () => {
    service.add(staging, { id: insightId, title: 'A bell that is' })
    return failing('TIMEOUT')()
  }
  await clock.advance(60_000)
  expect(await states()).toEqual([])
  expect(library.settled.map(({ state }) => state)).toEqual(['done'])
  expect(service.titles(staging)).toEqual(['A bell that is'])
})

test('confirms an unedited change that the service shortened, even after a repeated attempt was rejected', async () => {
  const { service, sync, clock, create, changes, states, library } = setUp()
  sync.open(staging)
  await settle()
  service.onCreate = failing('TIMEOUT')
  const { changeId, insightId } = await create('A bell that is far too loud')
  service.onCreate = failing('REFUSED', { status: 400, fields: [{ path: ['title'], message: 'Too long.' }] })
  await clock.advance(100_000)
  await changes.retry(staging, changeId)
  expect(await states()).toEqual(['failed'])
  service.add(staging, { id: insightId, title: 'A bell that is' })
  await sync.now(staging)
  await settle()
  expect(await states()).toEqual([])
  expect(library.settled.map(({ state }) => state)).toEqual(['done'])
})

test('keeps an edit as failed when it is stored while a list confirms the previous version', async () => {
  const { service, create, journal, clock, library, sync, changes } = setUp()
  let arriveLate = () => {}
  service.onCreate = async (arrive) => {
    arriveLate = () => void arrive()
    service.onCreate = failing('FORBIDDEN')
    throw new AppError('TIMEOUT', 'It took too long.')
  }
  const { changeId } = await create('Old words')
  await clock.advance(100_000)
  await changes.retry(staging, changeId)
  arriveLate()
  service.onCreate = async (arrive) => arrive()
  const { getListedInsight, editChange } = library
  let edit: Promise<unknown> | null = null
  library.getListedInsight = async (input) => {
    const row = await getListedInsight(input)
    if (edit) return row
    // The row was read, and the edit is stored before anything is decided by it.
    await new Promise<void>((stored) => {
      library.editChange = async (change) => {
        await editChange(change)
        stored()
        return null
      }
      edit = changes.editInsight(staging, changeId, typed('New words'), never)
    })
    return row
  }
  await sync.now(staging)
  await settle()
  await edit
  await settle()
  await clock.advance(600_000)
  await sync.now(staging)
  expect(await journal()).toMatchObject([{ changeId, state: 'failed', body: { title: 'New words' } }])
  expect((await journal())[0]?.error?.message).toMatch(/An earlier version of this insight reached the service/)
  expect(library.settled).toEqual([])
  // The previous version, and the edit once.
  expect(service.arrivals()).toBe(2)
  expect(service.titles(staging)).toEqual(['Old words'])
})

test('sends the first of two edits made at once, whenever the conflict of the second is reported', async () => {
  const { revise, library, service, states } = await setUpRejected()
  const { editChange, moveChange } = library
  const first = revise('First')
  library.editChange = async (change) => {
    await new Promise(setImmediate)
    return editChange(change)
  }
  const second = revise('Second')
  library.moveChange = async (change) => {
    if (change.state === 'sending') await second.catch(() => undefined)
    return moveChange(change)
  }
  await expect(second).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await first).toMatchObject({ state: 'done', error: null })
  expect(service.titles(staging)).toEqual(['First'])
  expect(await states()).toEqual([])
})

test('ends the review of a waiting edit although a second edit was being rejected at that moment', async () => {
  const { revise, library, service, journal, clock } = await setUpRejected()
  const { editChange } = library
  service.onCreate = failing('CONNECTION_REFUSED')
  let rejectSecond = (): void => undefined
  library.editChange = async (change) => {
    if (change.body.title !== 'Second') return editChange(change)
    await new Promise<void>((resolve) => {
      rejectSecond = resolve
    })
    return editChange(change)
  }
  const [first, second] = [revise('First'), revise('Second')]
  expect(await first).toMatchObject({ state: 'waiting' })
  await settle()
  expect(await journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
  rejectSecond()
  await expect(second).rejects.toMatchObject({ code: 'CONFLICT' })
  await settle()
  expect(await journal()).toMatchObject([{ state: 'waiting', needsReview: false, body: { title: 'First' } }])
  service.onCreate = async (arrive) => arrive()
  await clock.advance(600_000)
  expect(service.titles(staging)).toEqual(['First'])
})
