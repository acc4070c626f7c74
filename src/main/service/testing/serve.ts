// Test servers, each on a free port, and targets that point at them.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { ServiceTarget } from '../service-client'

export interface Served {
  readonly baseAddress: string
  readonly port: number
  /** Every request that arrived, in order. */
  readonly requests: readonly {
    readonly url: string
    readonly method: string
    readonly headers: IncomingMessage['headers']
  }[]
  close(): Promise<void>
}

export const canary = 'canary.token.value'

export function serve(listener: RequestListener): Promise<Served> {
  return listenTo('http', (record) =>
    createServer((request, response) => {
      record(request)
      listener(request, response)
    }),
  )
}

export function serveSecurely(identity: { key: string; cert: string }, listener: RequestListener): Promise<Served> {
  return listenTo('https', (record) =>
    createSecureServer(identity, (request, response) => {
      record(request)
      listener(request, response)
    }),
  )
}

/** Gives the same answer to every request. */
export function serveAnswer(status: number, headers: Record<string, string>, body: string | Buffer): Promise<Served> {
  return serve((_, response) => {
    response.writeHead(status, headers)
    response.end(body)
  })
}

export const serveJson = (status: number, body: unknown, headers: Record<string, string> = {}): Promise<Served> =>
  serveAnswer(status, { 'content-type': 'application/json', ...headers }, JSON.stringify(body))

export function targetAt(baseAddress: string, token = canary): ServiceTarget {
  return {
    workspace: { environment: 'staging', organisationId: 'org one', workspaceId: 'w/1' },
    baseAddress,
    token,
    relationships: null,
  }
}

async function listenTo(
  scheme: string,
  create: (record: (request: IncomingMessage) => void) => Server,
): Promise<Served> {
  const requests: { url: string; method: string; headers: IncomingMessage['headers'] }[] = []
  const server = create((request) => {
    requests.push({ url: request.url ?? '', method: request.method ?? '', headers: request.headers })
  })
  // Many tests abort requests half-way.
  server.on('clientError', (_, socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    baseAddress: `${scheme}://127.0.0.1:${port}`,
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
