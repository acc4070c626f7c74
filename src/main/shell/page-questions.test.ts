import { expect, test } from 'vitest'
import { failureOf } from '../service/testing/failures'
import { createPageQuestions } from './page-questions'

const textFile = { name: 'Text', extension: 'txt' }
const notAsked = { code: 'NOT_ASKED' }

function setUp() {
  const asked: { message: string; answer: (isAccepted: boolean) => void; fail: (error: Error) => void }[] = []
  const choosing: ((file: string | null) => void)[] = []
  let clicks = 0
  const questions = createPageQuestions({
    dialogs: {
      ask: ({ message }) => new Promise((answer, fail) => asked.push({ message, answer, fail })),
      chooseFile: () => new Promise((answer) => choosing.push(answer)),
    },
    input: { count: () => clicks },
  })
  const click = () => {
    clicks += 1
  }
  const ask = (message: string) => questions.ask({ message, detail: '', accept: 'Yes' })
  return { ask, chooseFile: () => questions.chooseFile('a.txt', textFile), asked, choosing, click }
}

test('asks one question at a time, and gives the same question the same answer', async () => {
  const { ask, asked, chooseFile } = setUp()
  const answers = [ask('one'), ask('one')]
  const others = [ask('two'), chooseFile()].map(failureOf)
  expect(asked.map(({ message }) => message)).toEqual(['one'])
  expect(await Promise.all(others)).toMatchObject([notAsked, notAsked])
  asked[0]?.answer(true)
  expect(await Promise.all(answers)).toEqual([true, true])
  const next = ask('two')
  asked[1]?.answer(true)
  expect(await next).toBe(true)
})

test('asks nothing after a No until the person clicks, and rejects with NOT_ASKED', async () => {
  const { ask, asked, choosing, click, chooseFile } = setUp()
  const first = ask('one')
  // The click before the answer does not pay for another question.
  click()
  asked[0]?.answer(false)
  expect(await first).toBe(false)
  const again = [ask('one'), ask('two'), chooseFile()].map(failureOf)
  expect(asked).toHaveLength(1)
  expect(choosing).toHaveLength(0)
  expect(await Promise.all(again)).toMatchObject([notAsked, notAsked, notAsked])
  click()
  void ask('one')
  expect(asked).toHaveLength(2)
})

test('treats a cancelled file dialog as a No, and a chosen file as a Yes', async () => {
  const { ask, asked, chooseFile, choosing, click } = setUp()
  const first = chooseFile()
  expect(await failureOf(chooseFile())).toMatchObject(notAsked)
  choosing[0]?.('/a.txt')
  expect(await first).toBe('/a.txt')
  const second = chooseFile()
  choosing[1]?.(null)
  expect(await second).toBeNull()
  expect(await failureOf(ask('one'))).toMatchObject(notAsked)
  click()
  void ask('one')
  expect(asked).toHaveLength(1)
})

test('asks again after a question that could not be shown', async () => {
  const { ask, asked } = setUp()
  const first = ask('one')
  asked[0]?.fail(new Error('no window'))
  await expect(first).rejects.toThrow('no window')
  const second = ask('one')
  asked[1]?.answer(true)
  expect(await second).toBe(true)
})
