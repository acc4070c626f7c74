// A scriptable server for tests of clients. It misbehaves as told, passes all else to a real sandbox when it has one,
// and records the requests. Not part of the conforming sandbox, which never misbehaves.
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fault, RecordedRequest } from './faults'

interface FaultRule {
  /** Absent: any method. */
  readonly method?: string
  /** A part of path and query, or a pattern; absent: any. */
  readonly url?: string | RegExp
  /** Number of requests that the rule answers; absent: all. */
  readonly times?: number
  readonly fault: Fault
}

export interface FaultyServer {
  readonly baseUrl: string
  /** Requests received so far, oldest first. */
  readonly requests: readonly RecordedRequest[]
  /** Adds a rule. Of several that match a request, the oldest with turns left answers. */
  script(rule: FaultRule): void
  /** Forgets rules and recorded requests. */
  reset(): void
  /** Frees the port and cuts connections, like a stopped service. Rules and requests stay. */
  goAway(): Promise<void>
  /** Listens at the same address again. */
  comeBack(): Promise<void>
  close(): Promise<void>
}

interface FaultyServerOptions {
  /** Base address of a real service for requests that no rule matches; absent: 404 with an empty body. */
  readonly upstream?: string
  readonly rules?: readonly FaultRule[]
}

async function recorded(request: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { method = '', url = '', headers } = request
  return { method, url, headers, body: Buffer.concat(chunks) }
}

function fits({ method, url }: FaultRule, request: RecordedRequest): boolean {
  if (method !== undefined && method !== request.method) return false
  if (url === undefined) return true
  return typeof url === 'string' ? request.url.includes(url) : url.test(request.url)
}

function passThrough(upstream: string): Fault {
  return (response, { method, url, headers, body }) => {
    const { host: _host, connection: _connection, ...rest } = headers
    const forwarded = httpRequest(upstream.replace(/\/$/, '') + url, { method, headers: rest }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    response.on('close', () => forwarded.destroy())
    forwarded.end(body)
  }
}

const nothingThere: Fault = (response) => void response.writeHead(404).end()

export async function startFaultyServer(options: FaultyServerOptions = {}): Promise<FaultyServer> {
  const otherwise = options.upstream === undefined ? nothingThere : passThrough(options.upstream)
  const requests: RecordedRequest[] = []
  const rules: FaultRule[] = []
  const turnsTaken = new Map<FaultRule, number>()

  function nextFault(request: RecordedRequest): Fault {
    const rule = rules.find((item) => fits(item, request) && (turnsTaken.get(item) ?? 0) < (item.times ?? Infinity))
    if (rule === undefined) return otherwise
    turnsTaken.set(rule, (turnsTaken.get(rule) ?? 0) + 1)
    return rule.fault
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const record = await recorded(request)
      requests.push(record)
      await nextFault(record)(response, record)
    } catch {
      response.destroy()
    }
  }

  const server = createServer((request, response) => void handle(request, response))
  const listen = (wanted: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(wanted, '127.0.0.1', () => {
        server.off('error', reject)
        resolve()
      })
    })
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  // A copy of the rule, so that the same rule scripted twice counts its turns twice.
  const script = (rule: FaultRule) => void rules.push({ ...rule })
  for (const rule of options.rules ?? []) script(rule)
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    script,
    reset: () => {
      requests.length = 0
      rules.length = 0
      turnsTaken.clear()
    },
    goAway: close,
    comeBack: () => listen(port),
    close,
  }
}
