import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createManualClock } from '../testing/manual-clock'
import { createUserInput } from './user-input'

function setUp() {
  const clock = createManualClock()
  const input = createUserInput(clock)
  const contents = new EventEmitter()
  input.watch(contents as never)
  const press = (key: string, more = {}) =>
    contents.emit('input-event', {}, { type: 'rawKeyDown', isAutoRepeat: false, key, ...more })
  const send = (type: string) => contents.emit('input-event', {}, { type })
  return { clock, input, press, send }
}

test('counts clicks, taps and activating keys once each', () => {
  const { input, press, send } = setUp()
  expect(input.take()).toBe(false)
  const acts = [
    () => send('mouseUp'),
    () => send('gestureTap'),
    () => press('Enter'),
    () => press(' ', { type: 'keyDown' }),
  ]
  for (const act of acts) {
    act()
    expect(input.take()).toBe(true)
    expect(input.take()).toBe(false)
  }
  for (const act of acts) act()
  expect(input.take()).toBe(true)
  expect(input.take()).toBe(false)
  expect(input.count()).toBe(8)
})

test('does not count pointer moves, scrolling, typing, key repeats or key releases', () => {
  const { input, press, send } = setUp()
  for (const type of ['mouseMove', 'mouseWheel', 'mouseDown', 'char', 'rawKeyDown', 'keyUp']) send(type)
  press('a')
  press('Shift')
  press('Enter', { isAutoRepeat: true })
  press('Enter', { type: 'keyUp' })
  expect(input.count()).toBe(0)
  expect(input.take()).toBe(false)
})

test('forgets a click after five seconds', async () => {
  const { clock, input, send } = setUp()
  send('mouseUp')
  await clock.advance(5_001)
  expect(input.take()).toBe(false)
})
