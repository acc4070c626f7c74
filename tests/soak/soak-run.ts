// An hour of a person's work in bad times, told by a seed and played as fast as it goes: the clock stands still while
// anything is on its way and then jumps to what is due next. Every so often the weather clears, and then all that was
// promised has to come true.

import { randomOf } from '../../src/main/testing/fault-injection'
import type { LibraryProgram } from '../../src/main/testing/library-process'
import { actions, leaveBehind, metrics, review, signIn, unlock } from './soak-actions'
import { checkLists, checkPromise, checkRepetitions, journalOf, refOf } from './soak-checks'
import { checkQueues, checkSettled } from './soak-end'
import { restart } from './soak-faults'
import { createSoakLedger, type SoakPlace } from './soak-ledger'
import type { SoakService } from './soak-service'
import { call, type SoakStage } from './soak-stage'
import { createSoakWorld } from './soak-world'

export interface SoakReport {
  /** In words; empty: every promise was kept. */
  readonly broken: readonly string[]
  /** The last things that happened before the first of them. */
  readonly trace: readonly string[]
  readonly steps: number
  readonly changes: number
  readonly acknowledged: number
  readonly requests: number
  readonly created: number
  readonly checks: number
  readonly calms: number
}

interface SoakOptions {
  readonly program: LibraryProgram
  readonly profile: string
  readonly services: readonly SoakService[]
  /** Of the person's time. */
  readonly minutes: number
  readonly seed: number
}

const minute = 60_000
const calmEveryMs = 15 * minute
const traceLength = 60
/** The longest pause that a service may ask for, and some tries. */
const patienceMs = 7 * minute

export async function runSoak({ program, profile, services, minutes, seed }: SoakOptions): Promise<SoakReport> {
  const random = randomOf(seed)
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
  const world = await createSoakWorld({ program, profile, services, random: randomOf(seed + 1_000_000) })
  const { clock, broken } = world
  const ledger = createSoakLedger()
  const trace: string[] = []
  const places: SoakPlace[] = services.flatMap(({ environment, workspaces }) =>
    workspaces.map((at, place) => ({
      ...{ environment, at, name: `${environment}${place}` },
      ...{ organisationId: at.organisationId, workspaceId: at.workspaceId },
    })),
  )
  const stage: SoakStage = {
    ...{ world, ledger, places, services, random, pick, here: places[0] as SoakPlace, drafts: new Map() },
    note(line) {
      if (broken.length > 0) return
      trace.push(`${(clock.monotonicMs() / 1000).toFixed(1)} s  ${line}`)
      if (trace.length > traceLength) trace.shift()
    },
  }
  const counts = { steps: 0, checks: 0, calms: 0 }

  for (const service of services) {
    service.listen((request, token) => {
      stage.note(`  -> ${service.environment} (${service.weather()}): ${request.method} ${request.path.slice(-60)}`)
      if (!token.startsWith(service.environment)) broken.push(`${token} was sent to ${service.environment}`)
      if (service.environment !== 'production' || request.method === 'GET') return
      const objection = ledger.objection(request, clock.monotonicMs())
      if (objection) broken.push(`${request.method} ${request.path} went to production ${objection}: ${request.body}`)
    })
  }

  async function check(): Promise<void> {
    counts.checks += 1
    broken.push(...checkRepetitions(places, ledger))
    for (const place of places) {
      const journal = await journalOf(world, place)
      for (const change of ledger.changes) {
        const found = change.place === place ? checkPromise(change, journal) : null
        if (found) broken.push(found)
      }
    }
    broken.push(...(await checkLists(world, ledger, stage.here)))
    await checkDraft()
  }

  async function checkDraft(): Promise<void> {
    const wanted = stage.drafts.get(stage.here)
    if (wanted === undefined) return
    const draft = await world.app().library.readDraft({ workspace: refOf(stage.here) })
    if (draft?.values.title !== wanted) broken.push(`the draft of ${stage.here.name} is ${draft?.values.title}`)
  }

  async function checkIfPossible(): Promise<void> {
    await check().catch((error: { code?: string }) => {
      // A library that was left off, or went down just now; what it holds is looked at when it is back.
      if (error.code !== 'LIBRARY_UNAVAILABLE') throw error
    })
  }

  const whole = actions.reduce((sum, [weight]) => sum + weight, 0)
  async function step(): Promise<void> {
    counts.steps += 1
    let chance = random() * whole
    const chosen = actions.find(([weight]) => {
      chance -= weight
      return chance < 0
    })
    await chosen?.[1](stage)
    // Some come one upon the other.
    if (random() < 0.25) return
    await world.idle()
    await clock.advance(random() < 0.02 ? random() * 6 * minute : random() * 4_000)
    await checkIfPossible()
  }

  /** The weather clears, and the person does what is asked of them. */
  async function calm(): Promise<void> {
    counts.calms += 1
    stage.note('--- calm')
    world.isOffline = false
    for (const service of services) service.setWeather('fine')
    await world.app().restartLibrary()
    await clock.advance(minute)
    for (const service of services) await signIn(stage, service)
    // Nobody opens the workspaces in which something waits: it goes out all the same.
    await clock.advance(patienceMs)
    broken.push(...(await checkQueues(world, places)))
    for (let turn = 0; turn < 8; turn += 1) {
      for (const place of places) {
        void call(stage, 'sync.now', { workspace: refOf(place) })
        await clock.advance(15_000)
      }
    }
    broken.push(...(await checkSettled(world, ledger, places)))
    for (const place of places) broken.push(...(await checkLists(world, ledger, place)))
    await check()
  }

  /** Nobody does anything any more about what was left behind, neither there nor in the settings. */
  async function goElsewhere(ending: 'kill' | null): Promise<void> {
    // Nothing goes to production by itself.
    stage.here = pick(places.filter(({ environment }) => environment !== 'production'))
    stage.note(`--- elsewhere from ${stage.here.name}`)
    void call(stage, 'environments.open', { workspace: refOf(stage.here) })
    await clock.advance(5_000)
    await leaveBehind(stage, { ending, staysOffline: true })
    await clock.advance(minute)
    world.isOffline = false
    // No service asks for a pause here: the longest wait there is, and a sync.
    await clock.advance(2 * minute)
    broken.push(...(await checkQueues(world, places)))
  }

  try {
    for (const place of places) {
      const [service] = services.filter(({ environment }) => environment === place.environment)
      const { organisationId, workspaceId, environment } = place
      const connection = { environment, organisationId, workspaceId, baseAddress: service?.baseUrl }
      await call(stage, 'environments.connect', { ...connection, workspaceName: place.name, token: service?.token() })
      for (const metricId of metrics)
        await call(stage, 'metrics.save', { workspace: refOf(place), metricId, label: place.name })
      await clock.advance(1_000)
      stage.here = place
    }
    let calmAtMs = calmEveryMs
    for (let stormMs = 0; stormMs < minutes * minute && broken.length === 0; ) {
      const beganMs = clock.monotonicMs()
      await step()
      stormMs += clock.monotonicMs() - beganMs
      if (stormMs < calmAtMs) continue
      await calm()
      calmAtMs += calmEveryMs
    }
    if (broken.length === 0) {
      await calm()
      await unlock(stage)
      for (const place of places) {
        for (let turn = 0; turn < 3; turn += 1) {
          await review(stage, place)
          await clock.advance(70_000)
        }
      }
      await restart(stage, 'end')
      await calm()
      for (const ending of [null, 'kill'] as const) await goElsewhere(ending)
    }
  } finally {
    await world.close()
  }
  const at = places.map((place) => place.at)
  return {
    ...{ broken: [...new Set(broken)], trace, ...counts },
    changes: ledger.changes.length,
    acknowledged: ledger.changes.filter(({ told }) => told === 'done' || told === 'kept').length,
    requests: at.reduce((sum, { requests }) => sum + requests.length, 0),
    created: at.reduce((sum, { creations }) => sum + creations.size, 0),
  }
}
