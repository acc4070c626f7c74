// The part of a workspace's identity that the page's first frame needs: no schema.
import type { EnvironmentName, WorkspaceRef } from './workspace'

/** As shown to people. */
export const environmentLabels: Readonly<Record<EnvironmentName, string>> = {
  production: 'Production',
  staging: 'Staging',
  development: 'Development',
  sandbox: 'Sandbox',
}

/** A key with a workspace in it. Data that the page keeps under it goes with the environment (`client/forgetting.ts`). */
export type InWorkspace = `${string}["${EnvironmentName}",${string}`

/** A unique string per workspace, for keys of maps and caches. */
export function workspaceKey({ environment, organisationId, workspaceId }: WorkspaceRef): InWorkspace {
  return `["${environment}",${JSON.stringify([organisationId, workspaceId]).slice(1)}`
}

/** The key of something in a workspace. */
export const keyIn = (workspace: WorkspaceRef, ...parts: readonly unknown[]): InWorkspace =>
  `${workspaceKey(workspace)} ${JSON.stringify(parts)}`

/** The prefix of the keys of all its workspaces. */
export const environmentKey = (environment: EnvironmentName) => `["${environment}",`
