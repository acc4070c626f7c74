import { expect, it } from 'vitest'
import { AppError } from '../../contract/app-error'
import type { Bridge } from '../../contract/bridge'
import { createClient } from './client'

type Call = Parameters<Bridge['call']>[0]
type Reply = Awaited<ReturnType<Bridge['call']>>

/** A client of a bridge that answers when the test likes. */
function openBridge() {
  const calls: Call[] = []
  const answers: ((reply: Reply) => void)[] = []
  const call = (envelope: Call) => {
    calls.push(envelope)
    return new Promise<Reply>((resolve) => answers.push(resolve))
  }
  return { client: createClient({ call, on: () => () => {} }), calls, answers }
}

it('gives the value that main answers', async () => {
  const { client, calls, answers } = openBridge()
  const reply = client.shell.readyToClose({})
  answers[0]?.({ ok: true, value: null })
  expect(await reply).toBeNull()
  expect(calls).toEqual([{ name: 'shell.readyToClose', callId: expect.any(String), input: {} }])
})

it('fails with the error of main, and all that main says about it', async () => {
  const { client, answers } = openBridge()
  const reply = client.shell.readyToClose({})
  const error = new AppError('INVALID_INPUT', 'Too long.', { fields: [{ path: ['name'], message: 'Too long.' }] })
  answers[0]?.({ ok: false, error: error.report })
  await expect(reply).rejects.toMatchObject({ report: error.report })
})

it('fails at once when it is cancelled, and tells main which call to stop', async () => {
  const { client, calls } = openBridge()
  const aborted = new AbortController()
  const reply = client.shell.readyToClose({}, { signal: aborted.signal })
  aborted.abort()
  await expect(reply).rejects.toMatchObject({ code: 'CANCELLED' })
  expect(calls.slice(1)).toEqual([
    { name: 'shell.cancel', callId: expect.any(String), input: { callId: calls[0]?.callId } },
  ])
})

it('asks main nothing when it was cancelled before', async () => {
  const { client, calls } = openBridge()
  await expect(client.shell.readyToClose({}, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: 'CANCELLED',
  })
  expect(calls).toEqual([])
})
