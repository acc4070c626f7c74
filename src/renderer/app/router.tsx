// Routes of the page. They are hash routes, so that nothing outside of the page has to know about them. Views are loaded when
// they are first shown, except for the one that most starts show; a view that is not built yet has no route and no link.
import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect } from 'react'
import { createHashRouter, Navigate, Outlet, useLocation, useNavigate, useNavigation } from 'react-router'
import { workspaceKey } from '../../contract/workspace-key'
import { EnvironmentsProvider, useActiveWorkspace } from '../client/workspace'
import { FirstStart } from '../features/first-start'
import { InsightsView } from '../features/insights'
import { asLeft, ownAddress, useIsAddressOfAnother, useLeftAddress } from '../navigation/view-addresses'
import { isWhereWeAre, watchRouter } from '../ui/current-location'
import { AppShell } from './AppShell'
import { RouteError } from './RouteError'

/** Redirects from the rendered address, unless a newer address, such as that of a link, was taken since. */
function LedTo({ address }: { readonly address: string }) {
  const navigate = useNavigate()
  const rendered = useLocation()
  const { state } = useNavigation()
  useEffect(() => {
    if (state === 'idle' && isWhereWeAre(rendered)) void navigate(address, { replace: true })
  }, [navigate, rendered, state, address])
  return null
}

/** Views about a workspace begin anew when another one is opened; with none open, the first start is shown instead. */
function OfWorkspace() {
  const active = useActiveWorkspace()
  const activeKey = active === null ? '' : workspaceKey(active.workspace.ref)
  const isOfAnother = useIsAddressOfAnother(activeKey)
  if (active === null) return <FirstStart />
  if (isOfAnother) return <LedTo address={asLeft} />
  return <Outlet key={activeKey} />
}

function AsLeft() {
  return <LedTo address={useLeftAddress()} />
}

/** The router gives a key to each address but the one it begins with, and the Back key may lead to that one too. */
function giveFirstKey(): void {
  const { history } = window
  if (!history.state?.key) history.replaceState({ ...history.state, key: 'first' }, '')
}

const lazyView = (path: string, load: () => Promise<ComponentType>) => ({
  path,
  lazy: async () => ({ Component: await load() }),
})

const viewsOfWorkspace = [
  lazyView('this-week', () => import('../features/this-week').then(({ ThisWeekView }) => ThisWeekView)),
  lazyView('insights/triage/:id?', () => import('../features/triage').then(({ TriageView }) => TriageView)),
  { path: 'insights/:id?', Component: InsightsView },
  lazyView('news/:id?', () => import('../features/news').then(({ NewsView }) => NewsView)),
  lazyView('opportunities/:id?', () =>
    import('../features/opportunities').then(({ OpportunitiesView }) => OpportunitiesView),
  ),
  lazyView('goals/:id?', () => import('../features/outcomes').then(({ OutcomesView }) => OutcomesView)),
  lazyView('solutions/:id?', () => import('../features/solutions').then(({ SolutionsView }) => SolutionsView)),
  lazyView('prioritise/:id?', () => import('../features/priorities').then(({ PrioritiesView }) => PrioritiesView)),
  lazyView('map/:kind?/:id?', () => import('../features/map').then(({ MapView }) => MapView)),
  lazyView('feedback/:id?', () => import('../features/feedback').then(({ FeedbackView }) => FeedbackView)),
  lazyView('metrics/:id?', () => import('../features/metrics').then(({ MetricsView }) => MetricsView)),
  lazyView('knowledge/:id?', () => import('../features/knowledge').then(({ KnowledgeView }) => KnowledgeView)),
  lazyView('topics/:id?', () => import('../features/topics').then(({ TopicsView }) => TopicsView)),
  lazyView('duplicates', () => import('../features/duplicates').then(({ DuplicatesView }) => DuplicatesView)),
  lazyView('topic-map/:id?', () => import('../features/topic-map').then(({ TopicMapView }) => TopicMapView)),
  lazyView('activity/:id?', () => import('../features/activity').then(({ ActivityView }) => ActivityView)),
]

export function createAppRouter(queryClient: QueryClient) {
  giveFirstKey()
  const router = createHashRouter([
    {
      element: (
        <EnvironmentsProvider>
          <AppShell />
        </EnvironmentsProvider>
      ),
      errorElement: <RouteError />,
      hydrateFallbackElement: <span />,
      children: [
        {
          errorElement: <RouteError />,
          children: [
            {
              element: <OfWorkspace />,
              children: [
                { index: true, element: <AsLeft /> },
                ...viewsOfWorkspace,
                { path: '*', element: <Navigate to="/insights" replace /> },
              ],
            },
            lazyView('settings/:section?', () =>
              import('../features/settings').then(({ SettingsView }) => SettingsView),
            ),
            lazyView('connect', () => import('../features/connect').then(({ ConnectView }) => ConnectView)),
          ],
        },
      ],
    },
  ])
  watchRouter(router)
  router.subscribe((state) => ownAddress(state, queryClient))
  return router
}
