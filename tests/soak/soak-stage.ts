// What everything that happens in a soak is given, and how the page's calls are made.
import type { Reply } from '../../src/contract/bridge'
import type { SoakLedger, SoakPlace } from './soak-ledger'
import type { SoakService } from './soak-service'
import type { SoakWorld } from './soak-world'

export interface SoakStage {
  readonly world: SoakWorld
  readonly ledger: SoakLedger
  readonly places: readonly SoakPlace[]
  readonly services: readonly SoakService[]
  readonly random: () => number
  readonly pick: <T>(items: readonly T[]) => T
  readonly note: (line: string) => void
  /** Where the person is. */
  here: SoakPlace
  /** What the draft of each workspace must be; undefined: it may be anything. */
  readonly drafts: Map<SoakPlace, string | null | undefined>
}

export async function call(stage: SoakStage, name: string, input: unknown): Promise<Reply> {
  const { world, note } = stage
  const app = world.app()
  const reply = await app.call(name, input)
  // What the page would never send says that the soak asks wrongly, and so for nothing.
  const isOfOrder = name === 'activity.retry' || name === 'insights.revise'
  if (!reply.ok && reply.error.code === 'INVALID_INPUT' && !isOfOrder) {
    world.broken.push(`${name} was not understood: ${JSON.stringify(reply.error)}`)
  }
  const words = reply.ok ? JSON.stringify(reply.value).replace(/"workspace":{[^}]*},/g, '') : reply.error.code
  if (app === world.app()) note(`  ${name}: ${words.slice(0, 160)}`)
  return reply
}
