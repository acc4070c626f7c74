// The service under test, and the cases' way to call it. `fetch` is passed in, as the contract knows no network.
import { type OperationName, operationPath, operations, type PathParameters } from '../../src/contract/service'

interface Answer {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}

interface Init {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Target {
  /** With or without a path prefix and a slash at the end. */
  readonly baseAddress: string
  readonly organisationId: string
  readonly workspaceId: string
  /** Token of that organisation; needs permission to write when changing cases run. */
  readonly token: string
  readonly fetch: (url: string, init: Init) => Promise<Answer>
  /** A UUID that was never used before. */
  readonly newId: () => string
  /** Name of the relationships parameter of *list insights*; it is not documented. */
  readonly relationshipsParameter?: string
  readonly expiredToken?: string
  /** Valid, of another organisation. */
  readonly foreignToken?: string
  readonly readOnlyToken?: string
  readonly topicId?: string
  readonly metricId?: string
  /** Records that the changing cases may delete for good. */
  readonly knowledgeIdToDelete?: string
  readonly outcomeIdToDelete?: string
}

export interface Received {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

export interface CallOptions<Name extends OperationName> {
  readonly parameters?: Partial<PathParameters<Name>>
  readonly query?: string
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: unknown
  /** Null = no Authorization header. */
  readonly authorization?: string | null
}

/** Placeholder for ids that do not matter to a case. No record has it, so none is changed by mistake. */
const nobodysId = '00000000-0000-4000-8000-00000000dead'

export async function call<Name extends OperationName>(
  target: Target,
  name: Name,
  options: CallOptions<Name> = {},
): Promise<Received> {
  const ids = { metricId: nobodysId, knowledgeId: nobodysId, outcomeId: nobodysId, topicId: nobodysId }
  const own = { orgId: target.organisationId, workspaceId: target.workspaceId }
  const defaults = { ...ids, ...own, opportunityId: nobodysId, action: 'add' }
  const path = operationPath(name, { ...defaults, ...options.parameters } as PathParameters<Name>)
  const { authorization = `Bearer ${target.token}`, body, query = '' } = options
  const answer = await target.fetch(target.baseAddress.replace(/\/+$/, '') + path + query, {
    method: operations[name].method,
    headers: {
      accept: 'application/json',
      ...(authorization !== null && { authorization }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: answer.status, contentType: answer.headers.get('content-type') ?? '', text: await answer.text() }
}
