// The HTTP client of the service, the only code that sends a token: one request per call, to the origin of the target's
// address and no other, never redirected, without cookies or cache.
import { AppError } from '../../contract/errors'
import { type Operation, type OperationName, operations, type PathParameters } from '../../contract/service'
import type { EnvironmentName } from '../../contract/workspace'
import { type Clock, systemClock } from '../clock'
import { operationUrl, parseBaseAddress } from './address'
import { isJsonType, notTheService, parseJson, readSuccess, statusError } from './answer'
import { createHostPauses } from './host-pauses'
import {
  defaultLimits,
  type RequestTimeout,
  readPieces,
  readWhole,
  type ServiceLimits,
  startRequestTimeout,
} from './limits'
import type { ServiceClient, ServiceTarget } from './service-client'
import { conditionalHeaders, validatorsOf } from './validators'

export type Fetch = (url: string, init: RequestInit, environment: EnvironmentName) => Promise<Response>

export interface ServiceClientOptions {
  /** Electron's through in-memory sessions, or Node's. Must send a change at most once. */
  readonly fetch: Fetch
  readonly clock?: Clock
  readonly limits?: Partial<ServiceLimits>
}

export function createServiceClient({
  fetch,
  clock = systemClock,
  limits: overrides,
}: ServiceClientOptions): ServiceClient {
  const limits: ServiceLimits = { ...defaultLimits, ...overrides }
  const pauses = createHostPauses(clock)
  const nowMs = () => Date.parse(clock.now())

  /** Returns a 2xx answer, or the 304 to a conditional request, with its body unread. Throws on any other answer. */
  async function ask(target: ServiceTarget, request: ServiceRequest, timeout: RequestTimeout): Promise<Response> {
    const { origin } = new URL(request.url)
    pauses.assertOver(origin)
    timeout.arm(limits.headersMs)
    const response = await timeout.race(
      fetch(request.url, { ...request.init, signal: timeout.signal }, target.workspace.environment),
    )
    timeout.disarm()
    if (response.status >= 200 && response.status < 300) return response
    if (response.status === 304 && request.isConditional) return response
    const text = await readWhole(response, timeout, limits, limits.problemBytes).catch(ignoreUnlessCancelled)
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
      const request = toRequest(target, name, parameters, body)
      const purpose = request.init.method === 'GET' ? 'read' : 'change'
      const timeout = startRequestTimeout(clock, purpose, limits.sendTotalMs, signal)
      try {
        const response = await ask(target, request, timeout)
        const text = await readWhole(response, timeout, limits, limits.sendBytes)
        return readSuccess(name, { status: response.status, isJson: isJsonType(response), text })
      } finally {
        timeout.end()
      }
    },

    async streamList(target, list, { signal, onBytes, known = null }) {
      const unconditional = toRequest(target, list, {}, undefined)
      const request = withConditions(unconditional, conditionalHeaders(known, unconditional.url, nowMs()))
      const timeout = startRequestTimeout(clock, 'read', limits.streamTotalMs, signal)
      try {
        const response = await ask(target, request, timeout)
        if (response.status === 304) return { state: 'unchanged' }
        if (!isJsonType(response) || response.body === null) throw notTheService()
        await readPieces(response, timeout, limits, limits.streamBytes, onBytes)
        return { state: 'read', validators: validatorsOf(response.headers, request.url, nowMs()) }
      } finally {
        timeout.end()
      }
    },
  }
}

interface ServiceRequest {
  readonly url: string
  readonly init: RequestInit & { readonly headers: Readonly<Record<string, string>> }
  /** Accepts 304 as an answer. */
  readonly isConditional: boolean
}

function withConditions({ url, init }: ServiceRequest, conditions: Readonly<Record<string, string>>): ServiceRequest {
  const isConditional = Object.keys(conditions).length > 0
  return { url, init: { ...init, headers: { ...init.headers, ...conditions } }, isConditional }
}

function toRequest<Name extends OperationName>(
  target: ServiceTarget,
  name: Name,
  parameters: Omit<PathParameters<Name>, 'orgId' | 'workspaceId'>,
  body: unknown,
): ServiceRequest {
  const operation: Operation = operations[name]
  const { organisationId: orgId, workspaceId } = target.workspace
  // TypeScript does not resolve Omit over a type parameter, so it cannot see that the two parts make the whole.
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
        Authorization: `Bearer ${assertSendable(target.token)}`,
        Accept: 'application/json',
        ...(hasBody ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(hasBody ? { body: JSON.stringify(body) } : {}),
      // Electron's network stack would carry Authorization along to other origins.
      redirect: 'error',
      credentials: 'omit',
      cache: 'no-store',
    },
  }
}

/** A header takes visible ASCII only; a line break would start another header. */
function assertSendable(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token
  const message = 'The token contains invalid characters. Enter it again.'
  throw new AppError('INVALID_INPUT', message, { fields: [{ path: ['token'], message }] })
}

/** The status decides even if the error body breaks off or never ends; a cancelled call stays cancelled. */
function ignoreUnlessCancelled(error: unknown): string {
  if (error instanceof AppError && error.code === 'CANCELLED') throw error
  return ''
}
