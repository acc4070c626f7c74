// An HTTP proxy on this computer that answers CONNECT, with the faults that company proxies have.
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

export interface LocalProxyOptions {
  /** `name:password`; without it nobody has to sign in. */
  readonly signIn?: string
  /** The scheme of the challenge. */
  readonly scheme?: string
  /** Where names lead to, as `host:port` of this computer; others lead nowhere. */
  readonly routes?: Readonly<Record<string, string>>
  /** Instead of connecting: hang up, say nothing, or answer with a status. */
  readonly fault?: 'reset' | 'silence' | number
}

export interface LocalProxy {
  readonly name: string
  readonly port: number
  /** `host:port`, and the credentials that came with it. */
  readonly asked: readonly { readonly to: string; readonly credentials: string | null }[]
  close(): Promise<void>
}

export async function startLocalProxy(options: LocalProxyOptions = {}): Promise<LocalProxy> {
  const { signIn, scheme = 'Basic realm="Company"', routes = {}, fault } = options
  const asked: { to: string; credentials: string | null }[] = []
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((_request, response) => response.writeHead(501).end())
  server.on('connection', keep)
  server.on('connect', (request: IncomingMessage, stream) => {
    const client = stream as Socket
    const to = request.url ?? ''
    const credentials = credentialsIn(request.headers['proxy-authorization'])
    asked.push({ to, credentials })
    const answer = (status: number, headers = '') =>
      client.end(`HTTP/1.1 ${status} Answer\r\n${headers}Content-Length: 0\r\nConnection: close\r\n\r\n`)
    if (signIn !== undefined && credentials !== signIn) return answer(407, `Proxy-Authenticate: ${scheme}\r\n`)
    if (fault === 'reset') return client.destroy()
    if (fault === 'silence') return
    if (fault !== undefined) return answer(fault)
    const [host, port] = (routes[to] ?? '').split(':')
    if (host === undefined || port === undefined) return answer(502)
    const onward = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connected\r\n\r\n')
      client.pipe(onward).pipe(client)
    })
    keep(onward)
    onward.on('error', () => client.destroy())
    client.on('close', () => onward.destroy())
    return undefined
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    name: `127.0.0.1:${port}`,
    port,
    asked,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

function credentialsIn(header: string | undefined): string | null {
  const [, encoded] = /^Basic (.+)$/.exec(header ?? '') ?? []
  return encoded === undefined ? null : Buffer.from(encoded, 'base64').toString('utf8')
}
