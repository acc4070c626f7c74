// Cases of operations that change existing records. Whoever runs the suite names the records to delete.
import type { ConformanceCase } from './case'
import { demand, demandProblem, demandSuccess } from './demands'
import { listedInsights } from './reading'
import { call, type Target } from './target'

const changing = { isChanging: true, needs: [] } as const

async function listedKnowledge(target: Target): Promise<{ id: string }[]> {
  return demandSuccess('listKnowledge', await call(target, 'listKnowledge')) as { id: string }[]
}

const metricCases: readonly ConformanceCase[] = [
  {
    ...changing,
    needs: ['metricId', 'relationshipsParameter'],
    name: 'metric relationships: adding and removing succeed, also a second time',
    run: async (target) => {
      const outcome = (await listedInsights(target)).flatMap((insight) => insight.outcomes)[0]
      demand(outcome !== undefined, 'expected the workspace to hold an outcome')
      for (const action of ['add', 'add', 'remove', 'remove']) {
        const parameters = { metricId: target.metricId, action }
        const received = await call(target, 'manageMetricRelationships', {
          parameters,
          body: { outcomeIds: [outcome.id] },
        })
        demandSuccess('manageMetricRelationships', received)
      }
    },
  },
  {
    ...changing,
    needs: ['metricId'],
    name: 'metric relationships: another action is an error in the envelope',
    run: async (target) => {
      const options = { parameters: { metricId: target.metricId, action: 'replace' }, body: { outcomeIds: [] } }
      demandProblem(await call(target, 'manageMetricRelationships', options))
    },
  },
  {
    ...changing,
    needs: ['metricId'],
    name: 'metric relationships: ids that are no UUIDs are an error in the envelope',
    run: async (target) => {
      const options = { parameters: { metricId: target.metricId }, body: { outcomeIds: ['x'] } }
      demandProblem(await call(target, 'manageMetricRelationships', options))
    },
  },
]

const deletingCases: readonly ConformanceCase[] = [
  {
    ...changing,
    name: 'delete knowledge item: 404 for one that is not there',
    run: async (target) => void demandProblem(await call(target, 'deleteKnowledgeItem'), 404),
  },
  {
    ...changing,
    name: 'delete outcome: 404 for one that is not there',
    run: async (target) => void demandProblem(await call(target, 'deleteOutcome'), 404),
  },
  {
    ...changing,
    needs: ['knowledgeIdToDelete'],
    name: 'delete knowledge item: 200 with a message, gone from the list, 404 afterwards',
    run: async (target) => {
      const parameters = { knowledgeId: target.knowledgeIdToDelete }
      demandSuccess('deleteKnowledgeItem', await call(target, 'deleteKnowledgeItem', { parameters }))
      const isListed = (await listedKnowledge(target)).some((item) => item.id === target.knowledgeIdToDelete)
      demand(!isListed, 'expected the item to be gone from the list')
      demandProblem(await call(target, 'deleteKnowledgeItem', { parameters }), 404)
    },
  },
  {
    ...changing,
    needs: ['outcomeIdToDelete'],
    name: 'delete outcome: 200 with a message, gone from every insight, 404 afterwards',
    run: async (target) => {
      const parameters = { outcomeId: target.outcomeIdToDelete }
      demandSuccess('deleteOutcome', await call(target, 'deleteOutcome', { parameters }))
      const outcomes = (await listedInsights(target)).flatMap((insight) => insight.outcomes)
      const isRelated = outcomes.some((outcome) => outcome.id === target.outcomeIdToDelete)
      demand(!isRelated, 'expected no insight to carry the outcome any more')
      demandProblem(await call(target, 'deleteOutcome', { parameters }), 404)
    },
  },
]

const seenCases: readonly ConformanceCase[] = [
  {
    ...changing,
    name: 'mark all seen: an unknown opportunity is an error in the envelope',
    run: async (target) => void demandProblem(await call(target, 'markAllInsightsSeen')),
  },
  {
    ...changing,
    needs: ['relationshipsParameter'],
    name: 'mark all seen: afterwards every insight of the opportunity is seen',
    run: async (target) => {
      const before = await listedInsights(target)
      const unseen = before.filter((insight) => !insight.seen)
      const opportunityId = unseen.flatMap((insight) => insight.opportunities)[0]?.id
      demand(opportunityId !== undefined, 'expected an unseen insight with an opportunity')
      const received = await call(target, 'markAllInsightsSeen', { parameters: { opportunityId } })
      demandSuccess('markAllInsightsSeen', received)
      const after = await listedInsights(target)
      const missed = after.filter((item) => !item.seen && item.opportunities.some(({ id }) => id === opportunityId))
      demand(missed.length === 0, `expected all to be seen, ${missed.length} are not`)
    },
  },
]

export const changingCases: readonly ConformanceCase[] = [...metricCases, ...seenCases, ...deletingCases]
