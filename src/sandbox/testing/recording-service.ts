// A recorded workspace behind real HTTP. In bad weather, requests, answers and halves of lists are lost in transit, and
// creations are committed late.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createRecordedWorkspace, type RecordedWorkspace } from './recorded-workspace'

export interface RecordingService extends RecordedWorkspace {
  readonly baseUrl: string
  /** 0: every request has its effect and is answered; 1: as bad as it gets. */
  badness: number
  close(): Promise<void>
}

/** Longest time between an effect and its answer. Most kills fall in between. */
const longestThoughtMs = 20

/** Delay of some commits after the connection broke, as by a service behind a gateway that gave up. */
const lateCommitMs = 30

/** `random` decides the weather; `knowledge` is the number of documents to delete. */
export async function startRecordingService(random: () => number, knowledge = 0): Promise<RecordingService> {
  const workspace = createRecordedWorkspace({ knowledge })

  function list(response: ServerResponse, url: string, known: string | undefined): void {
    const { status, headers, body } = workspace.receive('GET', url, '', known)
    response.writeHead(status, status === 304 ? headers : { ...headers, 'content-length': Buffer.byteLength(body) })
    if (random() >= 0.1 * self.badness) return void response.end(body)
    response.write(body.slice(0, body.length / 2), () => response.destroy())
  }

  function change(response: ServerResponse, method: string, url: string, request: string): void {
    const luck = random() / self.badness
    if (luck < 0.08) {
      if (luck < 0.04 && method === 'POST' && url.endsWith('/insights'))
        setTimeout(() => workspace.receive(method, url, request), lateCommitMs)
      return void response.destroy()
    }
    const { status, headers, body } = workspace.receive(method, url, request)
    const reply = () => {
      if (luck < 0.2) response.destroy()
      else if (luck < 0.25) response.writeHead(500).end()
      else response.writeHead(status, headers).end(body)
    }
    if (self.badness === 0) reply()
    else setTimeout(reply, random() * longestThoughtMs)
  }

  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = await buffer(request).catch(() => null)
    // An incomplete request does not count as received.
    if (body === null) return
    if (method === 'GET') list(response, url, headers['if-none-match'])
    else change(response, method, url, body.toString())
  })
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const self: RecordingService = {
    ...workspace,
    baseUrl: `http://127.0.0.1:${port}`,
    badness: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return self
}
