// The eight operations of the Product Discovery Workspace service as one table (API document, "Endpoints").
// The client, the sandbox and the conformance suite all use this table, so they cannot drift apart.
import { z } from 'zod'
import { CreateInsightBody, Insight } from './resources/insight'
import { KnowledgeItem } from './resources/knowledge'
import { Topic } from './resources/topic'

const workspacePath = '/organisations/{orgId}/workspaces/{workspaceId}'

export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Appended to the base address; `{name}` marks a path parameter. */
  readonly path: string
  /** Schema of the request body; null = no body. */
  readonly body: z.ZodType | null
  /** `documented`: exactly 200 with this body. `open`: not documented, so any 2xx with any body or none. */
  readonly success: { readonly kind: 'documented'; readonly body: z.ZodType } | { readonly kind: 'open' }
  /** Documented error statuses; empty = not documented. */
  readonly errors: readonly number[]
}

const wrapped = <T extends z.ZodType>(data: T) => ({ kind: 'documented', body: z.strictObject({ data }) }) as const

const open = { kind: 'open' } as const
const deleted = wrapped(z.strictObject({ message: z.string() }))

export const MetricAction = z.enum(['add', 'remove'])
export const MetricRelationshipsBody = z.strictObject({ outcomeIds: z.array(z.uuid()) })

export const operations = {
  createInsight: {
    method: 'POST',
    path: `${workspacePath}/insights`,
    body: CreateInsightBody,
    success: wrapped(Insight),
    errors: [400, 401, 403, 500],
  },
  listInsights: {
    method: 'GET',
    path: `${workspacePath}/insights`,
    body: null,
    success: wrapped(z.array(Insight)),
    errors: [401, 403, 500],
  },
  manageMetricRelationships: {
    method: 'POST',
    path: `${workspacePath}/metrics/{metricId}/relationships/{action}`,
    body: MetricRelationshipsBody,
    success: open,
    errors: [],
  },
  deleteKnowledgeItem: {
    method: 'DELETE',
    path: `${workspacePath}/knowledge/{knowledgeId}`,
    body: null,
    success: deleted,
    errors: [401, 403, 404, 500],
  },
  deleteOutcome: {
    method: 'DELETE',
    path: `${workspacePath}/outcomes/{outcomeId}`,
    body: null,
    success: deleted,
    errors: [401, 403, 404, 500],
  },
  listKnowledge: {
    method: 'GET',
    path: `${workspacePath}/knowledge`,
    body: null,
    success: wrapped(z.array(KnowledgeItem)),
    errors: [401, 403, 500],
  },
  getTopic: {
    method: 'GET',
    path: `${workspacePath}/topics/{topicId}`,
    body: null,
    success: wrapped(Topic),
    errors: [],
  },
  markAllInsightsSeen: {
    method: 'POST',
    path: `${workspacePath}/opportunities/{opportunityId}/insights/mark-all-seen`,
    body: null,
    success: open,
    errors: [],
  },
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

type ParametersIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersIn<Rest>
  : never

/** The path parameters of an operation, all strings. */
export type PathParameters<Name extends OperationName> = Readonly<
  Record<ParametersIn<(typeof operations)[Name]['path']>, string>
>

/**
 * The path of an operation with percent-encoded parameters. Throws RangeError for an empty parameter, for `.` and `..`,
 * which URL parsers resolve even when encoded, and for a lone surrogate, which has no encoding.
 */
export function operationPath<Name extends OperationName>(name: Name, parameters: PathParameters<Name>): string {
  const values: Readonly<Record<string, string>> = parameters
  return operations[name].path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = values[parameter] ?? ''
    if (value === '' || value === '.' || value === '..') {
      throw new RangeError(`path parameter ${parameter} cannot be ${JSON.stringify(value)}`)
    }
    try {
      return encodeURIComponent(value)
    } catch {
      throw new RangeError(`path parameter ${parameter} is not well-formed text`)
    }
  })
}
