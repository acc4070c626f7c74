import { afterEach, beforeEach, expect, it } from 'vitest'
import { createHeldKeys } from './held-keys'

let isArriving: boolean
let nowMs: number
let waiting: (() => void)[]
let heard: string[]
let stop: () => void

beforeEach(() => {
  isArriving = true
  nowMs = 0
  waiting = []
  heard = []
  const listener = createHeldKeys({
    isArriving: () => isArriving,
    nowMs: () => nowMs,
    later: (work) => void waiting.push(work),
  })
  const hear = ({ key, shiftKey }: KeyboardEvent) => void heard.push(shiftKey ? `shift ${key}` : key)
  window.addEventListener('keydown', listener, true)
  window.addEventListener('keydown', hear)
  stop = () => {
    window.removeEventListener('keydown', listener, true)
    window.removeEventListener('keydown', hear)
  }
})
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

function press(key: string, more: KeyboardEventInit = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })
  ;(document.activeElement ?? document.body).dispatchEvent(event)
  return event
}

/** Some milliseconds go by. */
function pass(times = 1) {
  for (let time = 0; time < times; time += 1) {
    nowMs += 16
    for (const work of waiting.splice(0)) work()
  }
}

it('lets keys through while the person is on the way nowhere', () => {
  isArriving = false
  expect(press('j').defaultPrevented).toBe(false)
  expect(heard).toEqual(['j'])
})

it('holds keys on the way, and presses them in their order once the view is there', () => {
  press('j')
  press('Enter')
  press('?', { shiftKey: true })
  pass(3)
  expect(heard).toEqual([])
  isArriving = false
  pass()
  press('k')
  expect(heard).toEqual(['j'])
  pass(5)
  expect(heard).toEqual(['j', 'Enter', 'shift ?', 'k'])
  press('x')
  expect(heard.at(-1)).toBe('x')
})

it('holds on when one of the held keys leads further on', () => {
  press('o')
  press('j')
  isArriving = false
  pass()
  isArriving = true
  pass(3)
  expect(heard).toEqual(['o'])
  isArriving = false
  pass()
  expect(heard).toEqual(['o', 'j'])
})

it('holds nothing for longer than a second', () => {
  press('j')
  pass(100)
  expect(heard).toEqual(['j'])
})

it.each([
  ['Tab', {}],
  [' ', {}],
  ['k', { ctrlKey: true }],
  ['F5', {}],
])('never holds %j %o', (key, more) => {
  press(key, more)
  expect(heard).toEqual([key])
})

it('leaves keys to the field that is typed into', () => {
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  press('j')
  expect(heard).toEqual(['j'])
})
