import { expect, test } from 'vitest'
import { settle } from '../testing/manual-clock'
import { createCoalescer } from './coalescer'

const bytes = (...values: number[]) => Uint8Array.from(values)

test('joins small pieces into full ones, in order, with the rest at the end', async () => {
  const sent: number[][] = []
  const pieces = createCoalescer(4, async (piece) => sent.push([...piece]))
  await pieces.write(bytes(1))
  await pieces.write(bytes(2, 3, 4, 5, 6, 7, 8, 9))
  await pieces.write(bytes())
  expect(sent).toEqual([
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ])
  await pieces.flush()
  expect(sent.at(-1)).toEqual([9])
})

test('sends nothing for empty input', async () => {
  const sent: Uint8Array[] = []
  await createCoalescer(4, async (piece) => sent.push(piece)).flush()
  expect(sent).toEqual([])
})

test('holds the writer back while the receiver is four pieces behind', async () => {
  const arrivals: (() => void)[] = []
  const pieces = createCoalescer(1, () => new Promise<void>((resolve) => arrivals.push(resolve)))
  let written = 0
  const writing = (async () => {
    for (; written < 5; written += 1) await pieces.write(bytes(written))
  })()
  await settle()
  expect(written).toBe(3)
  arrivals[0]?.()
  await settle()
  expect(written).toBe(4)
  arrivals[1]?.()
  await writing
  let isFlushed = false
  const flushed = pieces.flush().then(() => {
    isFlushed = true
  })
  await settle()
  expect(isFlushed).toBe(false)
  arrivals[2]?.()
  arrivals[3]?.()
  await settle()
  expect(isFlushed).toBe(false)
  arrivals[4]?.()
  await flushed
})

test('stops the writer when a piece cannot be sent', async () => {
  const pieces = createCoalescer(1, () => Promise.reject(new Error('gone')))
  const writing = (async () => {
    for (let written = 0; written < 5; written += 1) await pieces.write(bytes(written))
  })()
  await expect(writing).rejects.toThrow('gone')
  await expect(pieces.flush()).rejects.toThrow('gone')
})
