// What a soak needs of the services that it plays against. The ones it gets are started by its test: what is no test may
// not import them.
import type { EnvironmentName } from '../../src/contract/workspace'

interface ListedInsight {
  readonly id: string
  readonly title: string
  readonly seen: boolean
  readonly opportunities: readonly { readonly id: string }[]
  readonly outcomes: readonly { readonly id: string }[]
}

export interface SoakWorkspace {
  readonly organisationId: string
  readonly workspaceId: string
  readonly requests: readonly string[]
  readonly creations: ReadonlyMap<string, number>
  readonly outcomeIds: readonly string[]
  readonly opportunityIds: readonly string[]
  links(metricId: string): readonly string[]
  insights(): readonly ListedInsight[]
  knowledgeIds(): readonly string[]
  version(): number
  listsOf(version: number): { readonly insights: readonly ListedInsight[]; readonly knowledgeIds: readonly string[] }
  changeByOthers(random: () => number): void
}

export interface SoakRequest {
  readonly method: string
  readonly path: string
  readonly body: string
}

export type SoakEnvironment = Exclude<EnvironmentName, 'sandbox'>

export interface SoakService {
  readonly environment: SoakEnvironment
  readonly baseUrl: string
  readonly workspaces: readonly SoakWorkspace[]
  readonly weathers: readonly string[]
  readonly weather: () => string
  setWeather(weather: string): void
  readonly token: () => string
  setToken(token: string): void
  isHeld(number: string): boolean
  /** Called for each request before it has its effect, with the token that it came with. */
  listen(listener: (request: SoakRequest, token: string) => void): void
}
