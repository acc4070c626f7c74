// Turns what a person typed into a change that can be journalled and sent, now or later.
import { AppError, type FieldProblem } from '../../contract/errors'
import type { InsightInput } from '../../contract/features/insights'
import type { NewChange } from '../../contract/library'
import { CreateInsightBody } from '../../contract/resources/insight'
import type { WorkspaceRef } from '../../contract/workspace'

const words: Readonly<Record<string, string>> = {
  organisationId: 'The organisation id of this workspace is not a UUID, which the service needs to create an insight.',
  workspaceId: 'The workspace id is not a UUID, which the service needs to create an insight.',
}

/**
 * The id is made here and not by the service: it is what the change is recognised by when the answer is lost
 * (API document, "Create insight", optional `id`). Throws INVALID_INPUT with the fields that do not fit the contract.
 */
export function newInsightChange(
  workspace: WorkspaceRef,
  insight: InsightInput,
  made: { readonly insightId: string; readonly changeId: string; readonly createdAt: string },
): NewChange {
  const { organisationId, workspaceId } = workspace
  const body = CreateInsightBody.safeParse({ ...insight, id: made.insightId, organisationId, workspaceId })
  if (!body.success) {
    const fields = body.error.issues.map(({ path, message }): FieldProblem => {
      const names = path.map(String)
      return { path: names, message: words[names[0] ?? ''] ?? message }
    })
    throw new AppError('INVALID_INPUT', fields[0]?.message ?? 'The insight cannot be sent like this.', { fields })
  }
  return {
    changeId: made.changeId,
    workspace,
    kind: 'createInsight',
    targetId: made.insightId,
    body: body.data,
    createdAt: made.createdAt,
  }
}
