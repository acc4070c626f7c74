// The identity of a workspace. Every call about data contains it, so a late answer can never be taken for data of another
// workspace.
import { z } from 'zod'

export const EnvironmentName = z.enum(['production', 'staging', 'development', 'sandbox'])
export type EnvironmentName = z.infer<typeof EnvironmentName>

/** As shown to people. */
export const environmentLabels: Readonly<Record<EnvironmentName, string>> = {
  production: 'Production',
  staging: 'Staging',
  development: 'Development',
  sandbox: 'Sandbox',
}

/** The ids are path parameters of the service, which are any strings. Creating an insight requires UUIDs. */
export const WorkspaceRef = z.strictObject({
  environment: EnvironmentName,
  organisationId: z.string().min(1).max(200),
  workspaceId: z.string().min(1).max(200),
})
export type WorkspaceRef = z.infer<typeof WorkspaceRef>

/** A unique string per workspace, for keys of maps and caches. */
export function workspaceKey(workspace: WorkspaceRef): string {
  return JSON.stringify([workspace.environment, workspace.organisationId, workspace.workspaceId])
}
