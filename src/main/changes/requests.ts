// Turns typed input into a change, a change into the operation of the service that makes it (API document, "Endpoints"),
// and the failure of that request into what it says about the change.
import { AppError, type ErrorCode, type ErrorReport, type FieldProblem } from '../../contract/errors'
import type { ChangeKind } from '../../contract/features/activity'
import type { InsightInput } from '../../contract/features/insights'
import type { Change, JournalEntry, NewChange } from '../../contract/library'
import { CreateInsightBody } from '../../contract/resources/insight'
import { type OperationName, operations, type PathParameters } from '../../contract/service'
import type { WorkspaceRef } from '../../contract/workspace'
import { sendablePath } from '../service/address'
import type { ServiceClient, ServiceTarget } from '../service/service-client'
import { changeKinds } from './change-machine'

type Parameters<Name extends OperationName> = Omit<PathParameters<Name>, 'orgId' | 'workspaceId'>

type Request = { readonly [Name in OperationName]: readonly [Name, Parameters<Name>] }[OperationName]

function requestOf(kind: ChangeKind, targetId: string): Request {
  switch (kind) {
    case 'createInsight':
      return ['createInsight', {}]
    case 'linkMetric':
      return ['manageMetricRelationships', { metricId: targetId, action: 'add' }]
    case 'unlinkMetric':
      return ['manageMetricRelationships', { metricId: targetId, action: 'remove' }]
    case 'deleteKnowledge':
      return ['deleteKnowledgeItem', { knowledgeId: targetId }]
    case 'deleteOutcome':
      return ['deleteOutcome', { outcomeId: targetId }]
    case 'markAllSeen':
      return ['markAllInsightsSeen', { opportunityId: targetId }]
  }
}

/** Method and path, as the service sees them. Throws INVALID_INPUT for an id that no address can carry. */
export function requestLine({ kind, targetId, workspace }: Pick<NewChange, 'kind' | 'targetId' | 'workspace'>): string {
  const [name, parameters] = requestOf(kind, targetId)
  const { organisationId: orgId, workspaceId } = workspace
  // Name and parameters belong together, which the compiler cannot follow through the union.
  const path = sendablePath(name, { ...parameters, orgId, workspaceId } as PathParameters<OperationName>)
  return `${operations[name].method} ${path}`
}

/** Returns the body of the answer. Throws what the client throws. */
export function sendRequest(
  client: Pick<ServiceClient, 'send'>,
  target: ServiceTarget,
  { kind, targetId, body }: Change,
  signal: AbortSignal,
): Promise<unknown> {
  const [name, parameters] = requestOf(kind, targetId)
  return client.send<OperationName>(target, name, parameters as Parameters<OperationName>, {
    ...(body === null ? {} : { body }),
    signal,
  })
}

const idMessages: Readonly<Record<string, string>> = {
  organisationId: 'This workspace’s organisation ID isn’t a UUID, so insights can’t be created.',
  workspaceId: 'This workspace’s ID isn’t a UUID, so insights can’t be created.',
}

/**
 * The app makes the id: a creation whose answer was lost is recognised by it (API document, "Create insight", optional
 * `id`). Throws INVALID_INPUT with the fields that do not fit the contract.
 */
export function newInsightChange(
  workspace: WorkspaceRef,
  insight: InsightInput,
  { insightId, ...made }: { readonly insightId: string } & Pick<NewChange, 'changeId' | 'createdAt'>,
): Extract<NewChange, { kind: 'createInsight' }> {
  const { organisationId, workspaceId } = workspace
  const body = CreateInsightBody.safeParse({ ...insight, id: insightId, organisationId, workspaceId })
  if (!body.success) {
    const fields = body.error.issues.map(({ path, message }): FieldProblem => {
      const names = path.map(String)
      return { path: names, message: idMessages[names[0] ?? ''] ?? message }
    })
    throw new AppError(
      'INVALID_INPUT',
      fields[0]?.message ?? 'This insight can’t be sent as it is. Check its fields and try again.',
      { fields },
    )
  }
  return { ...made, workspace, kind: 'createInsight', targetId: insightId, body: body.data }
}

/**
 * not-sent: the service cannot have acted. rejected: it did not act and will not. id-taken: it has something under this
 * id, most likely this change from an earlier attempt. gone: the record to delete is not there. unknown: it may have
 * acted.
 */
export type ResponseClass = 'not-sent' | 'rejected' | 'id-taken' | 'gone' | 'unknown'

const notSent: ReadonlySet<ErrorCode> = new Set([
  'ADDRESS_INVALID',
  // The client's own, for a token or an id that no request can carry; the service's are REFUSED.
  'INVALID_INPUT',
  'NAME_NOT_FOUND',
  'CONNECTION_REFUSED',
  'TLS_UNTRUSTED',
  'PROXY_SIGN_IN',
  'TOKEN_MISSING',
  'UNAUTHENTICATED',
  'RATE_LIMITED',
  // The app's own: locked while the request waited for a proxy.
  'ENVIRONMENT_LOCKED',
])

const rejected: ReadonlySet<ErrorCode> = new Set(['REFUSED', 'FORBIDDEN', 'NOT_FOUND'])

const httpStatus = { requestTimeout: 408, conflict: 409, gone: 410 }

/**
 * For failures of a request that was started. Anything not known to be harmless is unknown. A network may repeat a
 * request by itself, so a taken id is no refusal even at the first attempt.
 */
export function classifyResponse(kind: ChangeKind, { code, status = 0, fields = [] }: ErrorReport): ResponseClass {
  if (notSent.has(code)) return 'not-sent'
  if (changeKinds[kind].isCreation) {
    if (code === 'REFUSED' && fields.some(({ path }) => path.length === 1 && path[0] === 'id')) return 'id-taken'
    if (code === 'UNEXPECTED_STATUS' && status === httpStatus.conflict) return 'id-taken'
  }
  const isMissing = code === 'NOT_FOUND' || (code === 'UNEXPECTED_STATUS' && status === httpStatus.gone)
  if (isMissing && changeKinds[kind].isDeletion) return 'gone'
  if (rejected.has(code)) return 'rejected'
  // A 4xx that the API document does not list is still a refusal, unless a gateway only gave up; an unlisted 2xx or 3xx
  // may be an acceptance.
  const isRefusal = status >= 400 && status < 500 && status !== httpStatus.requestTimeout
  return code === 'UNEXPECTED_STATUS' && isRefusal ? 'rejected' : 'unknown'
}

/** The service has something under the id of this creation, so it cannot be sent under that id again. */
export const hasTakenId = ({ kind, error }: Pick<JournalEntry, 'kind' | 'error'>): boolean =>
  error !== null && classifyResponse(kind, error) === 'id-taken'

/**
 * Whether the service itself ended the attempt, and so finished all that it did for it. A body that is not its envelope,
 * such as a sign-in page or the 503 of a gateway, may stand in for a service that is still working. So may a gateway that
 * gives up (502, 504, and from 520 on).
 */
export function isAnswered(error: ErrorReport | null): boolean {
  if (error?.hasEnvelope !== true) return false
  const { status = 500 } = error
  return status !== 502 && status !== 504 && status < 520
}
