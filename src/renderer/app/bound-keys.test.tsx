// Compares the list of keys with the bindings of the app shell and of the views.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { beforeEach, expect, it } from 'vitest'
import type { DuplicatePair } from '../../contract/features/duplicates'
import { ActivityView } from '../features/activity'
import { DuplicatesView } from '../features/duplicates'
import { FeedbackView } from '../features/feedback'
import { InsightsView } from '../features/insights'
import { KnowledgeView } from '../features/knowledge'
import { MapView } from '../features/map'
import { MetricsView } from '../features/metrics'
import { NewsView } from '../features/news'
import { OpportunitiesView } from '../features/opportunities'
import { OutcomesView } from '../features/outcomes'
import { PrioritiesView } from '../features/priorities'
import { SettingsView } from '../features/settings'
import { SolutionsView } from '../features/solutions'
import { ThisWeekView } from '../features/this-week'
import { TopicMapView } from '../features/topic-map'
import { TopicsView } from '../features/topics'
import { TriageView } from '../features/triage'
import { views } from '../navigation/views'
import { BriefButton } from '../records/brief-dialog'
import { giveSize } from '../records/list-testing'
import type { Answers } from '../testing/fake-bridge'
import { noNews } from '../testing/places'
import { priorityAnswers, priorityRecord } from '../testing/priority-answers'
import { renderView } from '../testing/render'
import {
  recordAnswers,
  sampleFeedback,
  sampleOpportunity,
  sampleOutcome,
  sampleSolution,
} from '../testing/sample-records'
import { dialogs, everyKey, isOfMenu } from '../ui/every-key'
import { useBoundKeys } from '../ui/keys'
import { AppShell } from './AppShell'

beforeEach(giveSize)

function Bound() {
  return <output aria-label="Bound">{JSON.stringify([...useBoundKeys()])}</output>
}

const boundKeys = (): readonly string[] => JSON.parse(screen.getByLabelText('Bound').textContent ?? '[]')

it('lists every bound key and no other', async () => {
  renderView(
    <>
      <AppShell />
      <InsightsView />
      <KnowledgeView />
      <TriageView />
      <SolutionsView />
      <MapView />
      <DuplicatesView />
      <BriefButton subject={{ kind: 'insight', id: '1' }} />
      <Bound />
    </>,
    {
      route: '/insights/1?layout=board',
      path: '/insights/:id?',
      answers: {
        'shell.info': () => ({
          ...{ version: '1.0.0', electron: '45.0.0', platform: 'linux' },
          ...{ isFallbackRuntime: false, notices: [], isLibraryStopped: false },
        }),
        'insights.query': () => ({ rows: [], total: 0, all: 0, unseen: 0 }),
        'insights.get': () => new Promise(() => {}),
        'knowledge.query': () => ({ rows: [], total: 0, all: 0, sources: [], states: [] }),
        'knowledge.get': () => new Promise(() => {}),
        'map.top': () => new Promise(() => {}),
        'news.query': () => noNews,
        'duplicates.find': () => ({ ...noPairs, pairs: [onePair] }),
        'solutions.query': () => ({ rows: [sampleSolution(1)], total: 1, all: 1 }),
        'solutions.get': () => new Promise(() => {}),
        'shell.painted': () => null,
      },
    },
  )
  await screen.findByRole('searchbox', { name: 'Search knowledge' })
  await screen.findByRole('region', { name: 'Next' })
  const bound = boundKeys()
  // The menu hears its own; a form and its buttons hear theirs.
  const others = [...everyKey.filter(isOfMenu), ...dialogs.uses.flatMap(({ keys }) => keys)]
  expect([...new Set([...bound, ...others])].toSorted()).toEqual(everyKey.toSorted())
})

const size = { bytes: 1, insights: 0, knowledge: 0, pendingChanges: 0, syncedAt: null }
const near = (id: string) => ({ id, type: 'Bug', title: id, hideContent: false })
const onePair: DuplicatePair = { insights: [near('1'), near('2')], similarity: 0.99, isDismissed: false }
const noPairs = {
  progress: 1,
  pairs: [],
  compared: 0,
  uncompared: { without: 0, incomparable: 0, leftOut: 0 },
}
const noMap = { insights: 0, withEmbedding: 0, otherLength: 0, map: null, progress: null, hasFailed: false }
const ofEveryView: Answers = {
  'duplicates.find': () => noPairs,
  ...recordAnswers(() => ({
    opportunities: [sampleOpportunity(1)],
    outcomes: [sampleOutcome(1)],
    solutions: [sampleSolution(1)],
    feedback: [sampleFeedback(1)],
  })),
  'knowledge.query': () => ({ rows: [], total: 0, all: 1, sources: [], states: [{ value: 'ready', count: 1 }] }),
  'map.top': () => ({ below: [], gaps: { noOpportunities: 0, noSolutions: 0, notFresh: 0 }, matching: 0, all: 0 }),
  'metrics.list': () => [],
  'priorities.models': () => [],
  'topicMap.state': () => noMap,
  ...priorityAnswers(() => [priorityRecord(sampleOpportunity(1).id)]),
  'topics.list': () => [],
  'activity.query': () => ({ rows: [], total: 0, all: 0 }),
  'activity.unsettled': () => [],
  'environments.measure': () => size,
  'shell.info': () => ({
    ...{ version: '1.0.0', electron: '45.0.0', platform: 'linux' },
    ...{ isFallbackRuntime: false, notices: [], isLibraryStopped: false },
  }),
  'network.read': () => ({ settings: { mode: 'system' as const, pacUrl: '', proxy: '' }, proxies: [] }),
  'shell.linkOpening': () => ({ state: 'off', files: [], command: null }),
  'shell.updates': () => ({ state: 'off' as const, version: null, problem: null, checkedAt: null }),
  'shell.painted': () => null,
}

const rowKeys = ['ArrowDown', 'ArrowUp', 'j', 'k', 'Home', 'End', 'PageDown', 'PageUp', 'Enter', 'Escape', 'mod+e', '/']
const listKeys = [
  ...[...rowKeys, 'ArrowLeft', 'ArrowRight', '.', 'ContextMenu', 'shift+F10'],
  ...['x', 'mod+a', 'shift+ArrowDown', 'shift+ArrowUp', 'shift+j', 'shift+k'],
]
const arrows = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight']

/** The keys that each view binds. Some only act where a view has the part for them. */
const parts: Readonly<Record<string, { readonly View: ComponentType; readonly has: readonly string[] }>> = {
  '/this-week': { View: ThisWeekView, has: [] },
  '/insights': { View: InsightsView, has: [...listKeys, 'f', 'o', 's', 'u', 't', 'c'] },
  '/news': { View: NewsView, has: [...listKeys, 'f'] },
  '/opportunities': { View: OpportunitiesView, has: [...listKeys, 'f', 'o'] },
  '/goals': { View: OutcomesView, has: [...listKeys, 'f', 'o'] },
  '/solutions': { View: SolutionsView, has: [...listKeys, 'f', 'o'] },
  '/prioritise': { View: PrioritiesView, has: [...listKeys, 'f', 'o'] },
  '/map': {
    View: MapView,
    has: [...arrows, 'j', 'k', 'Home', 'End', 'Enter', 'Escape', '+', '-', '0', 'b', 'mod+e', '/', 'f'],
  },
  '/feedback': { View: FeedbackView, has: [...listKeys, 'o'] },
  '/metrics': { View: MetricsView, has: rowKeys },
  '/topic-map': { View: TopicMapView, has: [] },
  '/knowledge': { View: KnowledgeView, has: [...listKeys, 'f', 'o'] },
  '/topics': { View: TopicsView, has: rowKeys },
  '/duplicates': { View: DuplicatesView, has: [...arrows, 'j', 'k', 'Enter', 'd'] },
  '/activity': { View: ActivityView, has: [...listKeys, 'f'] },
  '/settings': { View: SettingsView, has: [] },
}

it.each(views.map(({ path }) => path))(
  'binds in %s only the keys of its parts, and / and F move the focus to theirs',
  async (path) => {
    const part = parts[path]
    if (part === undefined) throw new Error(`The test knows nothing of ${path}.`)
    const { View, has } = part
    renderView(
      <>
        <View />
        <Bound />
      </>,
      { route: path, path: `${path}/:id?`, answers: ofEveryView },
    )
    await waitFor(() => expect([...new Set(boundKeys())].toSorted()).toEqual(has.toSorted()))
    for (const [key, role] of [
      ['/', /^(searchbox|textbox)$/],
      ['f', /^button$/],
    ] as const) {
      if (!has.includes(key)) continue
      await userEvent.keyboard(`${key}`)
      const focused = document.activeElement as HTMLElement
      expect(focused.getAttribute('role') ?? { INPUT: 'searchbox', BUTTON: 'button' }[focused.tagName] ?? '').toMatch(
        role,
      )
      focused.blur()
    }
  },
)
