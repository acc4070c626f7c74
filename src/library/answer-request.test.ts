import { afterEach, beforeEach, expect, it } from 'vitest'
import type { LibraryMethod } from '../contract/library'
import { answerRequest, isRequest } from './library'
import { generateInsights } from './testing/generated-insights'
import {
  insightQuery,
  openTestLibrary,
  recordQuery,
  syncItems,
  type TestLibrary,
  workspace,
} from './testing/opened-library'

let test: TestLibrary
let lines: string[]
beforeEach(async () => {
  lines = []
  test = await openTestLibrary('memory')
  await syncItems(test.library, generateInsights(3))
})
afterEach(() => test.remove())

const ask = (method: string, input: unknown) =>
  answerRequest(test.library, { id: 7, method: method as LibraryMethod, input }, (line) => lines.push(line))

it('answers a request with its ID and the result', async () => {
  expect(await ask('queryInsights', insightQuery())).toMatchObject({ id: 7, ok: true, value: { total: 3 } })
})

it('reports an expected failure with its own code and does not log it', async () => {
  expect(await ask('getInsight', { workspace, id: 'nothing' })).toMatchObject({
    ok: false,
    error: { code: 'NOT_FOUND' },
  })
  expect(lines).toEqual([])
})

it.each(['closeAllNow', 'toString', '__proto__', 'constructor', ''])(
  'rejects the unknown method %j',
  async (method) => {
    expect(await ask(method, {})).toMatchObject({ ok: false, error: { code: 'UNKNOWN_CALL' } })
  },
)

it.each([
  ['queryInsights', undefined],
  ['queryInsights', { ...insightQuery(), sort: null }],
  ['queryInsights', { ...insightQuery(), limit: Number.NaN }],
  ['queryInsights', { ...insightQuery(), filter: { ...insightQuery().filter, minScore: {} } }],
  ['getInsight', { workspace, id: { a: 1 } }],
  ['getInsight', { workspace, id: true }],
  ['addChange', { workspace, changeId: [1] }],
  ['saveDraft', { workspace, values: {}, savedAt: false }],
  ['queryOpportunities', { ...recordQuery(), statuses: [], sort: null }],
  ['queryOpportunities', { ...recordQuery(), statuses: [], relatedTo: { kind: 'sqlite_schema', id: 'x' } }],
  ['queryOutcomes', { ...recordQuery(), sort: { column: 'nothing', direction: 'ascending' } }],
  ['querySolutions', { ...recordQuery(), statuses: [], relatedTo: { kind: 'solution', id: [1] } }],
  ['queryFeedback', { ...recordQuery(), text: 7 }],
  ['queryKnowledge', { ...recordQuery(), states: {}, sources: null }],
  ['getOutcome', { workspace, id: { a: 1 } }],
  ['saveMetric', { workspace, metricId: 'm', label: 'l', addedAt: {} }],
  ['pinTopic', { workspace, id: [true], isPinned: true }],
  ['searchEverything', { workspace, text: {}, limit: 3 }],
  ['queryActivity', { environment: 'sandbox', workspace, text: '', offset: 0, limit: true }],
  ['getActivity', { workspace, changeId: {} }],
  ['findActivity', { environment: 'sandbox', changeId: {} }],
])('answers %s with invalid input %j with INTERNAL and keeps working', async (method, input) => {
  const reply = await ask(method, input)
  expect(reply).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
  expect(JSON.stringify(reply)).not.toMatch(/node:|\.ts|at /)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(new RegExp(`^[0-9a-f-]{36} ${method}: \\w+`))
  expect(await ask('queryInsights', insightQuery())).toMatchObject({ ok: true })
})

it('reports LIBRARY_UNAVAILABLE for an environment that is not open', async () => {
  const elsewhere = { ...insightQuery(), workspace: { ...workspace, environment: 'production' } }
  expect(await ask('queryInsights', elsewhere)).toMatchObject({ error: { code: 'LIBRARY_UNAVAILABLE' } })
})

it.each([null, 1, 'text', {}, { id: 1 }, { id: '1', method: 'open' }])(
  'does not recognise %j as a request',
  (message) => {
    expect(isRequest(message)).toBe(false)
  },
)

it('logs the stack of a defect under the ID given in the error, without anything its message quotes', async () => {
  const reply = await ask('queryInsights', {
    ...insightQuery(),
    sort: { column: 'a title in no order', direction: 'x' },
  })
  const [, id] = /Log ID: ([0-9a-f-]{36})/.exec(JSON.stringify(reply)) ?? []
  expect(lines[0]).toMatch(new RegExp(`^${id} queryInsights: \\w+.*\\n {2}at `))
  expect(lines[0]).not.toContain('a title')
})
