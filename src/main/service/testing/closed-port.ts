// An address that refuses every connection. A merely freed port may belong to another test a moment later.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

export interface ClosedPort {
  readonly port: number
  readonly baseUrl: string
  close(): void
}

/** Its port is the near end of an open connection, where nothing listens and which no other program gets. */
export async function holdClosedPort(): Promise<ClosedPort> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  const { localPort: port = 0 } = socket
  return {
    port,
    baseUrl: `http://127.0.0.1:${port}`,
    close: () => {
      socket.destroy()
      server.close()
    },
  }
}
