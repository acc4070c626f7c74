// An hour of a person's work under faults, driven by a seed and as fast as the computer allows: the clock stands still while
// work is in progress, then jumps to the next due time. Every quarter of an hour the faults stop, and then every promise
// must have been kept.
import { createHash } from 'node:crypto'
import { randomOf } from '../../src/main/testing/fault-injection'
import { actions, call, leaveBehind, metrics, restart, review, type SoakStage, signIn, unlock } from './soak-actions'
import { checkLists, checkPromise, checkQueues, checkRepetitions, checkSettled, journalsOf, refOf } from './soak-checks'
import { createSoakLedger, type SoakPlace } from './soak-ledger'
import { startSoakServices } from './soak-services'
import { createSoakWorld } from './soak-world'

export interface SoakReport {
  readonly seed: number
  /** Broken promises in words; empty: all were kept. */
  readonly broken: readonly string[]
  /** The last events before the first broken promise. */
  readonly trace: readonly string[]
  /** Hash of all actions, calls, requests and deliveries in order: the same for the same seed on any computer. */
  readonly digest: string
  readonly seconds: number
  readonly steps: number
  readonly deliveries: number
  readonly changes: number
  readonly acknowledged: number
  readonly requests: number
  readonly created: number
  readonly checks: number
  readonly calms: number
}

interface SoakOptions {
  /** Folder of the library program, with the shim beside it. */
  readonly program: string
  /** Minutes of the person's time. */
  readonly minutes: number
  readonly seed: number
  /** Receives every line of the digest, for comparing two runs line by line. */
  readonly onEvent?: (line: string) => void
  /** Delay in real time before each operation. Nothing may depend on it. */
  readonly delay?: (() => Promise<void>) | undefined
}

const minute = 60_000
const calmEveryMs = 15 * minute
const traceLength = 60
/** The longest pause that a service may ask for, plus some retries. */
const patienceMs = 7 * minute

export async function runSoak({ program, minutes, seed, onEvent = () => {}, delay }: SoakOptions): Promise<SoakReport> {
  const began = Date.now()
  const services = await startSoakServices(seed, minutes, (delayMs, work) => void clock.after(delayMs, work))
  const random = randomOf(seed)
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
  const hash = createHash('sha256')
  const trace: string[] = []
  const counts = { steps: 0, checks: 0, calms: 0, deliveries: 0 }
  const ports = new RegExp(services.map(({ baseUrl }) => new URL(baseUrl).host).join('|'), 'g')

  function record(line: string): void {
    // Ports are the only details of this computer in a line.
    const text = line.replace(ports, 'service')
    hash.update(`${text}\n`)
    onEvent(text)
  }

  const world = await createSoakWorld({
    ...{ program, services, delay },
    random: randomOf(seed + 1_000_000),
    order: randomOf(seed + 2_000_000),
    onDelivery(name) {
      counts.deliveries += 1
      record(name)
    },
  })
  const { clock, broken } = world
  const ledger = createSoakLedger()
  const places: SoakPlace[] = services.flatMap(({ environment, workspaces }) =>
    workspaces.map((at, place) => ({
      ...{ environment, at, name: `${environment}${place}` },
      ...{ organisationId: at.organisationId, workspaceId: at.workspaceId },
    })),
  )
  const stage: SoakStage = {
    ...{ world, ledger, places, services, random, pick, here: places[0] as SoakPlace, drafts: new Map() },
    note(line) {
      const noted = `${(clock.monotonicMs() / 1000).toFixed(3)} s  ${line}`
      record(noted)
      if (broken.length > 0) return
      trace.push(noted)
      if (trace.length > traceLength) trace.shift()
    },
  }

  for (const service of services) {
    const { environment } = service
    service.listen((request, token) => {
      stage.note(`  -> ${environment} (${service.weather}): ${request.method} ${request.path.slice(-60)}`)
      if (!token.startsWith(environment)) broken.push(`${token} was sent to ${environment}`)
      if (request.method === 'GET') return
      const discarded = ledger.wasDiscarded(request)
      if (discarded) broken.push(`${environment}: ${discarded}`)
      const objection = environment === 'production' ? ledger.objection(request, clock.monotonicMs()) : null
      if (objection) broken.push(`${request.method} ${request.path} went to production ${objection}: ${request.body}`)
    })
  }

  async function check(): Promise<void> {
    counts.checks += 1
    broken.push(...checkRepetitions(places, ledger))
    const journals = await journalsOf(world, places)
    for (const [place, journal] of journals) {
      for (const change of ledger.changes) {
        const found = change.place === place ? checkPromise(change, journal) : null
        if (found) broken.push(found)
      }
    }
    broken.push(...(await checkLists(world, ledger, stage.here, journals.get(stage.here) ?? [])))
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
      // A library that is off, or just went down, is checked once it is back.
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
    await world.finished('an action', Promise.resolve(chosen?.[1](stage)))
    // Some actions begin while the last one is in progress.
    if (random() < 0.25) return
    await world.idle()
    await clock.advance(random() < 0.02 ? random() * 6 * minute : random() * 4_000)
    await world.finished('a check', checkIfPossible())
  }

  /** Stops the faults and acts as the app asks the person to. */
  async function calm(): Promise<void> {
    counts.calms += 1
    stage.note('--- calm')
    world.isOffline = false
    for (const service of services) service.weather = 'fine'
    await world.finished('starting the library', world.app().restartLibrary())
    await clock.advance(minute)
    for (const service of services) await signIn(stage, service)
    // Creations with a lost answer need review once two lists lack them.
    await clock.advance(patienceMs)
    for (const place of places) {
      if (place.environment !== 'production') await review(stage, place, ({ needsReview }) => needsReview)
    }
    // Nobody opens the workspaces with waiting changes, which are sent all the same.
    await clock.advance(patienceMs)
    broken.push(...(await checkQueues(world, places)))
    for (let turn = 0; turn < 8; turn += 1) {
      for (const place of places) {
        void call(stage, 'sync.now', { workspace: refOf(place) })
        await clock.advance(15_000)
      }
    }
    broken.push(...(await checkSettled(world, ledger, places)))
    for (const [place, journal] of await journalsOf(world, places)) {
      broken.push(...(await checkLists(world, ledger, place, journal)))
    }
    await check()
  }

  /** Checks that changes left behind are sent, although nobody goes back or opens the settings. */
  async function goElsewhere(ending: 'kill' | null): Promise<void> {
    // Nothing goes to production by itself.
    stage.here = pick(places.filter(({ environment }) => environment !== 'production'))
    stage.note(`--- elsewhere from ${stage.here.name}`)
    void call(stage, 'environments.open', { workspace: refOf(stage.here) })
    await clock.advance(5_000)
    await leaveBehind(stage, { ending, staysOffline: true })
    await clock.advance(minute)
    world.isOffline = false
    // Long enough for the longest wait and a sync, as no service asks for a pause here.
    await clock.advance(2 * minute)
    broken.push(...(await checkQueues(world, places)))
  }

  async function connectAll(): Promise<void> {
    for (const place of places) {
      const [service] = services.filter(({ environment }) => environment === place.environment)
      const { organisationId, workspaceId, environment } = place
      const connection = { environment, organisationId, workspaceId, baseAddress: service?.baseUrl }
      await call(stage, 'environments.connect', { ...connection, workspaceName: place.name, token: service?.token })
      for (const metricId of metrics)
        await call(stage, 'metrics.save', { workspace: refOf(place), metricId, label: place.name })
      await clock.advance(1_000)
      stage.here = place
    }
  }

  async function storm(): Promise<void> {
    let calmAtMs = calmEveryMs
    for (let stormMs = 0; stormMs < minutes * minute && broken.length === 0; ) {
      const beganMs = clock.monotonicMs()
      await step()
      stormMs += clock.monotonicMs() - beganMs
      if (stormMs < calmAtMs) continue
      await calm()
      calmAtMs += calmEveryMs
    }
  }

  /** Reviews all changes that need it, so that none is left. */
  async function finish(): Promise<void> {
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

  try {
    await connectAll()
    await storm()
    if (broken.length === 0) await finish()
  } catch (error) {
    broken.push(`the soak stopped: ${error instanceof Error ? error.stack : String(error)}`)
  } finally {
    await world.close()
    for (const service of services) await service.close()
  }
  const at = places.map((place) => place.at)
  return {
    ...{ seed, broken: [...new Set(broken)], trace, digest: hash.digest('hex').slice(0, 16), ...counts },
    seconds: (Date.now() - began) / 1000,
    changes: ledger.changes.length,
    acknowledged: ledger.changes.filter(({ told }) => told === 'done' || told === 'kept').length,
    requests: at.reduce((sum, { requests }) => sum + requests.length, 0),
    created: at.reduce((sum, { creations }) => sum + creations.size, 0),
  }
}

export function describeReport(report: SoakReport, minutes: number): string {
  const { seed, seconds, digest, steps, deliveries, changes, acknowledged, requests, created, checks, calms } = report
  return [
    `soak: ${minutes} minutes with seed ${seed} in ${Math.round(seconds)} s, digest ${digest}`,
    `actions: ${steps}, changes tried: ${changes}, acknowledged: ${acknowledged}`,
    `requests received: ${requests}, insights created: ${created}; checks: ${checks}, calms: ${calms}`,
    `deliveries: ${deliveries}; promises broken: ${report.broken.length}`,
    ...(report.broken.length > 0 ? ['', ...report.trace, '', ...report.broken] : []),
    '',
  ].join('\n')
}
