// A local address where connecting never completes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export interface FullListener {
  readonly port: number
  end(): Promise<void>
}

/** A listener that never accepts: once its backlog is full, the system leaves further connections pending. */
export async function startFull(): Promise<FullListener> {
  const listening = `const server = require('node:net').createServer()
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      require('node:fs').writeSync(1, String(server.address().port))
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    })`
  const child = spawn(process.execPath, ['-e', listening], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  const port = Number(output.toString())
  const sockets: Socket[] = []
  const isBacklogFull = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(false))
      sockets.push(socket.on('error', () => undefined))
      // A loopback connection is established at once unless the backlog is full. After a standstill, timers come before
      // what happened meanwhile.
      setTimeout(() => setImmediate(() => setImmediate(resolve, true)), 500)
    })
  while (!(await isBacklogFull())) if (sockets.length > 50) throw new Error('The backlog never fills.')
  return {
    port,
    async end() {
      for (const socket of sockets) socket.destroy()
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
