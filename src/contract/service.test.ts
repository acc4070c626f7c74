// API document, "Endpoints": the table of operations and the paths made from it.
import { describe, expect, test } from 'vitest'
import { MetricRelationshipsBody, operationPath, operations } from './service'

const id = '3f2b1c4d-5e6f-4abc-8def-001122334455'
const own = { orgId: 'o', workspaceId: 'w' }
const base = '/organisations/{orgId}/workspaces/{workspaceId}'

describe('the table of operations', () => {
  test('has exactly the eight documented operations', () => {
    const lines = Object.values(operations).map(({ method, path }) => `${method} ${path}`)
    expect(lines.sort()).toEqual(
      [
        `POST ${base}/insights`,
        `GET ${base}/insights`,
        `POST ${base}/metrics/{metricId}/relationships/{action}`,
        `DELETE ${base}/knowledge/{knowledgeId}`,
        `DELETE ${base}/outcomes/{outcomeId}`,
        `GET ${base}/knowledge`,
        `GET ${base}/topics/{topicId}`,
        `POST ${base}/opportunities/{opportunityId}/insights/mark-all-seen`,
      ].sort(),
    )
  })

  test('has the documented error statuses of each operation', () => {
    const statuses = Object.fromEntries(Object.entries(operations).map(([name, { errors }]) => [name, errors]))
    expect(statuses).toEqual({
      createInsight: [400, 401, 403, 500],
      listInsights: [401, 403, 500],
      manageMetricRelationships: [],
      deleteKnowledgeItem: [401, 403, 404, 500],
      deleteOutcome: [401, 403, 404, 500],
      listKnowledge: [401, 403, 500],
      getTopic: [],
      markAllInsightsSeen: [],
    })
  })

  test.each(['deleteKnowledgeItem', 'deleteOutcome'] as const)('%s answers with a message only', (name) => {
    const { body } = operations[name].success
    expect(body.safeParse({ data: { message: 'gone' } }).success).toBe(true)
    for (const wrong of [{}, { data: {} }, { data: { message: 1 } }, { data: { message: '', id } }]) {
      expect(body.safeParse(wrong).success).toBe(false)
    }
  })

  test('wraps results in data and allows no other member', () => {
    const { body } = operations.listInsights.success
    expect(body.safeParse({ data: [] }).success).toBe(true)
    for (const wrong of [[], { data: [], total: 0 }, { data: null }, { insights: [] }]) {
      expect(body.safeParse(wrong).success).toBe(false)
    }
  })

  test('leaves undocumented answers open', () => {
    expect(operations.manageMetricRelationships.success.kind).toBe('open')
    expect(operations.markAllInsightsSeen.success.kind).toBe('open')
  })

  test('requires outcome ids to be UUIDs', () => {
    const accepts = (value: unknown) => MetricRelationshipsBody.safeParse(value).success
    expect([accepts({ outcomeIds: [] }), accepts({ outcomeIds: [id] })]).toEqual([true, true])
    const wrong = [{}, { outcomeIds: ['x'] }, { outcomeIds: id }, { outcomeIds: [id], extra: 1 }, [id], null]
    expect(wrong.map(accepts)).toEqual(wrong.map(() => false))
  })
})

describe('operationPath', () => {
  test('inserts the parameters', () => {
    const path = operationPath('manageMetricRelationships', { ...own, metricId: 'm', action: 'add' })
    expect(path).toBe('/organisations/o/workspaces/w/metrics/m/relationships/add')
  })

  test.each([
    ['a/b', 'a%2Fb'],
    ['a b', 'a%20b'],
    ['a?b#c', 'a%3Fb%23c'],
    ['50%', '50%25'],
    ['%2e%2e', '%252e%252e'],
    ['é🚲', '%C3%A9%F0%9F%9A%B2'],
    ['...', '...'],
    ['{orgId}', '%7BorgId%7D'],
    ['$&', '%24%26'],
    ['a\\b', 'a%5Cb'],
  ])('encodes %s', (topicId, encoded) => {
    const path = operationPath('getTopic', { ...own, topicId })
    expect(path).toBe(`/organisations/o/workspaces/w/topics/${encoded}`)
    // After a URL parser the parameter is still one segment, and decodes to the same text.
    const received = new URL(`https://example.org${path}`).pathname.split('/').at(-1) ?? ''
    expect(decodeURIComponent(received)).toBe(topicId)
  })

  test.each(['', '.', '..'])('refuses the parameter %j, which URL parsers resolve even when encoded', (value) => {
    expect(() => operationPath('getTopic', { ...own, topicId: value })).toThrow(RangeError)
    expect(() => operationPath('getTopic', { ...own, orgId: value, topicId: 't' })).toThrow(RangeError)
  })

  test('throws an error naming a parameter that is missing at run time', () => {
    const parameters = own as Parameters<typeof operationPath<'getTopic'>>[1]
    expect(() => operationPath('getTopic', parameters)).toThrow('topicId')
  })
})
