// The services of a soak: three environments with five workspaces, each behind real HTTP.
import type { EnvironmentName } from '../../src/contract/workspace'
import { randomOf } from '../../src/main/testing/fault-injection'
import { createRecordedWorkspace, type RecordedWorkspace } from '../../src/sandbox/testing/recorded-workspace'
import { startWeatherService, type Weather } from './weather-service'

export interface SoakRequest {
  readonly method: string
  readonly path: string
  readonly body: string
}

export type SoakEnvironment = Exclude<EnvironmentName, 'sandbox'>

export interface SoakService {
  readonly environment: SoakEnvironment
  readonly baseUrl: string
  readonly workspaces: readonly RecordedWorkspace[]
  weather: Weather
  /** Any other is answered with 401. */
  token: string
  /** Resolves when the request of this number stays unanswered. */
  held(number: string): Promise<void>
  /** Forgets a request that has ended. */
  forget(number: string): void
  /** Sets the listener for requests, called with each request and its token before it takes effect. */
  listen(listener: (request: SoakRequest, token: string) => void): void
  close(): Promise<void>
}

const plans = [
  { environment: 'staging', workspaces: 2, number: 10 },
  { environment: 'production', workspaces: 2, number: 20 },
  { environment: 'development', workspaces: 1, number: 30 },
] as const

/** Longer soaks delete more, so there are more documents and goals than minutes. */
export function startSoakServices(
  seed: number,
  minutes: number,
  after: (delayMs: number, work: () => void) => void,
): Promise<readonly SoakService[]> {
  return Promise.all(
    plans.map(async ({ environment, workspaces: count, number }): Promise<SoakService> => {
      const workspaces = Array.from({ length: count }, (_, place) =>
        createRecordedWorkspace({
          ...{ name: `${environment}${place}`, number: number + place },
          ...{ knowledge: 20 + minutes, outcomes: 10 + minutes },
        }),
      )
      const waiting = new Map<string, () => void>()
      let listener: (request: SoakRequest, token: string) => void = () => {}
      const service = await startWeatherService({
        ...{ workspaces, token: `${environment}-0`, random: randomOf(seed + number) },
        onReceived: (request, token) => listener(request, token),
        onHeld: (held) => waiting.get(held)?.(),
        after,
      })
      return Object.assign(service, {
        environment,
        workspaces,
        held: (request: string) => new Promise<void>((resolve) => waiting.set(request, resolve)),
        forget: (request: string) => void waiting.delete(request),
        listen(heard: (request: SoakRequest, token: string) => void) {
          listener = heard
        },
      })
    }),
  )
}
