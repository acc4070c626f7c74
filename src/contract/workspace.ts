// The identity of a workspace. Every call about data contains it, so a late answer can never be taken for data of another
// workspace.
import { z } from 'zod'

export { environmentLabels, workspaceKey } from './workspace-key'

export const EnvironmentName = z.enum(['production', 'staging', 'development', 'sandbox'])
export type EnvironmentName = z.infer<typeof EnvironmentName>

/** The ids are path parameters of the service, which are any strings. Creating an insight requires UUIDs. */
export const WorkspaceRef = z.strictObject({
  environment: EnvironmentName,
  organisationId: z.string().min(1).max(200),
  workspaceId: z.string().min(1).max(200),
})
export type WorkspaceRef = z.infer<typeof WorkspaceRef>
