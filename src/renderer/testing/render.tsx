// Renders a part of the page with everything around it that it may rely on: theme, queries, a route, a workspace.
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type RenderResult, render } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import type { EnvironmentList, EnvironmentView } from '../../contract/features/environments'
import { Preferences } from '../../contract/features/preferences'
import type { SyncStatus } from '../../contract/features/sync'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import { OnDemand } from '../app/OnDemand'
import { createQueryClient } from '../app/query-client'
import { theme } from '../app/theme'
import { LiveRegion } from '../ui/announce'
import { useKeyListener } from '../ui/keys'
import { type Answers, type FakeBridge, fakeBridge } from './fake-bridge'

export const testWorkspace: WorkspaceRef = {
  environment: 'staging',
  organisationId: '018f6a52-7c1e-7b30-9c55-1f0f2a3b4c5d',
  workspaceId: '018f6a52-7c1e-7b30-9c55-1f0f2a3b4c5e',
}

function testEnvironment(name: EnvironmentName): EnvironmentView {
  return {
    name,
    baseAddress: null,
    relationshipsParameter: 'relationships',
    relationshipsValue: '',
    isLocked: name === 'production',
    library: 'closed',
    workspaces: [],
  }
}

/** Staging is set up and open; production is set up and locked; nothing else is. */
export const testEnvironments: EnvironmentList = {
  environments: [
    {
      ...testEnvironment('production'),
      baseAddress: 'https://production.example',
      library: 'encrypted',
      workspaces: [
        {
          ref: { ...testWorkspace, environment: 'production' },
          name: 'Real bikes',
          token: { kept: 'keychain', expiresAt: null },
          canCreateInsights: true,
        },
      ],
    },
    {
      ...testEnvironment('staging'),
      baseAddress: 'https://staging.example',
      library: 'encrypted',
      workspaces: [
        {
          ref: testWorkspace,
          name: 'Trial bikes',
          token: { kept: 'keychain', expiresAt: null },
          canCreateInsights: true,
        },
      ],
    },
    testEnvironment('development'),
    testEnvironment('sandbox'),
  ],
  active: testWorkspace,
  keychain: 'available',
}

export const testSyncStatus: SyncStatus = {
  workspace: testWorkspace,
  state: 'synced',
  syncedAt: new Date().toISOString(),
  error: null,
  waitingChanges: 0,
  failedChanges: 0,
  quarantined: 0,
  unknownFields: [],
  hasRelationships: true,
}

export interface RenderOptions {
  /** Answers of main; these come before the ones every view gets (environments, preferences, sync status). */
  readonly answers?: Answers
  /** Path and query the router starts at. */
  readonly route?: string
  /** Path of the route that `ui` is the element of; `*` matches anything. */
  readonly path?: string
}

function Keys() {
  useKeyListener(true)
  return null
}

export function renderView(
  ui: ReactNode,
  { answers, route = '/', path = '*' }: RenderOptions = {},
): RenderResult & {
  readonly bridge: FakeBridge
} {
  const bridge = fakeBridge({
    'environments.list': () => testEnvironments,
    'preferences.read': () => Preferences.parse({}),
    'preferences.save': (changes) => Preferences.parse(changes),
    'sync.status': () => testSyncStatus,
    ...answers,
  })
  const router = createMemoryRouter([{ path, element: ui }], { initialEntries: [route] })
  const result = render(
    <QueryClientProvider client={createQueryClient()}>
      <MantineProvider theme={theme} env="test">
        <Keys />
        <LiveRegion />
        <OnDemand />
        <Suspense fallback={null}>
          <RouterProvider router={router} />
        </Suspense>
      </MantineProvider>
    </QueryClientProvider>,
  )
  return { ...result, bridge }
}
