// Chooses the answer to a request. The order is part of the behaviour: path, method, token, organisation, permission,
// workspace, then the operation, so that nobody learns anything about another organisation.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Store } from '../state/store'
import { handlers, readKnowledgeText, type ServiceSettings } from './handlers'
import {
  forbidden,
  internalError,
  invalidRequest,
  methodNotAllowed,
  notFound,
  type Reply,
  unauthenticated,
} from './replies'
import { respond } from './respond'
import { decoded, type Match, matchPath } from './routes'
import { type Claims, claimsOf, type Permission } from './tokens'

export interface Service {
  readonly store: Store
  readonly settings: ServiceSettings
  readonly secret: Uint8Array
  readonly organisationId: string
  readonly workspaceId: string
}

/** Path and query as they were sent, without URL, which would silently resolve `..` and `%2e%2e`. */
function targetOf(request: IncomingMessage): { path: string; query: URLSearchParams } {
  const target = (request.url ?? '/').replace(/^https?:\/\/[^/?]*/i, '')
  const mark = target.indexOf('?')
  const path = mark === -1 ? target : target.slice(0, mark)
  return { path, query: new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1)) }
}

const sameId = (left: string, right: string | undefined) => left.toLowerCase() === right?.toLowerCase()

function accessProblem(service: Service, claims: Claims, organisationId: string | undefined, method: string) {
  const isOwn = sameId(claims.organisationId, organisationId) && sameId(service.organisationId, organisationId)
  // Another organisation and one that does not exist look the same.
  if (!isOwn) return forbidden('The token does not belong to this organisation')
  const needed: Permission = method === 'GET' ? 'workspace:read' : 'workspace:write'
  return claims.permissions.includes(needed) ? undefined : forbidden(`The token lacks the permission ${needed}`)
}

async function operationReply(
  service: Service,
  request: IncomingMessage,
  match: Match & { name: keyof typeof handlers },
  method: string,
  query: URLSearchParams,
): Promise<Reply> {
  const { store, settings } = service
  const claims = await claimsOf(request.headers.authorization, service.secret, settings.now())
  if (claims === undefined) return unauthenticated('A valid access token is needed')
  const parameters = decoded(match.parameters)
  if (parameters === undefined) return invalidRequest('The path is not valid percent-encoding')
  const problem = accessProblem(service, claims, parameters.orgId, method)
  if (problem !== undefined) return problem
  if (!sameId(service.workspaceId, parameters.workspaceId)) return notFound('Workspace')
  return handlers[match.name]({ parameters, query, request, store, settings })
}

async function replyTo(service: Service, request: IncomingMessage): Promise<Reply> {
  const { path, query } = targetOf(request)
  const matches = matchPath(path)
  if (matches.size === 0) return notFound('Path')
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '')
  const allow = [...matches.keys(), ...(matches.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  if (method === 'OPTIONS') return { kind: 'empty', status: 204, headers: { allow } }
  const match = matches.get(method)
  if (match === undefined) return methodNotAllowed(allow)
  const { name } = match
  if (name !== 'readKnowledgeText') return operationReply(service, request, { ...match, name }, method, query)
  const parameters = decoded(match.parameters)
  return parameters === undefined ? notFound('File') : readKnowledgeText({ parameters, store: service.store })
}

/** Answers one request. A defect becomes a 500 in the envelope, or a cut connection once the body has begun. */
export async function handleRequest(service: Service, request: IncomingMessage, response: ServerResponse) {
  try {
    const reply = await replyTo(service, request).catch(() => internalError)
    await respond(response, reply, request.method === 'HEAD')
  } catch {
    // Half an answer must not look like a whole one.
    response.destroy()
  }
}
