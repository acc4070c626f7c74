import { describe, expect, it, vi } from 'vitest'
import { appApi } from '../../contract/app'
import { AppError } from '../../contract/errors'
import { createDispatch } from './dispatch'
import type { Handlers } from './handlers'

const workspace = { environment: 'staging', organisationId: 'o', workspaceId: 'w' } as const
const insight = { type: 'Bug', title: 'Bell too quiet', description: 'Nobody hears it.' }

/** Handlers that fail the test when they are called, except for the replacements. */
function handlersWith(replacements: Record<string, (input: never, context: never) => Promise<unknown>>): Handlers {
  return Object.fromEntries(
    Object.entries(appApi).map(([feature, methods]) => [
      feature,
      Object.fromEntries(
        Object.keys(methods).map((method) => [
          method,
          replacements[`${feature}.${method}`] ?? (() => Promise.reject(new Error(`${feature}.${method} was reached`))),
        ]),
      ),
    ]),
  ) as unknown as Handlers
}

function dispatchWith(
  replacements: Parameters<typeof handlersWith>[0] = {},
  assertUnlocked: (ref: unknown) => void = () => undefined,
) {
  const log = { defect: vi.fn(() => 'id-1') }
  return { dispatch: createDispatch({ handlers: handlersWith(replacements), assertUnlocked, log }), log }
}

let nextId = 0
const envelope = (name: string, input: unknown) => ({ name, callId: `c${nextId++}`, input })

describe('names', () => {
  it.each([
    'insights',
    'insights.',
    'insights.nothing',
    'insights.query.more',
    'constructor.constructor',
    '__proto__.toString',
    'insights.__proto__',
    'insights.toString',
    '',
  ])('returns UNKNOWN_CALL for %j', async (name) => {
    const reply = await dispatchWith().dispatch.run(1, envelope(name, {}))
    expect(reply).toMatchObject({ ok: false, error: { code: 'UNKNOWN_CALL' } })
  })

  it('finds every call of the contract by its name', async () => {
    for (const [feature, methods] of Object.entries(appApi)) {
      for (const method of Object.keys(methods)) {
        const reply = await dispatchWith().dispatch.run(1, envelope(`${feature}.${method}`, { unexpected: true }))
        expect(reply).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
      }
    }
  })
})

describe('input', () => {
  const cycle: Record<string, unknown> = {}
  cycle.self = cycle

  it.each([
    ['null', null],
    ['text', 'x'],
    ['an unknown key', { workspace, extra: 1 }],
    [
      'a prototype key',
      JSON.parse('{"workspace":{"environment":"staging","organisationId":"o","workspaceId":"w"},"__proto__":{"a":1}}'),
    ],
    ['a cycle', cycle],
    ['a wrong environment', { workspace: { ...workspace, environment: 'moon' } }],
    ['ten million characters', { workspace: { ...workspace, organisationId: 'x'.repeat(10_000_000) } }],
  ])('refuses %s', async (_what, input) => {
    const reply = await dispatchWith().dispatch.run(1, envelope('sync.status', input))
    expect(reply).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
  })

  it.each([null, 7, { name: 'sync.status' }, { name: 'sync.status', callId: 1, input: {} }])(
    'refuses the envelope %j',
    async (malformed) => {
      expect(await dispatchWith().dispatch.run(1, malformed)).toMatchObject({
        ok: false,
        error: { code: 'INVALID_INPUT' },
      })
    },
  )

  it('names the invalid fields', async () => {
    const reply = await dispatchWith().dispatch.run(
      1,
      envelope('insights.create', { workspace, insight: { ...insight, title: ' ' } }),
    )
    expect(reply).toMatchObject({ ok: false, error: { fields: [{ path: ['insight', 'title'] }] } })
  })
})

describe('output', () => {
  it('is stripped of fields that the contract does not name', async () => {
    const { dispatch } = dispatchWith({
      'shell.openLink': async () => null,
      'insights.draft': async () => ({ values: {}, savedAt: 'now', token: 'canary' }),
    })
    const reply = await dispatch.run(1, envelope('insights.draft', { workspace }))
    expect(reply).toEqual({ ok: true, value: { values: {}, savedAt: 'now' } })
  })

  it('of the wrong shape is logged and becomes INTERNAL', async () => {
    const { dispatch, log } = dispatchWith({ 'insights.draft': async () => ({ values: 3 }) })
    expect(await dispatch.run(1, envelope('insights.draft', { workspace }))).toMatchObject({
      error: { code: 'INTERNAL' },
    })
    expect(log.defect).toHaveBeenCalledOnce()
  })

  it('never contains the stack or the message of an unexpected failure', async () => {
    const { dispatch } = dispatchWith({
      'insights.draft': () => Promise.reject(new Error(['', 'home', 'person', 'secret.db'].join('/'))),
    })
    const reply = await dispatch.run(1, envelope('insights.draft', { workspace }))
    expect(JSON.stringify(reply)).not.toMatch(/secret|stack|dispatch/)
    expect(reply).toMatchObject({ ok: false, error: { code: 'INTERNAL', message: expect.stringContaining('id-1') } })
  })

  it('contains the whole report of an expected failure', async () => {
    const failure = new AppError('RATE_LIMITED', 'Too many requests.', { retryAfterMs: 5000, status: 429 })
    const { dispatch } = dispatchWith({ 'insights.draft': () => Promise.reject(failure) })
    expect(await dispatch.run(1, envelope('insights.draft', { workspace }))).toEqual({
      ok: false,
      error: failure.report,
    })
  })
})

it('refuses a command that changes the service before calling its handler when the environment is locked', async () => {
  const create = vi.fn()
  const { dispatch } = dispatchWith({ 'insights.create': create }, () => {
    throw new AppError('ENVIRONMENT_LOCKED', 'Locked.')
  })
  const reply = await dispatch.run(1, envelope('insights.create', { workspace, insight }))
  expect(reply).toMatchObject({ ok: false, error: { code: 'ENVIRONMENT_LOCKED' } })
  expect(create).not.toHaveBeenCalled()
})

describe('with production locked', () => {
  const production = { ...workspace, environment: 'production' }
  const id = '7d7b2c52-6d7c-4d6e-9a43-0a4b0f0a6c11'
  const ofRecord = { workspace: production, id }
  /** A valid input for every call that changes the service. The next test fails when one is missing. */
  const inputs: Readonly<Record<string, unknown>> = {
    'activity.retry': { workspace: production, changeId: 'c', version: 1 },
    'activity.send': { workspace: production, changes: [{ changeId: 'c', version: 1 }] },
    'insights.create': { workspace: production, insight },
    'insights.edit': { workspace: production, changeId: 'c', version: 1, insight },
    'knowledge.delete': { ...ofRecord, confirmation: 'Old manual' },
    'metrics.relate': { workspace: production, metricId: 'm', action: 'add', outcomeIds: [id] },
    'opportunities.markAllSeen': ofRecord,
    'outcomes.delete': { ...ofRecord, confirmation: 'Grow' },
  }
  const changing = Object.entries(appApi).flatMap(([feature, methods]) =>
    Object.entries(methods).flatMap(([method, call]) => (call.changesService ? [`${feature}.${method}`] : [])),
  )
  const locked = (ref: unknown) => {
    if ((ref as { environment: string }).environment === 'production') {
      throw new AppError('ENVIRONMENT_LOCKED', 'Locked.')
    }
  }

  it('has an input in this table for every call that changes the service', () => {
    expect(changing.sort()).toEqual(Object.keys(inputs).sort())
  })

  it.each(changing)('refuses %s before calling its handler, and runs it in staging', async (name) => {
    const handler = vi.fn(async () => null)
    const { dispatch } = dispatchWith({ [name]: handler }, locked)
    expect(await dispatch.run(1, envelope(name, inputs[name]))).toMatchObject({
      ok: false,
      error: { code: 'ENVIRONMENT_LOCKED' },
    })
    expect(handler).not.toHaveBeenCalled()
    const elsewhere = { ...(inputs[name] as object), workspace }
    await dispatch.run(1, envelope(name, elsewhere))
    expect(handler).toHaveBeenCalledOnce()
  })

  it('runs a command that changes only this computer', async () => {
    const pin = vi.fn(async () => null)
    const { dispatch } = dispatchWith({ 'topics.pin': pin }, locked)
    const reply = await dispatch.run(1, envelope('topics.pin', { ...ofRecord, isPinned: true }))
    expect(reply).toEqual({ ok: true, value: null })
  })
})

describe('cancelling', () => {
  const untilAborted = (_input: never, { signal }: { signal: AbortSignal }) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new AppError('CANCELLED', 'Cancelled.')))
    })

  it('aborts the named call, but only for its own window', async () => {
    const { dispatch } = dispatchWith({ 'sync.now': untilAborted as never, 'shell.cancel': async () => null })
    const running = dispatch.run(1, { name: 'sync.now', callId: 'x', input: { workspace } })
    await dispatch.run(2, envelope('shell.cancel', { callId: 'x' }))
    const settled = vi.fn()
    void running.then(settled)
    await Promise.resolve()
    expect(settled).not.toHaveBeenCalled()
    expect(await dispatch.run(1, envelope('shell.cancel', { callId: 'x' }))).toEqual({ ok: true, value: null })
    expect(await running).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
  })

  it('abortSender aborts the calls of a window, and drain waits for them', async () => {
    const { dispatch } = dispatchWith({ 'sync.now': untilAborted as never })
    const running = dispatch.run(1, envelope('sync.now', { workspace }))
    dispatch.abortSender(1)
    await dispatch.drain()
    expect(await running).toMatchObject({ ok: false, error: { code: 'CANCELLED' } })
  })
})
