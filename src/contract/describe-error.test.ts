import { expect, test } from 'vitest'
import { describeError } from './describe-error'

test.each([
  ['at run (/opt/anna smith/app.asar/out/main/index.cjs:12:34)', 'at run (index.cjs:12:34)'],
  ['at C:\\Program Files\\Anna\\index.cjs:12:34', 'at index.cjs:12:34'],
  ['at async Object.open (file:///opt/anna/x/index.cjs:1:2)', 'at async Object.open (index.cjs:1:2)'],
  ['at get Store.state [as state] (/a b/index-9f6e.cjs:1:2)', 'at get Store.state [as state] (index-9f6e.cjs:1:2)'],
  ['at new Library (node:internal/process/task_queues:95:5)', 'at new Library (task_queues:95:5)'],
])('%s', (line, shown) => {
  const error = Object.assign(new Error('x'), { stack: `Error: x\n    ${line}` })
  expect(describeError(error)).toBe(`Error\n  ${shown}`)
})

test('leaves out frames without a file, and the lines of the message', () => {
  const stack =
    'Error: first\nsecond (a/b.ts:1:2)\n    at <anonymous>\n    at Promise.all (index 0)\n    at f (/a/b.js:3:4)'
  expect(describeError(Object.assign(new Error('first'), { stack }))).toBe('Error\n  at f (b.js:3:4)')
})

test('follows at most three causes, in case an error is its own cause', () => {
  const error = Object.assign(new RangeError('x'), { stack: '' })
  error.cause = error
  expect(describeError(error).split('\n')).toEqual(['RangeError', ...Array(3).fill('caused by RangeError')])
})
