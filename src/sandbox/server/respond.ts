// Writes replies. Lists are written item by item, with backpressure, so a list of any length needs the memory of one
// chunk only.
import type { ServerResponse } from 'node:http'
import type { Reply } from './replies'

const json = 'application/json; charset=utf-8'
const chunkCharacters = 64 * 1024

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      response.off('drain', settle)
      response.off('close', settle)
      resolve()
    }
    response.on('drain', settle)
    response.on('close', settle)
  })
}

/** Resolves to false when the client has gone. */
async function written(response: ServerResponse, text: string): Promise<boolean> {
  if (response.destroyed) return false
  if (!response.write(text)) await drained(response)
  // Yields to other requests, even when the reader is as quick as the writer.
  else await new Promise((resolve) => setImmediate(resolve))
  return !response.destroyed
}

async function stream(response: ServerResponse, reply: Extract<Reply, { kind: 'stream' }>): Promise<void> {
  let pending = reply.before
  let separator = ''
  for (const item of reply.items) {
    pending += separator + JSON.stringify(item)
    separator = ','
    if (pending.length >= chunkCharacters) {
      if (!(await written(response, pending))) return
      pending = ''
    }
  }
  response.end(pending + reply.after)
}

/** @param isHead sends the same headers, but no body */
export async function respond(response: ServerResponse, reply: Reply, isHead: boolean): Promise<void> {
  response.setHeader('cache-control', 'no-store')
  response.setHeader('x-content-type-options', 'nosniff')
  switch (reply.kind) {
    case 'empty':
      response.writeHead(reply.status, reply.headers).end()
      return
    case 'text':
    case 'json': {
      const bytes = Buffer.from(reply.kind === 'text' ? reply.text : JSON.stringify(reply.body))
      const type = reply.kind === 'text' ? 'text/plain; charset=utf-8' : json
      const head = { 'content-type': type, 'content-length': bytes.length }
      response.writeHead(reply.kind === 'text' ? 200 : reply.status, {
        ...head,
        ...('headers' in reply && reply.headers),
      })
      response.end(isHead ? undefined : bytes)
      return
    }
    case 'stream': {
      // A validator is useful only to a client that may keep the answer.
      const validator = reply.etag === undefined ? {} : { etag: reply.etag, 'cache-control': 'private, no-cache' }
      response.writeHead(200, { 'content-type': json, ...validator })
      if (isHead) response.end()
      else await stream(response, reply)
    }
  }
}
