// From a change to the operation of the service that makes it (API document, "Endpoints").
import { AppError } from '../../contract/errors'
import type { ChangeKind } from '../../contract/features/activity'
import type { Change } from '../../contract/library'
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
    // The pair belongs together, which the compiler cannot follow through the union.
    const path = operationPath(name, { ...parameters, orgId, workspaceId } as PathParameters<OperationName>)
    return `${operations[name].method} ${path}`
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new AppError('INVALID_INPUT', 'One of the ids cannot be part of an address.')
  }
}

/** Sends it and returns what came back. Throws what the client throws. */
export function sendChange(
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
