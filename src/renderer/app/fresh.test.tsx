// For each command, main's push alone makes the views that it affects fresh.
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { TriagedKind } from '../../contract/features/triage'
import { pushesAfter } from '../../contract/testing/pushes-after'
import { queryOptionsFor } from '../client/queries'
import { fakeBridge } from '../testing/fake-bridge'
import { testEnvironments, testSyncStatus, testWorkspace as workspace } from '../testing/places'
import { listenForPushes } from './pushes'

const id = 'id'
const range = { offset: 0, limit: 10 }
const list = { workspace, text: '', relatedTo: null, ...range }
const sort = { column: 'createdAt', direction: 'ascending' } as const

const insights = queryOptionsFor('insights', 'query', { workspace, filter: {}, sort, ...range })
const insight = queryOptionsFor('insights', 'get', { workspace, id })
const goals = queryOptionsFor('outcomes', 'query', { ...list, sort: { ...sort, column: 'title' } })
const goal = queryOptionsFor('outcomes', 'get', { workspace, id })
const opportunities = queryOptionsFor('opportunities', 'query', {
  ...{ ...list, statuses: [] },
  sort: { ...sort, column: 'title' },
})
const opportunity = queryOptionsFor('opportunities', 'get', { workspace, id })
const preview = queryOptionsFor('opportunities', 'markAllSeenPreview', { workspace, id })
const feedback = queryOptionsFor('feedback', 'query', { ...list, sort })
const piece = queryOptionsFor('feedback', 'get', { workspace, id })
const solutions = queryOptionsFor('solutions', 'query', {
  ...{ ...list, statuses: [], horizons: [] },
  sort: { ...sort, column: 'title' },
})
const solution = queryOptionsFor('solutions', 'get', { workspace, id })
const documents = queryOptionsFor('knowledge', 'query', { ...list, states: [], sources: [], sort })
const document = queryOptionsFor('knowledge', 'get', { workspace, id })
const metrics = queryOptionsFor('metrics', 'list', { workspace })
const topics = queryOptionsFor('topics', 'list', { workspace })
const topic = queryOptionsFor('topics', 'get', { workspace, id })
const news = queryOptionsFor('news', 'query', { workspace, text: '', kinds: [], ...range })
const found = queryOptionsFor('search', 'everything', { workspace, text: 'a', limit: 10 })
const activity = queryOptionsFor('activity', 'query', { workspace, text: '', ...range })
const allActivity = queryOptionsFor('activity', 'query', { workspace: null, text: '', ...range })
const unsettled = queryOptionsFor('activity', 'unsettled', { workspace })
const entry = queryOptionsFor('activity', 'get', { workspace, changeId: id })
const environments = queryOptionsFor('environments', 'list', {})
const size = queryOptionsFor('environments', 'measure', { environment: workspace.environment })
const info = queryOptionsFor('shell', 'info', {})
const network = queryOptionsFor('network', 'read', {})
const status = queryOptionsFor('sync', 'status', { workspace })

const triage = queryOptionsFor('triage', 'get', { workspace, kind: 'insight', id })
const savedViews = queryOptionsFor('savedViews', 'list', { workspace })
const scoringModels = queryOptionsFor('priorities', 'models', { workspace })
const decisions = queryOptionsFor('priorities', 'decisions', { workspace, kind: 'opportunity' })
const pairs = queryOptionsFor('duplicates', 'find', { workspace })
const mapState = queryOptionsFor('topicMap', 'state', { workspace })
const viewCounts = queryOptionsFor('savedViews', 'counts', { workspace })
const labels = queryOptionsFor('triage', 'labels', { workspace })

interface Read {
  readonly queryKey: readonly unknown[]
}

/** Lists show the decision about a record, its labels and whether it has a note. */
const listOf: Readonly<Record<TriagedKind, Read>> = {
  insight: insights,
  opportunity: opportunities,
  solution: solutions,
  outcome: goals,
  feedback,
  knowledge: documents,
  topic: topics,
  metric: metrics,
}
const ofTriage = [...Object.values(listOf), insight, triage]
const ofActivity = [activity, allActivity, unsettled, entry, size]
const ofEnvironments = [environments, size, info, document, allActivity]
const ofChange = [...ofActivity, insights, insight, feedback, piece, found, status]

/** Reads of the page that each command affects. */
const affected: Readonly<Record<keyof typeof pushesAfter, readonly Read[]>> = {
  'activity.retry': ofChange,
  'activity.send': ofChange,
  'activity.discard': ofChange,
  'briefs.keep': [],
  'briefs.save': [],
  'environments.testConnection': [],
  'environments.testWorkspace': [],
  'environments.connect': ofEnvironments,
  'environments.saveSettings': ofEnvironments,
  'environments.saveToken': ofEnvironments,
  'environments.exploreSandbox': ofEnvironments,
  'environments.open': ofEnvironments,
  'environments.renameWorkspace': ofEnvironments,
  'environments.removeWorkspace': ofEnvironments,
  'environments.forget': ofEnvironments,
  'environments.unlock': ofEnvironments,
  'environments.lock': ofEnvironments,
  'export.save': [],
  'map.save': [],
  'export.showInFolder': [],
  'help.saveDiagnostics': [],
  'help.showDiagnostics': [],
  'insights.create': ofChange,
  'insights.edit': ofChange,
  'insights.saveDraft': [],
  'insights.discardDraft': [],
  'knowledge.delete': [...ofActivity, documents, document, found, status],
  'metrics.save': [metrics, goals, goal, found],
  'metrics.remove': [metrics, goals, goal, found],
  'metrics.relate': [...ofActivity, metrics, goals, goal, status],
  'network.check': [],
  'network.removeSignIn': [network],
  'network.save': [network],
  'network.saveSignIn': [network],
  'news.markReviewed': [news, viewCounts],
  'news.undoReview': [news],
  'opportunities.markAllSeen': [...ofActivity, insights, insight, opportunity, preview, goal, status],
  'outcomes.delete': [...ofActivity, goals, goal, insight, opportunity, solution, metrics, found, status],
  'preferences.save': [],
  'sandbox.passWeek': [status],
  'sandbox.setOnline': [status],
  'duplicates.dismiss': [pairs],
  'priorities.saveModel': [scoringModels],
  'priorities.removeModel': [scoringModels],
  'priorities.decide': [...ofActivity, decisions],
  'priorities.restore': [...ofActivity, decisions],
  'priorities.setNote': [...ofActivity, decisions],
  'topicMap.draw': [mapState],
  'topicMap.cancel': [mapState],
  'topicMap.select': [],
  'savedViews.save': [savedViews, viewCounts],
  'savedViews.remove': [savedViews, viewCounts],
  'savedViews.order': [savedViews],
  'shell.restartLibrary': [],
  'shell.openLink': [],
  'shell.setLinkOpening': [],
  'shell.copyText': [],
  'shell.cancel': [],
  'shell.readyToClose': [],
  'shell.setModalOpen': [],
  'shell.setTimeZone': [],
  'shell.painted': [],
  'sync.now': [status],
  'topics.open': [topics, topic, found],
  'topics.pin': [topics, topic, found],
  'topics.forget': [topics, topic, found],
  'triage.decide': [...ofTriage, viewCounts],
  'triage.decideAll': [...ofTriage, viewCounts],
  // Lists and the search also find a record by its note and labels.
  'triage.labelAll': [...ofTriage, found, labels],
  'triage.setNote': [...ofTriage, found],
}

const changing = Object.entries(affected).filter(([, reads]) => reads.length > 0)

it.each(changing)('%s refreshes every read that it affects through the pushes of main', (name, reads) => {
  const queryClient = new QueryClient()
  const bridge = fakeBridge({})
  const stop = listenForPushes(queryClient)
  for (const { queryKey } of reads) queryClient.setQueryData(queryKey, { environments: [] })
  const {
    library,
    environments: isListPushed,
    network: isNetworkPushed,
    sync,
  } = pushesAfter[name as keyof typeof pushesAfter]
  if (library) bridge.push('library.changed', { workspace, features: library })
  if (isListPushed) bridge.push('environments.changed', testEnvironments)
  if (isNetworkPushed) bridge.push('network.changed', {})
  if (sync) bridge.push('sync.changed', { ...testSyncStatus, workspace })
  const stale = reads.filter(({ queryKey }) => {
    const query = queryClient.getQueryState(queryKey)
    // Invalidated, to be read again, or replaced by what was pushed.
    return query?.isInvalidated === false && query.dataUpdateCount === 1
  })
  expect(stale.map(({ queryKey }) => queryKey.slice(0, 2))).toEqual([])
  stop()
})

it('repeats the reads of priority figures after a push about their records, not about models and decisions', () => {
  const queryClient = new QueryClient()
  const bridge = fakeBridge({})
  const stop = listenForPushes(queryClient)
  const kind = 'insight'
  const figures = [
    queryOptionsFor('priorities', 'rows', { workspace, kind }).queryKey,
    queryOptionsFor('priorities', 'titles', { workspace, kind }).queryKey,
  ]
  for (const queryKey of figures) queryClient.setQueryData<unknown>(queryKey, {})
  const stale = () => figures.map((queryKey) => queryClient.getQueryState(queryKey)?.isInvalidated)
  bridge.push('library.changed', { workspace, features: ['priorities'] })
  bridge.push('library.changed', { workspace, features: ['priorities', 'activity'] })
  expect(stale()).toEqual([false, false])
  bridge.push('library.changed', { workspace, features: ['feedback'] })
  expect(stale()).toEqual([true, true])
  stop()
})
