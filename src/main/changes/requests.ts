// From a change to the operation of the service that makes it (API document, "Endpoints"), and from what a person typed
// to a change.
import { AppError, type FieldProblem } from '../../contract/errors'
import type { ChangeKind } from '../../contract/features/activity'
import type { InsightInput } from '../../contract/features/insights'
import type { Change, NewChange } from '../../contract/library'
import { CreateInsightBody } from '../../contract/resources/insight'
import { type OperationName, operationPath, operations, type PathParameters } from '../../contract/service'
import type { WorkspaceRef } from '../../contract/workspace'
import type { ServiceClient, ServiceTarget } from '../service/service-client'

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
export function requestLine({
  kind,
  targetId,
  workspace,
}: {
  readonly kind: ChangeKind
  readonly targetId: string
  readonly workspace: WorkspaceRef
}): string {
  const [name, parameters] = requestOf(kind, targetId)
  const { organisationId: orgId, workspaceId } = workspace
  try {
    // Name and parameters belong together, which the compiler cannot follow through the union.
    const path = operationPath(name, { ...parameters, orgId, workspaceId } as PathParameters<OperationName>)
    return `${operations[name].method} ${path}`
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new AppError('INVALID_INPUT', 'One of the ids cannot be part of an address.')
  }
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
  organisationId: 'The organisation id of this workspace is not a UUID, which the service needs to create an insight.',
  workspaceId: 'The workspace id is not a UUID, which the service needs to create an insight.',
}

/**
 * The app makes the id: a creation whose answer was lost is recognised by it (API document, "Create insight", optional
 * `id`). Throws INVALID_INPUT with the fields that do not fit the contract.
 */
export function newInsightChange(
  workspace: WorkspaceRef,
  insight: InsightInput,
  {
    insightId,
    changeId,
    createdAt,
  }: { readonly insightId: string; readonly changeId: string; readonly createdAt: string },
): Extract<NewChange, { kind: 'createInsight' }> {
  const { organisationId, workspaceId } = workspace
  const body = CreateInsightBody.safeParse({ ...insight, id: insightId, organisationId, workspaceId })
  if (!body.success) {
    const fields = body.error.issues.map(({ path, message }): FieldProblem => {
      const names = path.map(String)
      return { path: names, message: idMessages[names[0] ?? ''] ?? message }
    })
    throw new AppError('INVALID_INPUT', fields[0]?.message ?? 'The insight cannot be sent like this.', { fields })
  }
  return { changeId, workspace, kind: 'createInsight', targetId: insightId, body: body.data, createdAt }
}
