// Creates an insight at the service itself, past the app, as another client would.
import type { RunningService } from '../app/service'

export async function createAtService(
  { baseUrl, organisationId, workspaceId, token }: RunningService,
  title: string,
): Promise<void> {
  const path = `${baseUrl}/organisations/${organisationId}/workspaces/${workspaceId}/insights`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = { type: 'Bug', title, description: 'By another client.', organisationId, workspaceId }
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`the service answered ${answer.status}`)
}
