import { expect, test } from 'vitest'
import { createPageCover } from './page-cover'

function setUp() {
  const told: (boolean | string)[] = []
  const cover = createPageCover({ onChange: (isCovered) => told.push(isCovered), onWait: () => told.push('waits') })
  return { cover, told }
}

test('tells each change once, and lets go on what waited', async () => {
  const { cover, told } = setUp()
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
  expect(told).toEqual([true, 'waits', false, true, false])
})

test('does nothing that leads away while a dialog is open', () => {
  const { cover } = setUp()
  const done: string[] = []
  const navigate = cover.guard((to: string) => done.push(to))
  navigate('/goals')
  cover.set(true)
  navigate('/topics')
  cover.set(false)
  navigate('/metrics')
  expect(done).toEqual(['/goals', '/metrics'])
})
