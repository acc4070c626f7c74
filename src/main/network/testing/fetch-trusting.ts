// Node's fetch knows no authorities of a test: this one trusts a single one, and goes to a port of this computer whatever
// the name is, as behind a proxy.
import { request } from 'node:https'
import { Readable } from 'node:stream'
import type { Fetch } from '../../service/client'

export function fetchTrusting(ca: string | undefined, port: number): Fetch {
  return (url, init) =>
    new Promise((resolve, reject) => {
      const { hostname, pathname, search } = new URL(url)
      const sent = request(
        {
          ...{ host: '127.0.0.1', port, path: `${pathname}${search}`, agent: false },
          ...(hostname === '127.0.0.1' ? {} : { servername: hostname }),
          ...(ca === undefined ? {} : { ca }),
          ...(init.signal ? { signal: init.signal } : {}),
          method: init.method ?? 'GET',
          headers: init.headers as Record<string, string>,
        },
        (answer) => {
          const status = answer.statusCode ?? 0
          const body = status === 304 ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
          answer.on('error', () => undefined)
          resolve(new Response(body, { status, headers: new Headers(answer.headers as Record<string, string>) }))
        },
      )
      sent.on('error', reject)
      sent.end()
    })
}
