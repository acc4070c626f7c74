// A small client for the sandbox's own tests. By default it asks below the workspace's path, with its token.
import type { Insight } from '../../contract/resources/insight'
import { type Problem, ProblemEnvelope } from '../../contract/resources/problem'
import { type RunningSandbox, type SandboxOptions, startSandbox } from './start-sandbox'

interface Asked {
  readonly method?: string
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: RequestInit['body']
}

export interface SandboxClient {
  readonly sandbox: RunningSandbox
  /** Path of the workspace. */
  readonly base: string
  /** @param path below the base address */
  ask(path: string, asked?: Asked): Promise<Response>
  /** @param path below the workspace; a body that is text is sent as it is */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
  insights(query?: string): Promise<Insight[]>
  /** Body of a valid create. */
  newInsight(): Readonly<Record<string, unknown>>
}

export const everything = '?relationships=opportunities,solutions,outcomes,feedback'

export async function dataOf<T>(answer: Response): Promise<T> {
  return ((await answer.json()) as { data: T }).data
}

/** Reads the problem of an answer, which must have this status and the envelope. */
export async function problemOf(answer: Response, status: number): Promise<Problem> {
  if (answer.status !== status) throw new Error(`expected ${status}, got ${answer.status} ${await answer.text()}`)
  return ProblemEnvelope.parse(await answer.json()).error
}

export async function startClient(options: SandboxOptions = {}): Promise<SandboxClient> {
  const sandbox = await startSandbox(options)
  const { organisationId, workspaceId } = sandbox
  const base = `/organisations/${organisationId}/workspaces/${workspaceId}`
  const ask = (path: string, { method = 'GET', token = sandbox.token, headers = {}, body }: Asked = {}) => {
    const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
    return fetch(sandbox.baseUrl + path, { method, headers: { ...authorization, ...headers }, body })
  }
  return {
    sandbox,
    base,
    ask,
    post: (path, body, headers = {}) =>
      ask(base + path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    insights: async (query = everything) => dataOf<Insight[]>(await ask(`${base}/insights${query}`)),
    newInsight: () => ({ type: 'Bug', title: 'T', description: 'D', organisationId, workspaceId }),
  }
}
