// Opens the port, on the loopback address only.
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { handleRequest, type Service } from './service'

const host = '127.0.0.1'

export interface Listener {
  readonly port: number
  readonly baseUrl: string
  /** Ends connections, also those in use, and frees the port. */
  close(): Promise<void>
  /** Listens on the same port again, after `close`. Rejects like `listen`. */
  reopen(): Promise<void>
}

export interface PortChoice {
  /** 0 = any free one. */
  readonly port: number
  /** Take any free port when this one is taken, instead of rejecting. */
  readonly isOnlyPreferred: boolean
}

/** Answers HTTP that the parser could not read with the envelope, written raw: there is no request to respond to. */
function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const body = JSON.stringify({ error: { code: 'INVALID_REQUEST', description: 'The request is not valid HTTP' } })
  const head = ['HTTP/1.1 400 Bad Request', 'Content-Type: application/json; charset=utf-8', 'Connection: close']
  socket.end(`${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`)
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Rejects with the error of the system (`EADDRINUSE`, `EACCES`) when the port is not available. */
export async function listen(service: Service, choice: PortChoice): Promise<Listener> {
  const server = createServer((request, response) => void handleRequest(service, request, response))
  server.on('clientError', refuseMalformed)
  // The default of 5 s closes connections just as a client under load reuses them. No other clients need the sockets.
  server.keepAliveTimeout = 600_000
  try {
    await listening(server, choice.port)
  } catch (error) {
    if (!choice.isOnlyPreferred || choice.port === 0) throw error
    await listening(server, 0)
  }
  const { port } = server.address() as AddressInfo
  return {
    port,
    baseUrl: `http://${host}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    reopen: () => (server.listening ? Promise.resolve() : listening(server, port)),
  }
}
