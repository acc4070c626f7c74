import type { IpcMainInvokeEvent } from 'electron'
import { beforeEach, expect, it, vi } from 'vitest'
import type { Reply } from '../../contract/bridge'
import type { Dispatch } from './dispatch'
import { serveCalls } from './serve'

const handle = vi.hoisted(() => vi.fn())
vi.mock('electron', () => ({ ipcMain: { handle } }))

type Listener = (event: IpcMainInvokeEvent, envelope: unknown) => Promise<Reply>

const origin = 'app://discovery-desk'
const frame = { url: `${origin}/` }
const event = { sender: { id: 1, mainFrame: frame }, senderFrame: frame } as IpcMainInvokeEvent
const foreign = { ...event, senderFrame: { url: 'https://elsewhere.example/' } } as IpcMainInvokeEvent

beforeEach(() => handle.mockReset())

it('holds calls of an early page until the app is composed, and refuses foreign senders at once', async () => {
  let compose: (dispatch: Dispatch) => void = () => undefined
  serveCalls(new Promise<Dispatch>((resolve) => (compose = resolve)), origin, new Set([1]))
  const listener = handle.mock.calls[0]?.[1] as Listener
  const answered = vi.fn()
  const answer = listener(event, 'envelope').finally(answered)
  expect(await listener(foreign, 'envelope')).toMatchObject({ ok: false, error: { code: 'FORBIDDEN_SENDER' } })
  expect(answered).not.toHaveBeenCalled()

  const run = vi.fn(async (): Promise<Reply> => ({ ok: true, value: 7 }))
  compose({ run, abortSender: () => undefined, drain: async () => undefined })
  expect(await answer).toEqual({ ok: true, value: 7 })
  expect(run).toHaveBeenCalledExactlyOnceWith(1, 'envelope')
})
