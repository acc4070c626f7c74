// Lists the insights of the service itself, past the app.
import type { Insight } from '../../src/contract/resources/insight'
import type { RunningService } from '../app/service'

export async function listAtService(service: RunningService): Promise<readonly Insight[]> {
  const { baseUrl, organisationId, workspaceId, token } = service
  const path = `/organisations/${organisationId}/workspaces/${workspaceId}/insights`
  const query = 'relationships=opportunities,solutions,outcomes,feedback'
  const response = await fetch(`${baseUrl}${path}?${query}`, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`the service answered ${response.status}`)
  return ((await response.json()) as { data: readonly Insight[] }).data
}
