// Which workspace of which environment a call is about. Every call about data names it, so an answer that comes
// late belongs to the place it was asked for, and nothing can mix.
import { z } from 'zod'

export const EnvironmentName = z.enum(['production', 'staging', 'development', 'sandbox'])
export type EnvironmentName = z.infer<typeof EnvironmentName>

/** What a person calls them. */
export const environmentLabels: Readonly<Record<EnvironmentName, string>> = {
  production: 'Production',
  staging: 'Staging',
  development: 'Development',
  sandbox: 'Sandbox',
}

/** Path parameters of the service are any string, so the two ids are; creating an insight needs UUIDs. */
export const WorkspaceRef = z.strictObject({
  environment: EnvironmentName,
  organisationId: z.string().min(1).max(200),
  workspaceId: z.string().min(1).max(200),
})
export type WorkspaceRef = z.infer<typeof WorkspaceRef>

/** One string per workspace, for keys of maps and caches. */
export function workspaceKey(workspace: WorkspaceRef): string {
  return JSON.stringify([workspace.environment, workspace.organisationId, workspace.workspaceId])
}
