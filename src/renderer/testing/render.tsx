// Renders a part of the page with everything around it that it may rely on: theme, queries, a route, a workspace.
import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { act, type RenderResult, render } from '@testing-library/react'
import { type ReactNode, Suspense, useEffect } from 'react'
import { createMemoryRouter, type InitialEntry, RouterProvider } from 'react-router'
import { Preferences } from '../../contract/features/preferences'
import { OnDemand } from '../app/OnDemand'
import { listenForPushes } from '../app/pushes'
import { createQueryClient } from '../app/query-client'
import { theme } from '../app/theme'
import { useFocusKept } from '../app/use-focus-kept'
import { queryOptionsFor } from '../client/queries'
import { EnvironmentsProvider } from '../client/workspace'
import { UndoSteps } from '../records/triage/undo-step'
import { LiveRegion } from '../ui/announce'
import { watchRouter } from '../ui/current-location'
import { useKeyListener } from '../ui/keys'
import { type Answers, type FakeBridge, fakeBridge } from './fake-bridge'
import { noNews, testEnvironments, testSyncStatus, untriaged } from './places'

export { testEnvironments, testSyncStatus, testWorkspace } from './places'

export interface RenderOptions {
  /** Answers of main; these come before the ones every view gets (environments, preferences, sync status). */
  readonly answers?: Answers
  /** Path and query that the router starts at, or a history entry that also has a state. */
  readonly route?: InitialEntry
  /** Path of the route that `ui` is the element of; `*` matches anything. */
  readonly path?: string
}

function KeysAndFocus() {
  useKeyListener(true)
  useFocusKept()
  return null
}

function Pushes() {
  const queryClient = useQueryClient()
  useEffect(() => listenForPushes(queryClient), [queryClient])
  return null
}

/** Caches the reads that the page makes before it renders anything; a pending answer is waited for on screen. */
function knowBeforehand(queryClient: QueryClient, answers: Answers): void {
  const environments = answers['environments.list']?.({})
  if (environments !== undefined && !(environments instanceof Promise)) {
    queryClient.setQueryData(queryOptionsFor('environments', 'list', {}).queryKey, environments)
  }
  const preferences = answers['preferences.read']?.({})
  if (preferences !== undefined && !(preferences instanceof Promise)) {
    queryClient.setQueryData(queryOptionsFor('preferences', 'read', {}).queryKey, Preferences.parse(preferences))
  }
}

export function renderView(
  ui: ReactNode,
  { answers, route = '/', path = '*' }: RenderOptions = {},
): RenderResult & {
  readonly bridge: FakeBridge
  /** Goes back as the Back key does. */
  readonly goBack: () => Promise<void>
} {
  const all: Answers = {
    'environments.list': () => testEnvironments,
    'preferences.read': () => Preferences.parse({}),
    'preferences.save': (changes) => Preferences.parse(changes),
    'sync.status': () => testSyncStatus,
    'duplicates.related': () => [],
    'duplicates.similar': () => ({
      ...{ by: 'meaning', rows: [] },
      uncompared: { without: 0, incomparable: 0, leftOut: 0 },
    }),
    'insights.drafts': () => [],
    'insights.scoreHistory': () => [],
    'news.query': () => noNews,
    'savedViews.list': () => [],
    'savedViews.counts': () => ({}),
    'triage.get': () => untriaged,
    'triage.labels': () => [],
    ...answers,
  }
  const bridge = fakeBridge(all)
  const queryClient = createQueryClient()
  knowBeforehand(queryClient, all)
  const router = createMemoryRouter([{ path, element: <UndoSteps view="">{ui}</UndoSteps> }], {
    initialEntries: [route],
  })
  watchRouter(router)
  const result = render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider theme={theme} env="test">
        <KeysAndFocus />
        <Pushes />
        <LiveRegion />
        <OnDemand />
        <Suspense fallback={null}>
          <EnvironmentsProvider>
            <RouterProvider router={router} useTransitions={false} />
          </EnvironmentsProvider>
        </Suspense>
      </MantineProvider>
    </QueryClientProvider>,
  )
  return { ...result, bridge, goBack: () => act(() => router.navigate(-1)) }
}
