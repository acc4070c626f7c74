// The HTTP client of the service. The only way out of this machine that carries a token: one request per call, to
// the origin of the target's address and no other, never redirected, without cookies or cache.
import { AppError } from '../../contract/errors'
import { type Operation, type OperationName, operations, type PathParameters } from '../../contract/service'
import type { EnvironmentName } from '../../contract/workspace'
import { type Clock, systemClock } from '../clock'
import { operationUrl, parseBaseAddress } from './address'
import { isJsonType, parseJson, readPieces, readWhole } from './body'
import { createHostPauses } from './host-pauses'
import { defaultLimits, type ServiceLimits } from './limits'
import type { ServiceClient, ServiceTarget } from './service-client'
import { statusError } from './status-error'
import { notTheService, readSuccess } from './success'
import { conditionalHeaders, validatorsOf } from './validators'
import { startWatch, type Watch } from './watch'

export type Fetch = (url: string, init: RequestInit, environment: EnvironmentName) => Promise<Response>

export interface ServiceClientOptions {
  /** Electron's through sessions in memory, or Node's. Must send a change once at most. */
  readonly fetch: Fetch
  readonly clock?: Clock
  readonly limits?: Partial<ServiceLimits>
}

export function createServiceClient({
  fetch,
  clock = systemClock,
  limits: given,
}: ServiceClientOptions): ServiceClient {
  const limits: ServiceLimits = { ...defaultLimits, ...given }
  const pauses = createHostPauses(clock)
  const nowMs = () => Date.parse(clock.now())

  /** Sends and returns an answer of 2xx, or the 304 that was asked for, its body unread; everything else is thrown. */
  async function ask(target: ServiceTarget, request: ServiceRequest, watch: Watch): Promise<Response> {
    const { origin } = new URL(request.url)
    pauses.assertOver(origin)
    watch.arm(limits.headersMs)
    const response = await watch.during(
      fetch(request.url, { ...request.init, signal: watch.signal }, target.workspace.environment),
    )
    watch.disarm()
    if (response.status >= 200 && response.status < 300) return response
    if (response.status === 304 && request.isConditional) return response
    const text = await readWhole(response, watch, limits, limits.problemBytes).catch(onlyTheStatus)
    const error = statusError({
      status: response.status,
      headers: response.headers,
      body: parseJson(text),
      secret: target.token,
    })
    pauses.note(origin, error.report)
    throw error
  }

  return {
    async send(target, name, parameters, { body, signal }) {
      const request = requestOf(target, name, parameters, body)
      const watch = startWatch(clock, {
        purpose: request.init.method === 'GET' ? 'read' : 'change',
        caller: signal,
        totalMs: limits.sendTotalMs,
      })
      try {
        const response = await ask(target, request, watch)
        const text = await readWhole(response, watch, limits, limits.sendBytes)
        return readSuccess(name, { status: response.status, isJson: isJsonType(response), text })
      } finally {
        watch.end()
      }
    },

    async streamList(target, list, { signal, onBytes, known = null }) {
      const plain = requestOf(target, list, {}, undefined)
      const request = withHeaders(plain, conditionalHeaders(known, plain.url, nowMs()))
      const watch = startWatch(clock, { purpose: 'read', caller: signal, totalMs: limits.streamTotalMs })
      try {
        const response = await ask(target, request, watch)
        if (response.status === 304) return { state: 'unchanged' }
        if (!isJsonType(response) || response.body === null) throw notTheService()
        await readPieces(response, watch, limits, limits.streamBytes, onBytes)
        return { state: 'read', validators: validatorsOf(response.headers, request.url, nowMs()) }
      } finally {
        watch.end()
      }
    },
  }
}

interface ServiceRequest {
  readonly url: string
  readonly init: RequestInit & { readonly headers: Readonly<Record<string, string>> }
  /** "Nothing has changed" is an answer to it. */
  readonly isConditional: boolean
}

function withHeaders({ url, init }: ServiceRequest, more: Readonly<Record<string, string>>): ServiceRequest {
  const isConditional = Object.keys(more).length > 0
  return { url, init: { ...init, headers: { ...init.headers, ...more } }, isConditional }
}

function requestOf<Name extends OperationName>(
  target: ServiceTarget,
  name: Name,
  parameters: Omit<PathParameters<Name>, 'orgId' | 'workspaceId'>,
  body: unknown,
): ServiceRequest {
  const operation: Operation = operations[name]
  const { organisationId: orgId, workspaceId } = target.workspace
  // Omit over a type parameter does not resolve, so that the two parts make the whole is not seen by the compiler.
  const all = { ...parameters, orgId, workspaceId } as unknown as PathParameters<Name>
  const url = operationUrl(parseBaseAddress(target.baseAddress), name, all)
  if (name === 'listInsights' && target.relationships !== null) {
    url.searchParams.set(target.relationships.parameter, target.relationships.value)
  }
  const hasBody = operation.body !== null && body !== undefined
  return {
    url: url.href,
    isConditional: false,
    init: {
      method: operation.method,
      headers: {
        Authorization: `Bearer ${sendable(target.token)}`,
        Accept: 'application/json',
        ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(hasBody ? { body: JSON.stringify(body) } : {}),
      // Followed redirects carry Authorization to other origins in Electron's stack.
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
    },
  }
}

/** A header takes visible ASCII only; a line break would be another header. */
function sendable(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token
  const message = 'The token contains characters that no token has. Paste it again.'
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: ['token'], message }] })
}

/** An error body that breaks off or never ends takes nothing from what the status says, unless the person gave up. */
function onlyTheStatus(error: unknown): string {
  if (error instanceof AppError && error.code === 'CANCELLED') throw error
  return ''
}
