import { Readable } from 'node:stream'
import type { ClientRequest, ClientRequestConstructorOptions, IncomingMessage } from 'electron'
import { expect, test, vi } from 'vitest'
import { electronFetch } from './electron-fetch'

const piece = 64 * 1024

/** A body of this many pieces, which notes how many were taken. */
function longBody(pieces: number) {
  const taken = { pieces: 0 }
  const body = new Readable({
    highWaterMark: piece,
    read() {
      taken.pieces += 1
      this.push(taken.pieces > pieces ? null : new Uint8Array(piece))
    },
  })
  return { body, taken }
}

function setUp(body = Readable.from([Buffer.from('[]')]), answer: Partial<IncomingMessage> = {}) {
  const listeners = new Map<string, (value: never) => void>()
  const tell = (event: string, value: unknown) => listeners.get(event)?.(value as never)
  let isAnswered = false
  const request = {
    setHeader: vi.fn(),
    abort: vi.fn(() => {
      if (isAnswered) body.destroy(new Error('net::ERR_ABORTED'))
    }),
    end: vi.fn((_body?: string) => {
      isAnswered = true
      tell('response', Object.assign(body, { statusCode: 200, statusMessage: 'OK', headers: {}, ...answer }))
    }),
    on: (event: string, listener: (value: never) => void) => listeners.set(event, listener),
  }
  const open = vi.fn((_: ClientRequestConstructorOptions) => request as unknown as ClientRequest)
  return { open, request, tell }
}

const url = 'https://service.example/insights'

test('sends the request as fetch would, and returns status, headers and body', async () => {
  const { open, request } = setUp(undefined, { statusCode: 203, headers: { etag: '"1"', vary: ['a', 'b'] } })
  const init = { redirect: 'error', credentials: 'omit', cache: 'no-store' } as const
  const response = await electronFetch(open, url, { ...init, headers: { Accept: 'application/json' } })
  expect(open).toHaveBeenCalledWith({ url, method: 'GET', ...init })
  expect(request.setHeader.mock.calls).toEqual([['accept', 'application/json']])
  expect(response.status).toBe(203)
  expect([...response.headers]).toEqual([
    ['etag', '"1"'],
    ['vary', 'a,b'],
  ])
  expect(await response.text()).toBe('[]')
})

test('sends a change with its body', async () => {
  const { open, request } = setUp(undefined, { statusCode: 201 })
  const response = await electronFetch(open, url, { method: 'POST', body: '{}' })
  expect(open).toHaveBeenCalledWith(expect.objectContaining({ method: 'POST' }))
  expect(request.end).toHaveBeenCalledWith('{}')
  expect(response.status).toBe(201)
})

test.each([600, 999, 101])('rejects and aborts on the invalid status %i', async (statusCode) => {
  const { open, request } = setUp(undefined, { statusCode })
  await expect(electronFetch(open, url, {})).rejects.toThrow()
  expect(request.abort).toHaveBeenCalledOnce()
})

test('tolerates a reason phrase outside Latin-1, and drops headers outside it', async () => {
  const { open } = setUp(undefined, {
    ...{ statusCode: 403, statusMessage: 'Acc\u00e8s refus\u0119' },
    headers: { server: 'Caf\u0119', etag: '"1"' },
  })
  const response = await electronFetch(open, url, {})
  expect(response.status).toBe(403)
  expect([...response.headers]).toEqual([['etag', '"1"']])
})

test('returns no body for a 304', async () => {
  const { open } = setUp(Readable.from([]), { statusCode: 304 })
  expect((await electronFetch(open, url, {})).body).toBeNull()
})

test('pulls only as much from the network as is read', async () => {
  const { body, taken } = longBody(100)
  const { open } = setUp(body)
  const reader = (await electronFetch(open, url, {})).body?.getReader()
  let bytes = 0
  for (let read = 1; read <= 10; read += 1) bytes += (await reader?.read())?.value?.length ?? 0
  await new Promise((resolve) => setTimeout(resolve, 50))
  // A few wait in the stream of Node.
  expect(taken.pieces).toBeLessThan(bytes / piece + 4)
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) bytes += read.value.length
  expect(bytes).toBe(100 * piece)
})

test('passes chunks on as they arrived, without joining waiting ones', async () => {
  const body = new Readable({ highWaterMark: 10 * piece, read() {} })
  const { open } = setUp(body)
  const reader = (await electronFetch(open, url, {})).body?.getReader()
  for (let count = 0; count < 5; count += 1) body.push(new Uint8Array(piece))
  body.push(null)
  const sizes: number[] = []
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) sizes.push(read.value.length)
  expect(sizes).toEqual([piece, piece, piece, piece, piece])
})

test.each(['more bytes', 'its end'])('ignores %s arriving after the reader has cancelled', async (what) => {
  const body = new Readable({ read() {} })
  const { open, request } = setUp(body)
  request.abort.mockImplementation(() => undefined)
  const reader = (await electronFetch(open, url, {})).body?.getReader()
  const waiting = reader?.read()
  await reader?.cancel()
  body.push(what === 'its end' ? null : new Uint8Array(piece))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(await waiting).toEqual({ done: true, value: undefined })
  expect(request.abort).toHaveBeenCalledOnce()
})

test('fails a body that is closed before its end', async () => {
  const { body } = longBody(100)
  const { open } = setUp(body)
  const reader = (await electronFetch(open, url, {})).body?.getReader()
  await reader?.read()
  body.destroy()
  await expect(
    (async () => {
      while (!(await reader?.read())?.done);
    })(),
  ).rejects.toThrow('Premature close')
})

test('rejects with the network error', async () => {
  const { open, request, tell } = setUp()
  request.end.mockImplementation(() => tell('error', new Error('net::ERR_CONNECTION_REFUSED')))
  await expect(electronFetch(open, url, {})).rejects.toThrow('net::ERR_CONNECTION_REFUSED')
})

test('fails with the network error when the body breaks off', async () => {
  const { body } = longBody(100)
  const { open } = setUp(body)
  const reader = (await electronFetch(open, url, {})).body?.getReader()
  await reader?.read()
  body.destroy(new Error('net::ERR_CONNECTION_RESET'))
  await expect(
    (async () => {
      while (!(await reader?.read())?.done);
    })(),
  ).rejects.toThrow('net::ERR_CONNECTION_RESET')
})

test('aborts before the request, while it is pending and while the body arrives', async () => {
  const before = setUp()
  await expect(electronFetch(before.open, url, { signal: AbortSignal.abort() })).rejects.toThrow('aborted')
  expect(before.request.abort).toHaveBeenCalledOnce()

  const during = setUp()
  during.request.end.mockImplementation(() => undefined)
  const controller = new AbortController()
  const asked = electronFetch(during.open, url, { signal: controller.signal })
  controller.abort()
  await expect(asked).rejects.toThrow('aborted')
  expect(during.request.abort).toHaveBeenCalledOnce()

  const { body } = longBody(100)
  const after = setUp(body)
  const later = new AbortController()
  const reader = (await electronFetch(after.open, url, { signal: later.signal })).body?.getReader()
  await reader?.read()
  later.abort()
  expect(body.destroyed).toBe(true)
})

test('fails to read a body that broke off before reading began', async () => {
  const { body } = longBody(100)
  const { open } = setUp(body)
  const response = await electronFetch(open, url, {})
  body.destroy(new Error('net::ERR_CONNECTION_RESET'))
  await new Promise((resolve) => setTimeout(resolve, 10))
  await expect(response.text()).rejects.toThrow('net::ERR_CONNECTION_RESET')
})

test('closes the connection when the body is cancelled before its end', async () => {
  const { body } = longBody(100)
  const { open } = setUp(body)
  await (await electronFetch(open, url, {})).body?.cancel()
  expect(body.destroyed).toBe(true)
})
