// Lists are written no faster than they are read, and no further once the reader has gone.
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { respond } from './respond'

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

const item = 'x'.repeat(1000)
const largest = 200_000

/** Serves a list of 200 MB to a reader that takes nothing until told to. */
async function slowReader() {
  const made = { items: 0, isDone: false }
  function* items() {
    try {
      for (; made.items < largest; made.items += 1) yield item
    } finally {
      made.isDone = true
    }
  }
  const list = { kind: 'stream', before: '[', items: items(), after: ']' } as const
  const server = createServer((_, response) => void respond(response, list, false))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  open.push(() => {
    socket.destroy()
    server.close()
    server.closeAllConnections()
  })
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  return { made, socket }
}

/** Waits until the number of items made stops growing. */
async function stalled(made: { readonly items: number }): Promise<number> {
  let before = -1
  await vi.waitUntil(
    () => {
      const isStill = made.items > 0 && made.items === before
      before = made.items
      return isStill
    },
    { interval: 150, timeout: 15_000 },
  )
  return made.items
}

describe('a streamed list', () => {
  test('waits for its reader, and continues when the reader does', async () => {
    const { made, socket } = await slowReader()
    const ahead = await stalled(made)
    expect(ahead).toBeLessThan(largest / 4)
    socket.resume()
    await vi.waitUntil(() => made.items > ahead + 10_000, { timeout: 15_000 })
  })

  test('ends when its reader disconnects', async () => {
    const { made, socket } = await slowReader()
    const ahead = await stalled(made)
    socket.destroy()
    await vi.waitUntil(() => made.isDone, { timeout: 15_000 })
    expect(made.items).toBeLessThan(ahead + 1000)
  })
})
