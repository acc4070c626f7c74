// A GET whose body is taken from the network at the pace at which it is read. In runtimes with Node 18, Electron's fetch
// takes up to 16,384 pieces ahead of its reader, a gigabyte of a long list.
import type { Readable } from 'node:stream'
import type { ClientRequest, ClientRequestConstructorOptions } from 'electron'

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

/** As `fetch` with the same values; only `headers`, `credentials`, `cache`, `redirect` and `signal` are looked at. */
export function pacedGet(
  open: (options: ClientRequestConstructorOptions) => ClientRequest,
  url: string,
  init: RequestInit,
): Promise<Response> {
  const { credentials, cache, redirect, signal } = init
  return new Promise((resolve, reject) => {
    const request = open({ url, method: 'GET', credentials, cache, redirect })
    for (const [name, value] of new Headers(init.headers)) request.setHeader(name, value)
    const abort = () => {
      reject(signal?.reason)
      request.abort()
    }
    // Also after the answer began: then its body ends with this error, and rejecting does nothing.
    request.on('error', reject)
    request.on('response', (answer) => {
      const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
      const { statusCode: status, statusMessage: statusText } = answer
      // By its documentation; its type says less.
      const pieces = answer as unknown as Readable
      resolve(new Response(withoutBody.has(status) ? null : bodyOf(pieces), { status, statusText, headers }))
    })
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    request.end()
  })
}

/** Nothing is read ahead, beyond what the stream of Node and the connection hold by themselves. */
function bodyOf(answer: Readable): ReadableStream<Uint8Array> {
  // Whoever reads is told; until then it would end the process.
  answer.on('error', () => undefined)
  const pieces: AsyncIterator<Uint8Array> = answer[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel() {
        answer.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}
