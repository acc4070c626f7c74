import { expect, test } from 'vitest'
import { createPageCover } from './page-cover'

test('tells each change once, and lets go on what waited', async () => {
  const told: boolean[] = []
  const cover = createPageCover((isCovered) => told.push(isCovered))
  await cover.whenFree()
  cover.set(true)
  cover.set(true)
  let isFree = false
  const free = cover.whenFree().then(() => {
    isFree = true
  })
  await Promise.resolve()
  expect(isFree).toBe(false)
  // Another dialog took its place in the same turn.
  cover.set(false)
  cover.set(true)
  await new Promise((resolve) => setTimeout(resolve))
  expect(isFree).toBe(false)
  cover.set(false)
  await free
  expect(cover.isCovered()).toBe(false)
  expect(told).toEqual([true, false, true, false])
})
