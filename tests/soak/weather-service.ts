// Recorded workspaces behind real HTTP. The weather decides the fate of each request on its way in and of each answer on
// its way back.
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { RecordedWorkspace } from '../../src/sandbox/testing/recorded-workspace'

/**
 * silent: no effect, no answer. deaf: effect, no answer; a creation takes effect after the app gave up, or after a gateway
 * answered. fails late: effect, but a failure as answer. refuses: 400 for changes. portal: a sign-in page. mixed: any, drawn
 * for each request.
 */
export const weathers = [
  'fine',
  'fails',
  'fails late',
  'busy',
  'signed out',
  'forbidden',
  'refuses',
  'portal',
  'loses requests',
  'loses answers',
  'cuts',
  'silent',
  'deaf',
  'mixed',
] as const
export type Weather = (typeof weathers)[number]

interface Received {
  readonly method: string
  readonly path: string
  readonly body: string
}

export interface WeatherService {
  readonly baseUrl: string
  weather: Weather
  /** Any other is answered with 401. */
  token: string
  close(): Promise<void>
}

interface WeatherDeps {
  readonly workspaces: readonly RecordedWorkspace[]
  readonly token: string
  readonly random: () => number
  /** Called before a request takes effect; `from` is its token. */
  readonly onReceived: (request: Received, from: string) => void
  /** Called with the number of a request that stays unanswered. */
  readonly onHeld: (number: string) => void
  /** Delays work on the clock of the soak. */
  readonly after: (delayMs: number, work: () => void) => void
}

/** Longer than the app waits for an answer. */
const lateCommitMs = 30_000

const problem = (code: string, more = {}) => JSON.stringify({ error: { code, description: 'No.', ...more } })
const json = { 'content-type': 'application/json' }

export async function startWeatherService(deps: WeatherDeps): Promise<WeatherService> {
  const { workspaces, random, onReceived, onHeld, after } = deps
  const say = (response: ServerResponse, status: number, body: string, headers: Record<string, string> = json) =>
    void response.writeHead(status, headers).end(body)

  function refuseEarly(weather: Weather, response: ServerResponse, isRead: boolean): boolean {
    switch (weather) {
      case 'fails':
        say(response, 503, problem('INTERNAL_SERVER_ERROR'))
        return true
      case 'busy':
        say(response, 429, '', { 'retry-after': String(Math.ceil(random() * 90)) })
        return true
      case 'forbidden':
        if (!isRead) say(response, 403, problem('UNAUTHORISED_ERROR'))
        return !isRead
      case 'refuses':
        if (!isRead) say(response, 400, problem('INVALID_REQUEST', { fields: ['title'] }))
        return !isRead
      case 'portal':
        say(response, 200, '<html><title>Sign in to this network</title></html>', { 'content-type': 'text/html' })
        return true
      case 'loses requests':
        response.destroy()
        return true
      default:
        return false
    }
  }

  let lateCreations = 0

  function answer(request: Received, headers: IncomingHttpHeaders, response: ServerResponse): void {
    const number = String(headers['x-number'])
    const from = String(headers.authorization).replace('Bearer ', '')
    const isRead = request.method === 'GET'
    const weather =
      self.weather === 'mixed' ? (weathers[Math.floor(random() * (weathers.length - 1))] ?? 'fine') : self.weather
    if (weather === 'signed out' || from !== self.token) return void say(response, 401, problem('UNAUTHORISED_ERROR'))
    if (refuseEarly(weather, response, isRead)) return
    if (weather === 'silent') return void onHeld(number)
    const workspace = workspaces.find(({ workspaceId }) => request.path.includes(`/workspaces/${workspaceId}/`))
    if (!workspace) return void say(response, 404, problem('NOT_FOUND'))
    onReceived(request, from)
    const receive = () => workspace.receive(request.method, request.path, request.body, headers['if-none-match'])
    if (weather === 'deaf' && request.method === 'POST' && request.path.endsWith('/insights')) {
      after(lateCommitMs, receive)
      lateCreations += 1
      if (lateCreations % 2 === 0) return void say(response, 503, '<html>Busy</html>', { 'content-type': 'text/html' })
      return void onHeld(number)
    }
    const effect = receive()
    if (weather === 'deaf') return void onHeld(number)
    if (weather === 'loses answers') return void response.destroy()
    if (weather === 'fails late') return void say(response, 500, problem('INTERNAL_SERVER_ERROR'))
    if (weather !== 'cuts' || effect.body === '') return void say(response, effect.status, effect.body, effect.headers)
    const half = effect.body.slice(0, effect.body.length / 2)
    // Half of the answers end as if they were complete.
    if (random() < 0.5) return void say(response, effect.status, half, effect.headers)
    response.writeHead(effect.status, { ...effect.headers, 'content-length': Buffer.byteLength(effect.body) })
    response.write(half, () => response.destroy())
  }

  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const body = await buffer(request).catch(() => null)
    // An incomplete request does not count as received.
    if (body !== null) answer({ method, path: url, body: body.toString() }, headers, response)
  })
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const self: WeatherService = {
    baseUrl: `http://127.0.0.1:${port}`,
    weather: 'fine',
    token: deps.token,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return self
}
