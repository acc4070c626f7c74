// Bodies that *create insight* must accept or refuse (API document, "Create insight", "Common formats").
import type { CreateInsightBody, Insight } from '../../src/contract/resources/insight'
import type { ConformanceCase } from './case'
import { demand, demandInvalidField, demandProblem, demandSuccess } from './demands'
import { listedInsights } from './reading'
import { call, type Target } from './target'

function minimalBody({ organisationId, workspaceId }: Target): CreateInsightBody {
  const description = 'Made by the conformance suite.'
  return { type: 'FeatureRequest', title: 'Conformance check', description, organisationId, workspaceId }
}

async function created(target: Target, extra: Readonly<Record<string, unknown>>): Promise<Insight> {
  const received = await call(target, 'createInsight', { body: { ...minimalBody(target), ...extra } })
  return demandSuccess('createInsight', received) as Insight
}

/** Optional values that must come back as they were sent. */
const accepted: readonly (readonly [what: string, extra: Readonly<Partial<CreateInsightBody>>])[] = [
  ['type Feedback', { type: 'Feedback' }],
  ['type Bug', { type: 'Bug' }],
  ['the lowest scores', { strengthScore: 0, momentumScore: 0, combinedScore: 0 }],
  ['high scores', { strengthScore: 1, momentumScore: 1e6, combinedScore: 12.5 }],
  ['a date-time in seconds', { lastScoreCalculatedAt: '2026-01-31T23:59:59Z' }],
  ['a date-time without seconds', { lastScoreCalculatedAt: '2026-01-31T23:59Z' }],
  ['a date-time with fractions', { lastScoreCalculatedAt: '2026-01-31T23:59:59.123456Z' }],
  ['a leap day', { lastScoreCalculatedAt: '2024-02-29T00:00:00Z' }],
  ['an embedding', { topicEmbeddings: [0.5, -1, 0, 1e-9] }],
  ['an owner', { ownerId: 'someone' }],
  ['seen', { seen: true }],
  ['text of any script', { title: '旅程 🚲 <b>&amp;</b> \u202eabc', description: '\\ " \n\t' }],
  ['no feedback', { feedbackIds: [] }],
]

const refused: readonly (readonly [what: string, extra: Readonly<Record<string, unknown>>, field: string])[] = [
  ['no type', { type: undefined }, 'type'],
  ['an unknown type', { type: 'Praise' }, 'type'],
  ['no title', { title: undefined }, 'title'],
  ['a title that is a number', { title: 5 }, 'title'],
  ['no description', { description: undefined }, 'description'],
  ['no organisation', { organisationId: undefined }, 'organisationId'],
  ['no workspace', { workspaceId: undefined }, 'workspaceId'],
  ['a workspace that is no UUID', { workspaceId: 'juniper' }, 'workspaceId'],
  ['an id that is no UUID', { id: 'abc' }, 'id'],
  ['an id of version 0', { id: '3f2b1c4d-0000-0abc-8def-001122334455' }, 'id'],
  ['an id of version 9', { id: '3f2b1c4d-0000-9abc-8def-001122334455' }, 'id'],
  ['an id of another variant', { id: '3f2b1c4d-0000-4abc-7def-001122334455' }, 'id'],
  ['a strength below 0', { strengthScore: -0.01 }, 'strengthScore'],
  ['a strength above 1', { strengthScore: 1.01 }, 'strengthScore'],
  ['a momentum below 0', { momentumScore: -1 }, 'momentumScore'],
  ['a combined score below 0', { combinedScore: -1 }, 'combinedScore'],
  ['a score in a string', { combinedScore: '1' }, 'combinedScore'],
  ['a date-time with an offset', { lastScoreCalculatedAt: '2026-01-31T10:00:00+01:00' }, 'lastScoreCalculatedAt'],
  ['a date-time without Z', { lastScoreCalculatedAt: '2026-01-31T10:00:00' }, 'lastScoreCalculatedAt'],
  ['a leap day of another year', { lastScoreCalculatedAt: '2025-02-29T10:00:00Z' }, 'lastScoreCalculatedAt'],
  ['an embedding of text', { topicEmbeddings: ['1'] }, 'topicEmbeddings'],
  ['seen in a string', { seen: 'true' }, 'seen'],
  ['feedback ids that are no UUIDs', { feedbackIds: ['x'] }, 'feedbackIds'],
]

const changing = { isChanging: true, needs: [] } as const

const acceptedCases = accepted.map(
  ([what, extra]): ConformanceCase => ({
    ...changing,
    name: `create insight: accepts ${what}`,
    run: async (target) => {
      const insight: Readonly<Record<string, unknown>> = { ...(await created(target, extra)) }
      const { feedbackIds: _feedbackIds, ...echoed } = extra
      for (const [field, value] of Object.entries(echoed)) {
        const isSame = JSON.stringify(insight[field]) === JSON.stringify(value)
        demand(isSame, `expected ${field} as sent, got ${JSON.stringify(insight[field])}`)
      }
    },
  }),
)

const refusedCases = refused.map(
  ([what, extra, field]): ConformanceCase => ({
    ...changing,
    name: `create insight: 400 for ${what}`,
    run: async (target) => {
      const body = { ...minimalBody(target), ...extra }
      demandInvalidField(await call(target, 'createInsight', { body }), field)
    },
  }),
)

const brokenBodies = [
  ['no JSON', '{"type":'],
  ['a list', []],
  ['nothing', ''],
] as const

const brokenCases = brokenBodies.map(
  ([what, body]): ConformanceCase => ({
    ...changing,
    name: `create insight: 400 for a body that is ${what}`,
    run: async (target) => void demandProblem(await call(target, 'createInsight', { body }), 400),
  }),
)

export const creatingCases: readonly ConformanceCase[] = [
  ...acceptedCases,
  ...refusedCases,
  ...brokenCases,
  {
    ...changing,
    name: 'create insight: keeps the id that was sent, lists the insight, and refuses the id a second time',
    run: async (target) => {
      const id = target.newId()
      const insight = await created(target, { id })
      demand(insight.id.toLowerCase() === id.toLowerCase(), `expected id ${id}, got ${insight.id}`)
      demand(!insight.seen, 'expected a new insight not to be seen')
      const listed = (await listedInsights(target)).filter((item) => item.id === insight.id)
      demand(listed.length === 1, `expected the insight once in the list, got it ${listed.length} times`)
      const body = { ...minimalBody(target), id }
      demandInvalidField(await call(target, 'createInsight', { body }), 'id')
    },
  },
  {
    ...changing,
    needs: ['relationshipsParameter'],
    name: 'create insight: connects the feedback that was named',
    run: async (target) => {
      const feedback = (await listedInsights(target)).flatMap((item) => item.feedback)[0]
      demand(feedback !== undefined, 'expected the workspace to hold feedback')
      const { id, strength } = await created(target, { id: target.newId(), feedbackIds: [feedback.id] })
      demand(strength === 1, `expected a strength of 1, got ${strength}`)
      const listed = (await listedInsights(target)).find((item) => item.id === id)
      demand(listed?.feedback[0]?.id === feedback.id, 'expected the feedback on the listed insight')
    },
  },
]
