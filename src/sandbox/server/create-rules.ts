// Rules for a create beyond the shape of its body.
import type { CreateInsightBody } from '../../contract/resources/insight'
import { hasInsight, type Reader } from '../state/views'
import type { FieldProblem } from './replies'

const sameId = (left: string, right: string) => left.toLowerCase() === right.toLowerCase()

function pathProblems(body: CreateInsightBody, parameters: Readonly<Record<string, string>>): FieldProblem[] {
  const pairs = [
    ['organisationId', body.organisationId, parameters.orgId],
    ['workspaceId', body.workspaceId, parameters.workspaceId],
  ] as const
  return pairs.flatMap(([field, inBody, inPath = '']) =>
    sameId(inBody, inPath) ? [] : [{ type: 'mismatch', message: 'Differs from the path', path: [field] as const }],
  )
}

export function createProblems(
  reader: Reader,
  body: CreateInsightBody,
  parameters: Readonly<Record<string, string>>,
): FieldProblem[] {
  const problems = pathProblems(body, parameters)
  if (body.id !== undefined && hasInsight(reader, body.id)) {
    problems.push({ type: 'already_exists', message: 'There is an insight with this id', path: ['id'] })
  }
  for (const [index, id] of (body.feedbackIds ?? []).entries()) {
    if (reader.source.feedback(id) !== undefined) continue
    problems.push({ type: 'not_found', message: `There is no feedback ${id}`, path: ['feedbackIds', String(index)] })
  }
  return problems
}
