// What has to be true when the faults have stopped for a while: nothing is left on its way, everything that was promised
// is at the service or stands in the journal with a reason, and the data here is the service's.
import type { JournalEntry } from '../../src/contract/library'
import { journalOf, refOf } from './soak-checks'
import type { SoakChange, SoakLedger, SoakPlace } from './soak-ledger'
import type { SoakWorld } from './soak-world'

/** Every queue is out but for what was refused and what needs the person's word. */
export async function checkQueues(world: SoakWorld, places: readonly SoakPlace[]): Promise<string[]> {
  const broken: string[] = []
  for (const place of places) broken.push(...checkGone(place, await journalOf(world, place)))
  return broken
}

function checkGone({ name, environment }: SoakPlace, journal: readonly JournalEntry[]): string[] {
  return journal.flatMap(({ kind, targetId, state, error }) => {
    const mayWait = state === 'failed' || (environment === 'production' && state === 'waiting')
    return mayWait ? [] : [`${name}: ${kind} ${targetId} is ${state} for ever (${error?.code})`]
  })
}

export async function checkSettled(
  world: SoakWorld,
  ledger: SoakLedger,
  places: readonly SoakPlace[],
): Promise<string[]> {
  const broken: string[] = []
  for (const place of places) {
    const { name, at } = place
    const journal = await journalOf(world, place)
    broken.push(...checkGone(place, journal))
    for (const resource of ['insights', 'knowledge'] as const) {
      const held = [...world.held(refOf(place), resource)]
      if (held.length > 1 || held[0] !== at.version())
        broken.push(`${name}: ${resource} is ${held}, not ${at.version()}`)
    }
    const waiting = new Set(journal.map(({ changeId }) => changeId))
    const own = ledger.changes.filter((change) => change.place === place)
    broken.push(...checkLinks(place, own, waiting))
    broken.push(...(await checkActivity(world, place, own)))
  }
  return broken
}

/** What may be linked: the last change of each that is sure decides, and what came after it and is not sure may. */
function checkLinks({ name, at }: SoakPlace, own: readonly SoakChange[], waiting: ReadonlySet<string>): string[] {
  const ends = new Map<string, Set<boolean>>()
  for (const { wanted, told, isUnsure, changeId } of own) {
    if (!('metricId' in wanted)) continue
    const key = `${wanted.metricId} ${wanted.outcomeId}`
    const isSure = (told === 'done' || told === 'kept') && !isUnsure && !waiting.has(changeId ?? '')
    const before = isSure ? [] : (ends.get(key) ?? [false])
    ends.set(key, new Set([...before, wanted.kind === 'linkMetric']))
  }
  return [...ends].flatMap(([key, allowed]) => {
    const [metricId = '', outcomeId = ''] = key.split(' ')
    const isLinked = at.links(metricId).includes(outcomeId)
    if (allowed.has(isLinked)) return []
    const asked = own.flatMap(({ wanted, number, told, isUnsure, changeId }) => {
      const isOfIt = 'metricId' in wanted && `${wanted.metricId} ${wanted.outcomeId}` === key
      return isOfIt ? [`${number} ${wanted.kind} ${told}${isUnsure ? ', unsure' : ''} (${changeId})`] : []
    })
    return [`${name}: ${metricId} is ${isLinked ? '' : 'not '}linked to ${outcomeId}: ${asked.join('; ')}`]
  })
}

/** Every change that the person was told of by its id is in the activity for good. */
async function checkActivity(world: SoakWorld, place: SoakPlace, own: readonly SoakChange[]): Promise<string[]> {
  const workspace = refOf(place)
  const input = { environment: place.environment, workspace, text: '', offset: 0, limit: 100_000 }
  const { rows } = await world.app().library.queryActivity(input)
  const known = new Set(rows.map(({ changeId }) => changeId))
  return own.flatMap(({ changeId, number }) =>
    changeId === null || known.has(changeId) ? [] : [`${place.name}: change ${number} is not in the activity`],
  )
}
