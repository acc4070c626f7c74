// Finds the operation of a path. The table is the contract's, so the sandbox serves every path of the contract.
// Segments are compared as they were sent: `%2F` inside a parameter is not a separator.
import { type OperationName, operations } from '../../contract/service'

type RouteName = OperationName | 'readKnowledgeText'

interface Route {
  readonly name: RouteName
  readonly method: string
  readonly segments: readonly string[]
}

export interface Match {
  readonly name: RouteName
  /** Still percent-encoded. */
  readonly parameters: Readonly<Record<string, string>>
}

const knowledgeText: Route = {
  name: 'readKnowledgeText',
  method: 'GET',
  segments: ['', 'files', 'knowledge', '{fileName}'],
}

const names = Object.keys(operations) as OperationName[]
const routes: readonly Route[] = [
  ...names.map((name) => ({ name, method: operations[name].method, segments: operations[name].path.split('/') })),
  knowledgeText,
]

function parametersOf(route: Route, segments: readonly string[]): Record<string, string> | undefined {
  if (route.segments.length !== segments.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [index, expected] of route.segments.entries()) {
    const actual = segments[index] ?? ''
    if (expected.startsWith('{')) {
      if (actual === '') return undefined
      parameters[expected.slice(1, -1)] = actual
    } else if (actual !== expected) return undefined
  }
  return parameters
}

/** Methods of a path; empty for an unknown path. */
export function matchPath(path: string): ReadonlyMap<string, Match> {
  const segments = path.split('/')
  const matches = routes.flatMap((route): [string, Match][] => {
    const parameters = parametersOf(route, segments)
    return parameters === undefined ? [] : [[route.method, { name: route.name, parameters }]]
  })
  return new Map(matches)
}

/** Decodes the parameters; undefined when one is not valid percent-encoding of UTF-8. */
export function decoded(parameters: Match['parameters']): Readonly<Record<string, string>> | undefined {
  try {
    const entries = Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value)])
    return Object.fromEntries(entries)
  } catch {
    return undefined
  }
}
