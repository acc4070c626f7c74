// A server with a self-signed certificate, which no authority vouches for, made anew at each start.
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from '../../src/main/network/testing/certificates'

export interface UntrustedServer {
  readonly baseUrl: string
  /** Requests received after a handshake that the client should have refused. */
  readonly requests: readonly string[]
  close(): void
}

export async function serveUntrusted(): Promise<UntrustedServer> {
  const requests: string[] = []
  const server = createServer(selfSigned({ name: 'Nobody', hosts: ['127.0.0.1'] }), (request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`)
    response.setHeader('Content-Type', 'application/json').end('{"data":[]}')
  })
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close }
}
