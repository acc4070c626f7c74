// Triage stays on this computer: with production locked and no service to reach, on the real library.
import { expect, onTestFinished, test, vi } from 'vitest'
import { appApi } from '../../contract/app'
import { AppError } from '../../contract/errors'
import { showDecisions, TriagedKind } from '../../contract/features/triage'
import { localDate } from '../../contract/weeks'
import { withEnvironment, withWorkspace } from '../environments/setup'
import { createDispatch } from '../ipc/dispatch'
import type { Handlers } from '../ipc/handlers'
import { defaultSettings } from '../settings/schema'
import { failing, production, setUp, staging } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'
import { endSnoozesInTime } from '../workspaces/end-snoozes'
import { triageHandlers } from './triage'

const record = { workspace: production, id: 'any' } as const

function start() {
  const app = setUp({ isLocked: () => true })
  const { library, clock, emit, service } = app
  const asked: string[] = []
  const refuse = failing('CONNECTION_REFUSED')
  Object.assign(service, {
    onCreate: refuse,
    onSend: refuse,
    onList: (_: unknown, list: string) => {
      asked.push(list)
      return refuse()
    },
  })
  const handlers = { triage: triageHandlers({ library, emit, now: clock.now }) } as Handlers
  const dispatch = createDispatch({
    handlers,
    assertUnlocked() {
      throw new AppError('ENVIRONMENT_LOCKED', 'Locked.')
    },
    log: { defect: (_, defect) => String(defect) },
  })
  const call = async (method: keyof typeof appApi.triage, input: object) => {
    const reply = await dispatch.run(1, { name: `triage.${method}`, callId: method, input })
    await settle()
    return reply
  }
  return { ...app, asked, call }
}

test('works for every kind of record while production is locked and offline, and sends nothing', async () => {
  const { call, service, asked } = start()
  for (const kind of TriagedKind.options) {
    const of = { ...record, kind }
    for (const decision of [{ status: 'reviewed' }, { status: 'open' }, { status: 'snoozed', until: '2026-01-01' }])
      expect(await call('decide', { ...of, decision })).toEqual({ ok: true, value: null })
    expect(await call('setNote', { ...of, note: 'Ask Anna', began: '' })).toEqual({ ok: true, value: null })
    const changes = [{ ids: [record.id], add: ['Q3'], remove: [] }]
    expect(await call('labelAll', { workspace: production, kind, changes })).toMatchObject({ value: { full: 0 } })
    expect(await call('get', of)).toMatchObject({
      value: { status: 'snoozed', until: '2026-01-01', note: 'Ask Anna', labels: ['Q3'] },
    })
  }
  // Labels are listed only for records that the library has.
  expect(await call('labels', { workspace: production })).toEqual({ ok: true, value: [] })
  expect(service.requests).toEqual([])
  expect(service.arrivals()).toBe(0)
  expect(asked).toEqual([])
})

test('has no call in the contract that changes the service', () => {
  expect(Object.values(appApi.triage).filter(({ changesService }) => changesService)).toEqual([])
})

test('allows snoozing until the score or feedback changes only for insights', async () => {
  const { call } = start()
  const decision = { status: 'snoozed', until: null }
  expect(await call('decide', { ...record, kind: 'insight', decision })).toMatchObject({ ok: true })
  expect(await call('decide', { ...record, kind: 'topic', decision })).toMatchObject({
    ok: false,
    error: { code: 'INVALID_INPUT' },
  })
})

test('ends snoozes in every workspace of an open library within a minute of their date, and pushes the change', async () => {
  const { library, clock, emit, changed, call } = start()
  const asked: unknown[] = []
  const counted: typeof library = {
    ...library,
    endSnoozes: (input) => {
      asked.push(input.workspace)
      return library.endSnoozes(input)
    },
  }
  const another = { ...production, workspaceId: 'another' }
  const settings = [another, production, staging].reduce(
    (current, { environment, ...ids }) =>
      withEnvironment(current, environment, (before) => ({
        ...before,
        workspaces: withWorkspace(before.workspaces, { ...ids, name: ids.workspaceId }),
      })),
    defaultSettings('018f6a52-7c1e-4b30-9c55-1f0f2a3b4c5d'),
  )
  const stop = endSnoozesInTime({
    ...{ library: counted, clock, emit, log: { defect: () => 'id' } },
    modeOf: (environment) => (environment === 'production' ? 'encrypted' : 'closed'),
    settings: { read: () => settings },
  })
  const dayMs = 24 * 60 * 60_000
  const until = localDate(new Date(Date.parse(clock.now()) + dayMs))
  await call('decide', { ...record, kind: 'insight', decision: { status: 'snoozed', until } })
  changed.length = 0
  await clock.advance(61_000)
  expect(changed).toEqual([])
  clock.moveDate(dayMs)
  await clock.advance(60_000)
  expect(changed).toEqual([[...showDecisions]])
  expect(asked).toEqual(expect.arrayContaining([another, production]))
  expect(asked).not.toContainEqual(staging)
  expect(await call('get', { ...record, kind: 'insight' })).toMatchObject({ value: { status: 'open' } })
  await clock.advance(60_000)
  expect(changed).toHaveLength(1)
  stop()
  expect(clock.waits()).toEqual([])
})

test('ends a snooze on its day in the time zone that the computer is in by then', async () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { library, clock, emit, call } = start()
  const { environment, ...ids } = production
  const settings = withEnvironment(defaultSettings('018f6a52-7c1e-4b30-9c55-1f0f2a3b4c5d'), environment, (before) => ({
    ...before,
    workspaces: withWorkspace(before.workspaces, { ...ids, name: 'Real' }),
  }))
  const stop = endSnoozesInTime({
    ...{ library, clock, emit, log: { defect: () => 'id' }, modeOf: () => 'encrypted' },
    settings: { read: () => settings },
  })
  const until = '2025-01-03'
  await call('decide', { ...record, kind: 'insight', decision: { status: 'snoozed', until } })
  const statusAt = async (instant: string) => {
    clock.moveDate(Date.parse(instant) - Date.parse(clock.now()))
    await clock.advance(60_000)
    return (await library.getTriage({ ...record, kind: 'insight' })).status
  }
  vi.stubEnv('TZ', 'America/New_York')
  // The day has begun in Berlin.
  expect(await statusAt('2025-01-03T04:58:00Z')).toBe('snoozed')
  expect(await statusAt('2025-01-03T05:00:00Z')).toBe('open')
  stop()
})
