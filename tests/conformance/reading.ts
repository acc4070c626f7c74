// Cases that only read.
import type { Insight } from '../../src/contract/resources/insight'
import type { ConformanceCase } from './case'
import { demand, demandProblem, demandSuccess } from './demands'
import { call, type Target } from './target'

const everyRelationship = 'opportunities,solutions,outcomes,feedback'

function relationshipsQuery({ relationshipsParameter }: Target): string {
  return relationshipsParameter === undefined ? '' : `?${relationshipsParameter}=${everyRelationship}`
}

export async function listedInsights(target: Target): Promise<Insight[]> {
  const received = await call(target, 'listInsights', { query: relationshipsQuery(target) })
  return demandSuccess('listInsights', received) as Insight[]
}

function demandUnique(records: readonly { readonly id: string }[]): void {
  const ids = new Set(records.map((record) => record.id.toLowerCase()))
  demand(ids.size === records.length, `expected ${records.length} different ids, got ${ids.size}`)
}

const readOnly = { isChanging: false, needs: [] } as const

export const readingCases: readonly ConformanceCase[] = [
  {
    ...readOnly,
    name: 'list insights: 200 and every insight as documented, without relationships',
    run: async (target) => demandUnique(demandSuccess('listInsights', await call(target, 'listInsights')) as Insight[]),
  },
  {
    ...readOnly,
    needs: ['relationshipsParameter'],
    name: 'list insights: every related record as documented',
    run: async (target) => {
      const insights = await listedInsights(target)
      const related = insights.flatMap((insight) => [...insight.opportunities, ...insight.feedback])
      demand(insights.length === 0 || related.length > 0, 'expected related records, got none with any insight')
    },
  },
  {
    ...readOnly,
    name: 'list knowledge: 200 and every item with an id',
    run: async (target) => {
      const received = await call(target, 'listKnowledge')
      demandUnique(demandSuccess('listKnowledge', received) as { id: string }[])
    },
  },
  {
    ...readOnly,
    needs: ['topicId'],
    name: 'get topic: 200 and the topic that was asked for',
    run: async (target) => {
      const { topicId = '' } = target
      const received = await call(target, 'getTopic', { parameters: { topicId } })
      const topic = demandSuccess('getTopic', received) as { id: string }
      demand(topic.id.toLowerCase() === topicId.toLowerCase(), `expected topic ${topicId}, got ${topic.id}`)
    },
  },
  {
    ...readOnly,
    name: 'get topic: an unknown one is an error in the envelope',
    run: async (target) => void demandProblem(await call(target, 'getTopic')),
  },
  {
    ...readOnly,
    name: 'get topic: an id that needs percent-encoding is an error in the envelope',
    run: async (target) => {
      const received = await call(target, 'getTopic', { parameters: { topicId: 'a/b c%?#é' } })
      demandProblem(received)
    },
  },
]
