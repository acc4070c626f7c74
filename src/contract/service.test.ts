// API document, "Endpoints": the table of operations, and how paths are made from it.
import { describe, expect, test } from 'vitest'
import { MetricRelationshipsBody, operationPath, operations } from './service'

const id = '3f2b1c4d-5e6f-4abc-8def-001122334455'
const own = { orgId: 'o', workspaceId: 'w' }
const base = '/organisations/{orgId}/workspaces/{workspaceId}'

describe('the table of operations', () => {
  test('holds the eight documented ones, no more', () => {
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

  test('names the documented error statuses, and none where none are shown', () => {
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

  test.each(['deleteKnowledgeItem', 'deleteOutcome'] as const)('%s answers with a message and no more', (name) => {
    const { body } = operations[name].success
    expect(body.safeParse({ data: { message: 'gone' } }).success).toBe(true)
    for (const wrong of [{}, { data: {} }, { data: { message: 1 } }, { data: { message: '', id } }]) {
      expect(body.safeParse(wrong).success).toBe(false)
    }
  })

  test('wraps results in data, and allows no other member', () => {
    const { body } = operations.listInsights.success
    expect(body.safeParse({ data: [] }).success).toBe(true)
    for (const wrong of [[], { data: [], total: 0 }, { data: null }, { insights: [] }]) {
      expect(body.safeParse(wrong).success).toBe(false)
    }
  })

  test('leaves open what is not documented', () => {
    expect(operations.manageMetricRelationships.success.kind).toBe('open')
    expect(operations.markAllInsightsSeen.success.kind).toBe('open')
  })

  test('asks for outcome ids in UUID form', () => {
    const accepts = (value: unknown) => MetricRelationshipsBody.safeParse(value).success
    expect([accepts({ outcomeIds: [] }), accepts({ outcomeIds: [id] })]).toEqual([true, true])
    const wrong = [{}, { outcomeIds: ['x'] }, { outcomeIds: id }, { outcomeIds: [id], extra: 1 }, [id], null]
    expect(wrong.map(accepts)).toEqual(wrong.map(() => false))
  })
})

describe('paths', () => {
  test('carry their parameters', () => {
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
  ])('encode %s', (topicId, encoded) => {
    const path = operationPath('getTopic', { ...own, topicId })
    expect(path).toBe(`/organisations/o/workspaces/w/topics/${encoded}`)
    // What a server sees after a URL parser has been at it is still one segment, and decodes to what was meant.
    const seen = new URL(`https://example.org${path}`).pathname.split('/').at(-1) ?? ''
    expect(decodeURIComponent(seen)).toBe(topicId)
  })

  test.each(['', '.', '..'])('refuse the parameter %j, which no encoding saves', (value) => {
    expect(() => operationPath('getTopic', { ...own, topicId: value })).toThrow(RangeError)
    expect(() => operationPath('getTopic', { ...own, orgId: value, topicId: 't' })).toThrow(RangeError)
  })

  test('refuse a parameter that is missing at run time', () => {
    const parameters = own as Parameters<typeof operationPath<'getTopic'>>[1]
    expect(() => operationPath('getTopic', parameters)).toThrow('topicId')
  })
})
