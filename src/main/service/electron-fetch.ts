// `fetch` over Electron's network stack, for two properties that Electron's own fetch lacks. The body is taken from the
// network only as fast as it is read: with Node 18, Electron's takes up to 16,384 pieces ahead of its reader, a gigabyte of
// a long list. And an answer that a `Response` can't hold is an error of that request: Electron's throws it where nobody
// catches it, which ends the app.
import { finished, type Readable } from 'node:stream'
import type { ClientRequest, ClientRequestConstructorOptions, IncomingMessage } from 'electron'

const withoutBody: ReadonlySet<number> = new Set([204, 205, 304])

/** Works as `fetch` does with `method`, `headers`, a text as `body`, `credentials`, `cache`, `redirect` and `signal`. */
export function electronFetch(
  open: (options: ClientRequestConstructorOptions) => ClientRequest,
  url: string,
  init: RequestInit,
): Promise<Response> {
  const { method = 'GET', body, credentials, cache, redirect, signal } = init
  return new Promise((resolve, reject) => {
    const request = open({ url, method, credentials, cache, redirect })
    for (const [name, value] of new Headers(init.headers)) request.setHeader(name, value)
    const abort = () => {
      reject(signal?.reason)
      request.abort()
    }
    // Also after the answer began: then its body ends with this error, and rejecting does nothing.
    request.on('error', reject)
    request.on('response', (answer) => {
      try {
        resolve(responseOf(answer, () => request.abort()))
      } catch (error) {
        reject(error)
        request.abort()
      }
    })
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    if (typeof body === 'string') request.end(body)
    else request.end()
  })
}

/** Throws for a status that HTTP does not have. */
function responseOf(answer: IncomingMessage, abort: () => void): Response {
  // A Readable, by its documentation; its type says less.
  const pieces = answer as unknown as Readable
  // The reader is told of an error; before there is a reader, it would end the process.
  pieces.on('error', () => undefined)
  const headers = Object.entries(answer.headers)
    .map(([name, value]): [string, string] => [name, String(value)])
    .filter(([, value]) => isLatin(value))
  // Leaves out its reason phrase, which may be in any encoding and which nothing reads.
  const status = answer.statusCode
  return new Response(withoutBody.has(status) ? null : bodyOf(pieces, abort), { status, headers })
}

/** Whether a header may hold it; no header that is read has anything else. */
const isLatin = (value: string) => [...value].every((letter) => letter.charCodeAt(0) <= 255)

/**
 * Reads nothing ahead beyond what Node's stream and the connection hold by themselves. Pieces come as they are: an iterator
 * would join waiting ones, which copies nearly all of a long list once more.
 */
function bodyOf(answer: Readable, abort: () => void): ReadableStream<Uint8Array> {
  // A cancelled stream takes nothing more, and throws when it is given something.
  let isCancelled = false
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        answer.on('data', (piece: Uint8Array) => {
          answer.pause()
          if (!isCancelled) controller.enqueue(piece)
        })
        answer.pause()
        // A body that was closed before its end is an error, too.
        finished(answer, { writable: false }, (error) => {
          if (isCancelled) return
          if (error) controller.error(error)
          else controller.close()
        })
      },
      pull: () => void answer.resume(),
      cancel() {
        isCancelled = true
        // Closes the connection, too.
        abort()
      },
    },
    { highWaterMark: 0 },
  )
}
