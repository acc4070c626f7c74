import { expect, test } from 'vitest'
import type { Question } from '../question'
import { createManualClock } from '../testing/manual-clock'
import { createPageQuestions } from './page-questions'

const questionOf = (message: string): Question => ({ message, detail: '', accept: 'Yes' })

function setUp() {
  const clock = createManualClock()
  const asked: { message: string; answer: (isAccepted: boolean) => void }[] = []
  let clicks = 0
  const ask = createPageQuestions({
    ask: ({ message }) => new Promise((answer) => asked.push({ message, answer })),
    input: { count: () => clicks },
    clock,
  })
  const click = () => {
    clicks += 1
  }
  return { ask: (message: string) => ask(questionOf(message)), asked, click, clock }
}

test('asks one question at a time, and gives the same question the same answer', async () => {
  const { ask, asked } = setUp()
  const answers = [ask('one'), ask('one'), ask('two')]
  expect(asked.map(({ message }) => message)).toEqual(['one'])
  asked[0]?.answer(true)
  expect(await Promise.all(answers)).toEqual([true, true, false])
  const next = ask('two')
  asked[1]?.answer(true)
  expect(await next).toBe(true)
})

test('asks nothing after a No until the person clicks', async () => {
  const { ask, asked, click } = setUp()
  const first = ask('one')
  asked[0]?.answer(false)
  expect([await first, await ask('one'), await ask('two')]).toEqual([false, false, false])
  expect(asked).toHaveLength(1)
  click()
  void ask('one')
  expect(asked).toHaveLength(2)
})

test('asks again half a minute after a No, for those whose tools click without input', async () => {
  const { ask, asked, clock } = setUp()
  const first = ask('one')
  asked[0]?.answer(false)
  await first
  await clock.advance(30_001)
  void ask('one')
  expect(asked).toHaveLength(2)
})

test('asks again after a question that could not be shown', async () => {
  let isBroken = true
  const ask = createPageQuestions({
    ask: async () => {
      if (isBroken) throw new Error('no window')
      return true
    },
    input: { count: () => 0 },
    clock: createManualClock(),
  })
  await expect(ask(questionOf('one'))).rejects.toThrow('no window')
  isBroken = false
  expect(await ask(questionOf('one'))).toBe(true)
})
