// Which address shows what. Hash routes, so that nothing outside of the page has to know about them. Views are loaded
// when they are first shown; one that is not built yet has no route and no link.
import { useEffect } from 'react'
import { createHashRouter, Navigate, Outlet, useLocation, useNavigate, useNavigation } from 'react-router'
import { workspaceKey } from '../../contract/workspace'
import { useActiveWorkspace } from '../client/workspace'
import { FirstStart } from '../features/first-start'
import { asLeft, useIsAddressOfAnother, useLeftAddress } from '../navigation/view-addresses'
import { isWhereWeAre, watchRouter } from '../ui/current-location'
import { AppShell } from './AppShell'
import { RouteError } from './RouteError'

/** Leads on from the rendered address, unless a newer one, such as that of a link, was taken since. */
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
  return isOfAnother ? <LedTo address={asLeft} /> : <Outlet key={activeKey} />
}

function AsLeft() {
  return <LedTo address={useLeftAddress()} />
}

/** The router gives a key to each address but the one it begins with, and the Back key may lead to that one too. */
function giveFirstKey(): void {
  const { history } = window
  if (!history.state?.key) history.replaceState({ ...history.state, key: 'first' }, '')
}

export function createAppRouter() {
  giveFirstKey()
  const router = createHashRouter([
    {
      element: <AppShell />,
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
                {
                  path: 'insights/:id?',
                  lazy: () => import('../features/insights').then(({ InsightsView }) => ({ Component: InsightsView })),
                },
                {
                  path: 'news/:id?',
                  lazy: () => import('../features/news').then(({ NewsView }) => ({ Component: NewsView })),
                },
                {
                  path: 'opportunities/:id?',
                  lazy: () =>
                    import('../features/opportunities').then(({ OpportunitiesView }) => ({
                      Component: OpportunitiesView,
                    })),
                },
                {
                  path: 'goals/:id?',
                  lazy: () => import('../features/outcomes').then(({ OutcomesView }) => ({ Component: OutcomesView })),
                },
                {
                  path: 'solutions/:id?',
                  lazy: () =>
                    import('../features/solutions').then(({ SolutionsView }) => ({ Component: SolutionsView })),
                },
                {
                  path: 'feedback/:id?',
                  lazy: () => import('../features/feedback').then(({ FeedbackView }) => ({ Component: FeedbackView })),
                },
                {
                  path: 'metrics/:id?',
                  lazy: () => import('../features/metrics').then(({ MetricsView }) => ({ Component: MetricsView })),
                },
                {
                  path: 'knowledge/:id?',
                  lazy: () =>
                    import('../features/knowledge').then(({ KnowledgeView }) => ({ Component: KnowledgeView })),
                },
                {
                  path: 'topics/:id?',
                  lazy: () => import('../features/topics').then(({ TopicsView }) => ({ Component: TopicsView })),
                },
                {
                  path: 'activity/:id?',
                  lazy: () => import('../features/activity').then(({ ActivityView }) => ({ Component: ActivityView })),
                },
                { path: '*', element: <Navigate to="/insights" replace /> },
              ],
            },
            {
              path: 'settings/:section?',
              lazy: () => import('../features/settings').then(({ SettingsView }) => ({ Component: SettingsView })),
            },
            {
              path: 'connect',
              lazy: () => import('../features/connect').then(({ ConnectView }) => ({ Component: ConnectView })),
            },
          ],
        },
      ],
    },
  ])
  watchRouter(router)
  return router
}
