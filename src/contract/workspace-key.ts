// What the page's first frame needs of a workspace's identity: no schema.
import type { EnvironmentName, WorkspaceRef } from './workspace'

/** As shown to people. */
export const environmentLabels: Readonly<Record<EnvironmentName, string>> = {
  production: 'Production',
  staging: 'Staging',
  development: 'Development',
  sandbox: 'Sandbox',
}

/** A unique string per workspace, for keys of maps and caches. */
export function workspaceKey(workspace: WorkspaceRef): string {
  return JSON.stringify([workspace.environment, workspace.organisationId, workspace.workspaceId])
}

/** What the keys of all its workspaces begin with. */
export const environmentKey = (environment: EnvironmentName) => `${JSON.stringify([environment]).slice(0, -1)},`
