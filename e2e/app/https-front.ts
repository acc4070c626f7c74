// A sandbox service over https, as behind a company's reverse proxy, which forwards requests to the service over http.
import { createHash, X509Certificate } from 'node:crypto'
import { request as forward, type IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Identity } from '../../src/main/network/testing/certificates'

export interface HttpsFront {
  readonly port: number
  /** Headers of each received request. */
  readonly heard: readonly IncomingHttpHeaders[]
  close(): void
}

export async function startHttpsFront(identity: Identity, upstream: string): Promise<HttpsFront> {
  const heard: IncomingHttpHeaders[] = []
  const server = createServer(identity, (request, response) => {
    heard.push(request.headers)
    const options = { method: request.method ?? 'GET', headers: request.headers }
    const onward = forward(new URL(request.url ?? '/', upstream), options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  server.on('tlsClientError', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Makes Chromium trust this certificate, as if its authority were installed. An installed app refuses the switch. */
export function trustSwitch({ cert }: Identity): string {
  const key = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`
}
