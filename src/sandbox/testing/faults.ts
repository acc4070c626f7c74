// Faults of a broken, slow or foreign server. Each answers one request. A test scripts them with startFaultyServer and
// may write its own as a function.
import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

export interface RecordedRequest {
  readonly method: string
  /** Path and query as sent. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

export type Fault = (response: ServerResponse, request: RecordedRequest) => void | Promise<void>

type Headers = Readonly<Record<string, string>>

interface Answer {
  readonly status?: number
  readonly headers?: Headers
  /** Sent as it is. */
  readonly body?: string | Uint8Array
}

const jsonType = { 'content-type': 'application/json' }
const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function answer({ status = 200, headers = {}, body = '' }: Answer): Fault {
  return (response) => void response.writeHead(status, headers).end(body)
}

/** Writes until all is sent or the client has gone. */
async function pour(response: NodeJS.WritableStream, chunk: Uint8Array, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    if ('destroyed' in response && response.destroyed) return
    if (!response.write(chunk)) {
      await new Promise<void>((resolve) => {
        const settle = () => {
          response.off('drain', settle)
          response.off('close', settle)
          resolve()
        }
        response.on('drain', settle)
        response.on('close', settle)
      })
    }
  }
}

const chunkBytes = 64 * 1024
const spaces = Buffer.alloc(chunkBytes, 0x20)

export const faults = {
  answer,

  json: (value: unknown, status = 200, headers: Headers = {}): Fault =>
    answer({ status, headers: { ...jsonType, ...headers }, body: JSON.stringify(value) }),

  /** The envelope of the API document, with any status and code. */
  problem: (status: number, code: string, extra: Readonly<Record<string, unknown>> = {}): Fault =>
    answer({
      status,
      headers: jsonType,
      body: JSON.stringify({ error: { code, description: 'Scripted by a test', ...extra } }),
    }),

  /** Delays another fault. */
  delayed:
    (delayMs: number, fault: Fault): Fault =>
    async (response, request) => {
      await wait(delayMs)
      if (!response.destroyed) await fault(response, request)
    },

  /** Takes the request and never answers, until the client gives up or the server closes. */
  silence: (): Fault => () => undefined,

  /** Sends the headers at once, then the body piece by piece. */
  trickle:
    (body: string, options: { readonly bytes: number; readonly everyMs: number }): Fault =>
    async (response) => {
      const bytes = Buffer.from(body)
      response.writeHead(200, { ...jsonType, 'content-length': String(bytes.length) }).flushHeaders()
      for (let start = 0; start < bytes.length && !response.destroyed; start += options.bytes) {
        response.write(bytes.subarray(start, start + options.bytes))
        await wait(options.everyMs)
      }
      response.end()
    },

  /** Cuts the connection before a status is sent. */
  resetBeforeAnswer: (): Fault => (response) => void response.socket?.resetAndDestroy(),

  /** Announces the whole body, sends a part of it, and cuts the connection. */
  resetMidBody:
    (body: string, sentBytes: number): Fault =>
    async (response) => {
      const bytes = Buffer.from(body)
      response.writeHead(200, { ...jsonType, 'content-length': String(bytes.length) })
      await new Promise((resolve) => response.write(bytes.subarray(0, sentBytes), resolve))
      // Lets the part arrive first: a reset discards bytes in transit.
      await wait(30)
      response.socket?.resetAndDestroy()
    },

  /** Ends the answer properly after part of the body, so that only the JSON shows that some is missing. */
  truncatedJson: (body: string, sentBytes: number): Fault =>
    answer({ headers: jsonType, body: Buffer.from(body).subarray(0, sentBytes) }),

  captivePortal: (): Fault =>
    answer({
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<!doctype html><title>Sign in</title><h1>Accept the terms to use this network</h1>',
    }),

  redirect: (location: string, status: 301 | 302 | 303 | 307 | 308 = 302): Fault =>
    answer({ status, headers: { location } }),

  /** @param retryAfter seconds, a date, or anything; sent as it is */
  tooManyRequests: (retryAfter?: string): Fault =>
    answer({ status: 429, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } }),

  /** Sends a body of this many bytes (rounded up to 64 KiB) without announcing its length. */
  hugeBody:
    (bytes: number): Fault =>
    async (response) => {
      response.writeHead(200, jsonType)
      await pour(response, spaces, Math.ceil(bytes / chunkBytes))
      response.end()
    },

  /** Sends a small answer that unpacks to this many bytes. */
  gzipBomb:
    (bytes: number): Fault =>
    async (response) => {
      response.writeHead(200, { ...jsonType, 'content-encoding': 'gzip' })
      const gzip = createGzip({ level: 9 })
      gzip.pipe(response)
      response.on('close', () => gzip.destroy())
      await pour(gzip, spaces, Math.ceil(bytes / chunkBytes))
      gzip.end()
      await finished(response).catch(() => undefined)
    },
} as const
