// The eight operations, and the text files of knowledge items. Operations are called once route, token, organisation
// and workspace have been checked.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { CreateInsightBody } from '../../contract/resources/insight'
import { MetricAction, MetricRelationshipsBody, type OperationName } from '../../contract/service'
import type { Store } from '../state/store'
import {
  findKnowledge,
  findOutcome,
  insightView,
  insightViews,
  knowledgeViews,
  type Reader,
  relationshipNames,
  seededViews,
  storedFrom,
} from '../state/views'
import type { Variant } from '../variants'
import { readBody } from './body'
import { createProblems } from './create-rules'
import { etagOf, wantedRelationships } from './list-options'
import { data, invalidFields, notFound, type Reply } from './replies'

export interface ServiceSettings {
  /** Name of the query parameter of *list insights* (not documented, so a setting). */
  readonly relationshipsParameter: string
  readonly hasValidators: boolean
  readonly variants: ReadonlySet<Variant>
  readonly bodyLimitBytes: number
  readonly now: () => Date
  /** Part of the validators that tells this sandbox from any other. */
  readonly instance: string
}

export interface Call {
  readonly parameters: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly request: IncomingMessage
  readonly store: Store
  readonly settings: ServiceSettings
}

type Handler = (call: Call) => Reply | Promise<Reply>

const nothing = new Set<never>()
const done = (message: string) => data({ message })
const noContent: Reply = { kind: 'empty', status: 204, headers: {} }
/** Success of the two operations whose body the document does not show. */
const undocumentedSuccess = ({ variants }: ServiceSettings, message: string) =>
  variants.has('no-content') ? noContent : done(message)

async function createInsight({ request, parameters, store, settings }: Call): Promise<Reply> {
  const body = await readBody(request, CreateInsightBody, settings.bodyLimitBytes)
  if (!body.ok) return body.reply
  const { organisationId: _organisationId, workspaceId: _workspaceId, ...fields } = body.value
  const insight = { ...fields, id: fields.id ?? randomUUID() }
  return store.write((reader) => {
    const problems = createProblems(reader, body.value, parameters)
    if (problems.length > 0) return { answer: invalidFields(problems) }
    const change = { kind: 'insight-created', at: settings.now().toISOString(), insight } as const
    const view = insightView(reader, storedFrom(change, reader.source), new Set(['feedback']))
    return { answer: data(view), change }
  })
}

function listInsights({ request, query, store, settings }: Call): Reply {
  const relationships = wantedRelationships(query, settings.relationshipsParameter)
  const reader = store.read()
  const items = insightViews(reader, relationships)
  const list = { kind: 'stream', before: '{"data":[', items, after: ']}' } as const
  if (!settings.hasValidators) return list
  const etag = etagOf(settings.instance, reader.snapshot.version, [...relationships])
  return etag.isKnownTo(request) ? etag.notModified : { ...list, etag: etag.value }
}

function listKnowledge({ request, store, settings }: Call): Reply {
  const reader = store.read()
  const list = { kind: 'stream', before: '{"data":[', items: knowledgeViews(reader), after: ']}' } as const
  if (!settings.hasValidators) return list
  const etag = etagOf(settings.instance, reader.snapshot.version, ['knowledge'])
  return etag.isKnownTo(request) ? etag.notModified : { ...list, etag: etag.value }
}

async function manageMetricRelationships({ request, parameters, store, settings }: Call): Promise<Reply> {
  const { metricId = '' } = parameters
  const action = MetricAction.safeParse(parameters.action)
  if (!action.success) {
    return invalidFields([{ type: 'invalid_value', message: 'Must be add or remove', path: ['action'] }])
  }
  if (!store.read().source.metrics.has(metricId.toLowerCase())) return notFound('Metric')
  const body = await readBody(request, MetricRelationshipsBody, settings.bodyLimitBytes)
  if (!body.ok) return body.reply
  const { outcomeIds } = body.value
  return store.write((reader) => {
    const missing = outcomeIds.filter((id) => findOutcome(reader, id) === undefined)
    // Removing a missing outcome is no mistake: the relation is absent afterwards.
    if (action.data === 'add' && missing.length > 0) {
      const message = `There is no outcome ${missing.join(', ')}`
      return { answer: invalidFields([{ type: 'not_found', message, path: ['outcomeIds'] }]) }
    }
    const at = settings.now().toISOString()
    const change = { kind: 'metric-changed', at, metricId, action: action.data, outcomeIds } as const
    return { answer: undocumentedSuccess(settings, 'Relationships modified'), change }
  })
}

async function deleteKnowledgeItem({ parameters, store, settings }: Call): Promise<Reply> {
  const { knowledgeId = '' } = parameters
  return store.write((reader) => {
    if (findKnowledge(reader, knowledgeId) === undefined) return { answer: notFound('Knowledge item') }
    const change = { kind: 'knowledge-deleted', at: settings.now().toISOString(), knowledgeId } as const
    return { answer: done('Knowledge item deleted'), change }
  })
}

async function deleteOutcome({ parameters, store, settings }: Call): Promise<Reply> {
  const { outcomeId = '' } = parameters
  return store.write((reader) => {
    if (findOutcome(reader, outcomeId) === undefined) return { answer: notFound('Outcome') }
    const change = { kind: 'outcome-deleted', at: settings.now().toISOString(), outcomeId } as const
    return { answer: done('Outcome deleted'), change }
  })
}

/** Yields insights without relationships and their count: the document does not show the elements of a topic. */
function* bareInsights(reader: Reader, places: Iterable<number>) {
  for (const insight of seededViews(reader, places, nothing)) {
    const { opportunities, solutions, outcomes, feedback, strength, ...fields } = insight
    yield fields
  }
}

function getTopic({ parameters, store, settings }: Call): Reply {
  const { topicId = '' } = parameters
  const reader = store.read()
  const topic = reader.source.topics.get(topicId.toLowerCase())
  if (topic === undefined) return notFound('Topic')
  const opportunities = topic.opportunities.flatMap((id) => reader.source.opportunity(id) ?? [])
  const fields = JSON.stringify({ ...topic.fields, opportunities }).slice(0, -1)
  const items = settings.variants.has('topic-relationships')
    ? seededViews(reader, topic.insights, new Set(relationshipNames))
    : bareInsights(reader, topic.insights)
  return { kind: 'stream', before: `{"data":${fields},"insights":[`, items, after: ']}}' }
}

async function markAllInsightsSeen({ parameters, store, settings }: Call): Promise<Reply> {
  const { opportunityId = '' } = parameters
  return store.write((reader) => {
    if (reader.source.opportunity(opportunityId) === undefined) return { answer: notFound('Opportunity') }
    const change = { kind: 'opportunity-seen', at: settings.now().toISOString(), opportunityId } as const
    return { answer: undocumentedSuccess(settings, 'All insights of the opportunity are marked as seen'), change }
  })
}

/** Served without a token: a person opens the link in a browser, which has none to send. */
export function readKnowledgeText({ parameters, store }: Pick<Call, 'parameters' | 'store'>): Reply {
  const id = /^(.+)\.txt$/.exec(parameters.fileName ?? '')?.[1] ?? ''
  const knowledge = findKnowledge(store.read(), id)
  if (knowledge?.item.txtFileUrl === undefined) return notFound('File')
  return { kind: 'text', text: knowledge.text }
}

export const handlers: Readonly<Record<OperationName, Handler>> = {
  createInsight,
  listInsights,
  manageMetricRelationships,
  deleteKnowledgeItem,
  deleteOutcome,
  listKnowledge,
  getTopic,
  markAllInsightsSeen,
}
