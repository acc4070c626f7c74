// The places that tests of the page are in: staging is open, production is set up and locked, nothing else is set up.
import type { EnvironmentList, EnvironmentView } from '../../contract/features/environments'
import type { NewsPage } from '../../contract/features/news'
import type { SyncStatus } from '../../contract/features/sync'
import type { Triage } from '../../contract/features/triage'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'

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
    entrance: null,
    examples: { metrics: [], topics: [] },
  }
}

export const testEnvironments: EnvironmentList = {
  environments: [
    {
      ...testEnvironment('production'),
      baseAddress: 'https://production.example',
      library: 'encrypted',
      entrance: { ...testWorkspace, environment: 'production' },
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
      entrance: testWorkspace,
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

export const untriaged: Triage = { status: 'open', decidedAt: null, until: null, note: '', labels: [] }

export const noNews: NewsPage = {
  rows: [],
  total: 0,
  all: 0,
  counts: { new: 0, rising: 0, fading: 0, feedback: 0, vanished: 0 },
  starts: [],
  since: { kind: 'review', at: '2025-06-01T10:00:00.000Z' },
  upTo: 1,
  canUndo: false,
}

export const testSyncStatus: SyncStatus = {
  workspace: testWorkspace,
  state: 'synced',
  syncedAt: new Date().toISOString(),
  error: null,
  waitingChanges: 0,
  failedChanges: 0,
  changesToReview: 0,
  tamperedChanges: 0,
  quarantined: 0,
  unreadableBecause: [],
  unknownFields: [],
  hasRelationships: true,
}

export const testSandbox = { ...testWorkspace, environment: 'sandbox' } as const

/** With the sandbox open. */
export const testInSandbox: EnvironmentList = {
  ...testEnvironments,
  active: testSandbox,
  environments: testEnvironments.environments.map((each) => {
    const [workspace] = testEnvironments.environments[1]?.workspaces ?? []
    if (each.name !== 'sandbox' || workspace === undefined) return each
    return { ...each, workspaces: [{ ...workspace, ref: testSandbox }] }
  }),
}
