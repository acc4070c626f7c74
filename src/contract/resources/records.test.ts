// Every record of the API document: its required fields, their values, and that no other fields are allowed.
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { Feedback } from './feedback'
import { CreateInsightBody, Insight } from './insight'
import { Opportunity } from './opportunity'
import { Outcome } from './outcome'
import { RefinementLogEntry, Solution } from './solution'

const id = '3f2b1c4d-5e6f-4abc-8def-001122334455'
const dates = { createdAt: '2026-01-31T10:00:00Z', updatedAt: 'any text' }

interface RecordRules {
  readonly schema: z.ZodType
  readonly required: Readonly<Record<string, unknown>>
  readonly optional: Readonly<Record<string, unknown>>
  readonly alsoValid: readonly Readonly<Record<string, unknown>>[]
  readonly invalid: readonly Readonly<Record<string, unknown>>[]
}

const each = (field: string, values: readonly unknown[]) => values.map((value) => ({ [field]: value }))

const texts = { title: 'Title', description: '' }

const entry = { id, role: 'user', content: '' }

const rules: Readonly<Record<string, RecordRules>> = {
  Insight: {
    schema: Insight,
    required: {
      ...{ id, type: 'Bug', ...texts, seen: false, hideContent: true, ...dates },
      ...{ opportunities: [], solutions: [], outcomes: [], feedback: [], strength: 0 },
    },
    optional: {
      ...{ ownerId: 'x', strengthScore: 0.5, momentumScore: 3, combinedScore: 2, topicEmbeddings: [0.1, -3] },
      lastScoreCalculatedAt: '2026-01-31T10:00Z',
    },
    alsoValid: [
      ...each('type', ['Feedback', 'Bug', 'FeatureRequest']),
      ...each('strengthScore', [0, 1]),
      ...each('momentumScore', [0, 1e9]),
      ...each('combinedScore', [0, 1e9]),
      ...each('topicEmbeddings', [[]]),
    ],
    invalid: [
      ...each('type', ['bug', '', 'Praise', 1]),
      ...each('id', ['x', '3f2b1c4d-5e6f-9abc-8def-001122334455']),
      ...each('seen', ['true', 0]),
      ...each('strengthScore', [-0.0001, 1.0001, '0.5', Number.NaN]),
      ...each('momentumScore', [-0.0001, Number.POSITIVE_INFINITY]),
      ...each('combinedScore', [-1]),
      ...each('lastScoreCalculatedAt', ['2026-01-31T10:00:00+01:00', '2026-01-31T10:00:00', 'yesterday']),
      ...each('topicEmbeddings', [['1'], [null], 1]),
      ...each('opportunities', [[{}], {}]),
      ...each('solutions', [[{ id }]]),
      ...each('outcomes', [['x']]),
      ...each('feedback', [[null]]),
      ...each('createdAt', [1]),
    ],
  },
  CreateInsightBody: {
    schema: CreateInsightBody,
    required: { type: 'Bug', ...texts, organisationId: id, workspaceId: id },
    optional: {
      ...{ id, ownerId: 'x', strengthScore: 0.5, momentumScore: 3, combinedScore: 2, topicEmbeddings: [1] },
      ...{ lastScoreCalculatedAt: '2026-01-31T10:00:00Z', seen: true, feedbackIds: [id] },
    },
    alsoValid: [...each('feedbackIds', [[]]), ...each('type', ['Feedback', 'FeatureRequest'])],
    invalid: [
      ...each('type', ['Idea']),
      ...each('id', ['x']),
      ...each('organisationId', ['juniper', '']),
      ...each('workspaceId', ['juniper', null]),
      ...each('strengthScore', [-1, 2]),
      ...each('momentumScore', [-1]),
      ...each('combinedScore', [-1]),
      ...each('feedbackIds', [['x'], id]),
      ...each('seen', ['yes']),
      ...each('hideContent', [true]),
    ],
  },
  Opportunity: {
    schema: Opportunity,
    required: {
      ...{ id, read: true, status: 'New', ...texts, solutionsGeneratingState: 'initial', createdBy: 'user' },
      ...{ hideContent: false, ...dates },
    },
    optional: { ownerId: 'x' },
    alsoValid: [
      ...each('status', ['New', 'Solved', 'Planned', 'InProgress']),
      ...each('solutionsGeneratingState', ['generating', 'generated', 'initial', 'error']),
      ...each('createdBy', ['user', 'generated']),
    ],
    invalid: [
      ...each('status', ['new', 'Done']),
      ...each('solutionsGeneratingState', ['INITIAL']),
      ...each('createdBy', ['import']),
      ...each('read', [null]),
    ],
  },
  Solution: {
    schema: Solution,
    required: {
      ...{ id, aiProcessingState: 'INITIAL', refinementLog: [], ...texts, status: 'Backlog', pros: [], cons: [] },
      ...{ hideContent: false, createdBy: 'user', ...dates, priority: 'a0', prd: '' },
    },
    optional: { systemPrompt: 'x', ownerId: 'x', horizon: 'now' },
    alsoValid: [
      ...each('aiProcessingState', ['INITIAL', 'PROCESSING', 'FINISHED', 'ERROR']),
      ...each('status', ['Backlog', 'New', 'Planned', 'InDevelopment', 'Complete', 'Cancelled', 'Live']),
      ...each('horizon', ['now', 'next', 'later']),
      ...each('refinementLog', [[entry]]),
    ],
    invalid: [
      ...each('aiProcessingState', ['initial']),
      ...each('status', ['InProgress']),
      ...each('horizon', ['soon', null]),
      ...each('priority', [1]),
      ...each('pros', ['x', [1]]),
      ...each('refinementLog', [[{ ...entry, at: 'now' }], [{ ...entry, role: 'system' }]]),
    ],
  },
  RefinementLogEntry: {
    schema: RefinementLogEntry,
    required: entry,
    optional: {},
    alsoValid: each('role', ['user', 'assistant']),
    invalid: [...each('role', ['system']), ...each('id', ['1'])],
  },
  Outcome: {
    schema: Outcome,
    required: { id, ...texts, priority: 1, hideContent: false, ...dates },
    optional: { trend: -0.5, analyticEvents: ['opened'], ownerId: 'x' },
    alsoValid: [...each('priority', [-1, 0.5]), ...each('analyticEvents', [[]])],
    invalid: [...each('priority', ['1']), ...each('trend', ['up']), ...each('analyticEvents', ['opened', [1]])],
  },
  Feedback: {
    schema: Feedback,
    required: { id, content: '', source: 'Survey', processed: false, ...dates },
    optional: {
      ...{ sourceId: 'x', sourceUrl: 'https://example.org/1', submittedBy: 'x', title: 'x', createdAtEpoch: 1 },
      ...{ sentimentScore: 0, sentimentCategory: 'Neutral', sentimentConfidence: 0.5 },
    },
    alsoValid: [
      ...each('source', ['ab', 'x'.repeat(100)]),
      ...each('sentimentScore', [-1, 1]),
      ...each('sentimentConfidence', [0, 1]),
      ...each('sentimentCategory', ['Positive', 'Neutral', 'Negative']),
      ...each('sourceUrl', ['mailto:someone@example.org']),
    ],
    invalid: [
      ...each('source', ['', 'a', 'x'.repeat(101)]),
      ...each('sentimentScore', [-1.01, 1.01]),
      ...each('sentimentConfidence', [-0.01, 1.01]),
      ...each('sentimentCategory', ['positive']),
      ...each('sourceUrl', ['not a link', '']),
      ...each('createdAtEpoch', ['1']),
    ],
  },
}

describe.each(Object.entries(rules))('%s', (_, { schema, required, optional, alsoValid, invalid }) => {
  const full = { ...required, ...optional }
  const accepts = (value: unknown) => schema.safeParse(value).success
  const without = (field: string) => Object.fromEntries(Object.entries(full).filter(([name]) => name !== field))

  test('accepts required fields alone and all fields, unchanged', () => {
    expect(schema.parse(required)).toEqual(required)
    expect(schema.parse(full)).toEqual(full)
  })

  test.each(Object.keys(required))('requires %s', (field) => {
    expect(accepts(without(field))).toBe(false)
    expect(accepts({ ...full, [field]: null })).toBe(false)
  })

  test('lets every optional field be absent, and none be null', () => {
    for (const field of Object.keys(optional)) {
      expect(accepts(without(field)), field).toBe(true)
      expect(accepts({ ...full, [field]: null }), field).toBe(false)
    }
  })

  test.each(alsoValid.map((extra) => [JSON.stringify(extra), extra]))('accepts %s', (_name, extra) => {
    expect(accepts({ ...full, ...(extra as object) })).toBe(true)
  })

  test.each(invalid.map((extra) => [JSON.stringify(extra).slice(0, 80), extra]))('refuses %s', (_name, extra) => {
    expect(accepts({ ...full, ...(extra as object) })).toBe(false)
  })

  test('refuses fields beyond those listed', () => {
    expect(accepts({ ...full, extra: undefined })).toBe(false)
    expect(accepts({ ...full, extra: 1 })).toBe(false)
  })
})
