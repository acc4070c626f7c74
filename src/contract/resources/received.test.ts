// The received schemas: tolerant where the document is open or a newer service may send more, strict where a wrong value
// would be shown as a right one.
import { describe, expect, test } from 'vitest'
import { ReceivedFeedback } from './feedback'
import { ReceivedInsight } from './insight'
import { KnowledgeItem } from './knowledge'
import { ReceivedOpportunity } from './opportunity'
import { ReceivedOutcome } from './outcome'
import { ReceivedSolution } from './solution'
import { Topic } from './topic'

const id = '3f2b1c4d-5e6f-4abc-8def-001122334455'
const dates = { createdAt: '2026-01-31T10:00:00Z', updatedAt: '2026-01-31T10:00:00.000Z' }
const opportunity = {
  ...{ id, read: true, status: 'New', title: 'T', description: 'D', solutionsGeneratingState: 'initial' },
  ...{ createdBy: 'user', hideContent: false, ...dates },
}
const solution = {
  ...{ id, aiProcessingState: 'INITIAL', refinementLog: [], title: 'T', description: 'D', status: 'New' },
  ...{ pros: [], cons: [], hideContent: false, createdBy: 'user', priority: 'a0', prd: '', ...dates },
}
const outcome = { id, title: 'T', description: 'D', priority: 1, hideContent: false, ...dates }
const feedback = { id, content: 'C', source: 'Survey', processed: true, ...dates }
const insight = {
  ...{ id, type: 'Bug', title: 'T', description: 'D', seen: false, hideContent: false, ...dates },
  ...{ opportunities: [opportunity], solutions: [solution], outcomes: [outcome], feedback: [feedback], strength: 4 },
}

describe('a received insight', () => {
  test('parses a documented insight unchanged', () => {
    expect(ReceivedInsight.parse(insight)).toEqual(insight)
  })

  test.each([
    [ReceivedInsight, insight, 'type'],
    [ReceivedOpportunity, opportunity, 'status'],
    [ReceivedOpportunity, opportunity, 'solutionsGeneratingState'],
    [ReceivedOpportunity, opportunity, 'createdBy'],
    [ReceivedSolution, solution, 'status'],
    [ReceivedSolution, solution, 'aiProcessingState'],
    [ReceivedSolution, solution, 'horizon'],
    [ReceivedFeedback, feedback, 'sentimentCategory'],
  ] as const)('keeps an unknown enum value as it is (%#)', (schema, record, field) => {
    expect(schema.parse({ ...record, [field]: 'Tomorrow' })).toHaveProperty(field, 'Tomorrow')
    expect(schema.safeParse({ ...record, [field]: 1 }).success).toBe(false)
  })

  test('keeps an unknown role in a refinement log', () => {
    const log = [{ id, role: 'tool', content: 'C' }]
    expect(ReceivedSolution.parse({ ...solution, refinementLog: log }).refinementLog).toEqual(log)
  })

  test.each([
    [ReceivedInsight, insight, ['ownerId', 'strengthScore', 'momentumScore', 'combinedScore', 'topicEmbeddings']],
    [ReceivedInsight, insight, ['lastScoreCalculatedAt']],
    [ReceivedOpportunity, opportunity, ['ownerId']],
    [ReceivedSolution, solution, ['systemPrompt', 'ownerId', 'horizon']],
    [ReceivedOutcome, outcome, ['trend', 'analyticEvents', 'ownerId']],
    [ReceivedFeedback, feedback, ['sourceId', 'sourceUrl', 'submittedBy', 'sentimentScore', 'createdAtEpoch', 'title']],
  ] as const)('reads null in an optional field as absent (%#)', (schema, record, fields) => {
    for (const field of fields) {
      expect(schema.parse({ ...record, [field]: null })).toEqual(record)
    }
  })

  test.each(['sourceId', 'sourceUrl', 'submittedBy', 'sentimentCategory', 'title'])(
    'reads an empty %s of feedback as absent',
    (field) => {
      expect(ReceivedFeedback.parse({ ...feedback, [field]: '' })).toEqual(feedback)
    },
  )

  test('reads absent and null lists as empty, and an absent strength as 0', () => {
    const { opportunities: _opportunities, feedback: _feedback, strength: _strength, ...rest } = insight
    const received = ReceivedInsight.parse({ ...rest, solutions: null, outcomes: null })
    expect(received).toMatchObject({ opportunities: [], solutions: [], outcomes: [], feedback: [], strength: 0 })
  })

  test('drops unknown fields at every depth', () => {
    const extra = { colour: 'red' }
    const sent = {
      ...{ ...insight, ...extra },
      opportunities: [{ ...opportunity, ...extra }],
      solutions: [{ ...solution, ...extra, refinementLog: [{ id, role: 'user', content: 'C', ...extra }] }],
      outcomes: [{ ...outcome, ...extra }],
      feedback: [{ ...feedback, ...extra }],
    }
    expect(JSON.stringify(ReceivedInsight.parse(sent))).not.toContain('colour')
  })

  test.each([
    { id: 'x' },
    { title: undefined },
    { title: null },
    { seen: 'true' },
    { strengthScore: 1.5 },
    { momentumScore: -1 },
    { combinedScore: 'high' },
    { lastScoreCalculatedAt: '2026-01-31T10:00:00+01:00' },
    { opportunities: [{ id }] },
    { strength: '4' },
    { createdAt: undefined },
  ])('is refused with %j', (wrong) => {
    expect(ReceivedInsight.safeParse({ ...insight, ...wrong }).success).toBe(false)
  })

  test('accepts any text as the source URL of feedback', () => {
    expect(ReceivedFeedback.parse({ ...feedback, sourceUrl: 'javascript:alert(1)' }).sourceUrl).toContain('alert')
  })
})

describe('records whose fields are not documented', () => {
  test('a knowledge item requires only its id', () => {
    expect(KnowledgeItem.parse({ id })).toEqual({ id })
    expect(KnowledgeItem.parse({ id, state: 'brand-new', title: null, size: 3 })).toEqual({ id, state: 'brand-new' })
    expect(KnowledgeItem.safeParse({ title: 'T' }).success).toBe(false)
    expect(KnowledgeItem.safeParse({ id: 'x' }).success).toBe(false)
    expect(KnowledgeItem.safeParse({ id, title: 1 }).success).toBe(false)
  })

  test('a topic requires only its id, and keeps list elements of any shape', () => {
    expect(Topic.parse({ id })).toEqual({ id, opportunities: [], insights: [] })
    const elements = [1, 'x', { id: 'not a UUID', deep: { er: true } }]
    expect(Topic.parse({ id, insights: elements, opportunities: null }).insights).toEqual(elements)
    expect(Topic.safeParse({ id, insights: {} }).success).toBe(false)
    expect(Topic.safeParse({}).success).toBe(false)
  })
})
