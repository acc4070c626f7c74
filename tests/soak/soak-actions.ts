// The actions of a soak, each of them small: those of the person, made as the page would make them, and those of the world
// around the person and the app.
import type { Reply } from '../../src/contract/bridge'
import { confirmationOf } from '../../src/contract/features/listing'
import type { FoundRecords } from '../../src/contract/features/search'
import type { JournalEntry } from '../../src/contract/library'
import { journalOf, refOf } from './soak-checks'
import { keyOf, keyOfEntry, type SoakChange, type SoakLedger, type SoakPlace } from './soak-ledger'
import type { SoakService } from './soak-services'
import type { SoakWorld } from './soak-world'
import { weathers } from './weather-service'

/** The context of every action. */
export interface SoakStage {
  readonly world: SoakWorld
  readonly ledger: SoakLedger
  readonly places: readonly SoakPlace[]
  readonly services: readonly SoakService[]
  readonly random: () => number
  readonly pick: <T>(items: readonly T[]) => T
  readonly note: (line: string) => void
  /** The person's open workspace. */
  here: SoakPlace
  /** Expected draft of each workspace; undefined: any. */
  readonly drafts: Map<SoakPlace, string | null | undefined>
}

const minute = 60_000
const hour = 60 * minute

/** Calls the app; never answered if the app ends first. */
export async function call(stage: SoakStage, name: string, input: unknown): Promise<Reply> {
  const { world, note } = stage
  const app = world.app()
  const reply = await app.call(name, input)
  // The page never sends invalid input, so a soak that did would test nothing. Some calls may come too late for a change
  // that has moved on.
  const mayBeTooLate = name === 'activity.retry' || name === 'insights.edit'
  if (!reply.ok && reply.error.code === 'INVALID_INPUT' && !mayBeTooLate) {
    world.broken.push(`${name} was not understood: ${JSON.stringify(reply.error)}`)
  }
  const words = reply.ok ? JSON.stringify(reply.value).replace(/"workspace":{[^}]*},/g, '') : reply.error.code
  if (app === world.app()) note(`  ${name}: ${words.slice(0, 160)}`)
  return reply
}

type Action = (stage: SoakStage) => Promise<void> | void

export const metrics = [1, 2].map((number) => `60000000-0000-4000-8000-00000000000${number}`)

/** Not awaited: it takes as long as the service takes. */
function ask(stage: SoakStage, change: SoakChange, name: string, input: unknown): void {
  const { world, ledger } = stage
  const app = world.app()
  void call(stage, name, input).then((reply) => {
    if (app === world.app()) ledger.hear(change, reply)
  })
}

function create(stage: SoakStage): void {
  const { ledger, here, note, drafts, pick } = stage
  const title = `${here.name} insight n${ledger.changes.length}`
  note(`create "${title}"`)
  drafts.set(here, undefined)
  const change = ledger.want(here, { kind: 'createInsight', title })
  const insight = { type: pick(['Bug', 'Feedback', 'FeatureRequest']), title, description: 'It was typed.' }
  ask(stage, change, 'insights.create', { workspace: refOf(here), insight })
}

function relate(stage: SoakStage): void {
  const { ledger, here, note, pick } = stage
  const [metricId, outcomeId] = [pick(metrics), pick(here.at.outcomeIds.slice(0, 4))]
  const kind = pick(['linkMetric', 'linkMetric', 'unlinkMetric'] as const)
  note(`${kind} ${metricId} ${outcomeId} in ${here.name}`)
  const change = ledger.want(here, { kind, metricId, outcomeId })
  const action = kind === 'linkMetric' ? 'add' : 'remove'
  ask(stage, change, 'metrics.relate', { workspace: refOf(here), metricId, action, outcomeIds: [outcomeId] })
}

function remove(kind: 'deleteKnowledge' | 'deleteOutcome'): Action {
  return async (stage) => {
    const { ledger, here, note, pick } = stage
    const isDocument = kind === 'deleteKnowledge'
    // The first goals are used for linking.
    const id = pick(isDocument ? here.at.knowledgeIds() : here.at.outcomeIds.slice(4))
    if (id === undefined) return
    note(`${kind} ${id} in ${here.name}`)
    const record = { workspace: refOf(here), id }
    // As in the dialog, an unknown record is confirmed by its id.
    const known = await call(stage, isDocument ? 'knowledge.get' : 'outcomes.get', record)
    const title = known.ok ? (known.value as { readonly title: string }).title : null
    const change = ledger.want(here, { kind, id })
    const input = { ...record, confirmation: confirmationOf(title, id).text }
    ask(stage, change, isDocument ? 'knowledge.delete' : 'outcomes.delete', input)
  }
}

function markAll(stage: SoakStage): void {
  const { ledger, here, note, pick } = stage
  const id = pick(here.at.opportunityIds)
  note(`mark all seen ${id} in ${here.name}`)
  ask(stage, ledger.want(here, { kind: 'markAllSeen', id }), 'opportunities.markAllSeen', {
    workspace: refOf(here),
    id,
  })
}

/** Identifies a change in the version that the person saw. */
const seen = ({ changeId, version }: JournalEntry) => ({ changeId, version })

const unsettledOf = ({ world, here }: SoakStage) => journalOf(world, here).catch((): readonly JournalEntry[] => [])

/** Notes a request that makes the change's effect at the service uncertain. Returns the changes in the ledger. */
function touch({ ledger }: SoakStage, entry: JournalEntry): readonly SoakChange[] {
  // The id arrives only with the answer.
  const touched = ledger.changes.filter((change) =>
    change.changeId === null
      ? change.told === 'nothing' && keyOf(change.wanted) === keyOfEntry(entry)
      : change.changeId === entry.changeId,
  )
  for (const change of touched) change.isUncertain = true
  return touched
}

function retry(stage: SoakStage, entry: JournalEntry): void {
  const { world, ledger, here, note } = stage
  note(`retry ${entry.kind} ${entry.targetId} (${entry.state}) in ${here.name}`)
  if (entry.state === 'failed') touch(stage, entry)
  ledger.approve([entry], world.clock.monotonicMs())
  void call(stage, 'activity.retry', { workspace: refOf(here), ...seen(entry) })
}

function discard(stage: SoakStage, entry: JournalEntry): void {
  const { here, note, drafts, ledger } = stage
  note(`discard ${entry.kind} ${entry.targetId} (${entry.state}) in ${here.name}`)
  const touched = touch(stage, entry)
  for (const change of touched) change.discards += 1
  drafts.set(here, undefined)
  void call(stage, 'activity.discard', { workspace: refOf(here), ...seen(entry) }).then((reply) => {
    if (reply.ok) ledger.discarded(entry)
    // A library that went down meanwhile may have done it.
    else if (reply.error.code !== 'LIBRARY_UNAVAILABLE') for (const change of touched) change.discards -= 1
  })
}

/** Rewords an insight and sends it again as the same change. */
function edit(stage: SoakStage, entry: JournalEntry): void {
  const { ledger, here, note } = stage
  if (entry.kind !== 'createInsight') return
  const title = `${here.name} insight n${ledger.changes.length}, edited`
  note(`edit and retry ${entry.targetId} (${entry.state}) as "${title}"`)
  const change = ledger.want(here, { kind: 'createInsight', title }, entry.changeId)
  // If refused again, it stays in the journal, to be sent again.
  change.isUncertain = true
  const insight = { type: 'Bug', title, description: 'It was typed once more.' }
  ask(stage, change, 'insights.edit', { workspace: refOf(here), ...seen(entry), insight })
}

const byItself =
  (act: (stage: SoakStage, entry: JournalEntry) => void, may: (entry: JournalEntry) => boolean = () => true): Action =>
  async (stage) => {
    const entry = stage.pick((await unsettledOf(stage)).filter(may))
    if (entry) act(stage, entry)
  }

/** Does two of discard, edit and retry to one change at the same moment, as two windows or two quick clicks would. */
async function atOnce(stage: SoakStage): Promise<void> {
  const { pick, note, random } = stage
  const unsettled = await unsettledOf(stage)
  const states = [...new Set(unsettled.map(({ state }) => state))]
  // Picks the state first, as most changes are waiting.
  const state = pick(states)
  const entry = pick(unsettled.filter((other) => other.state === state))
  if (!entry) return
  const acts = entry.kind === 'createInsight' ? [discard, edit, retry] : [discard, retry]
  const first = pick(acts)
  const others = acts.filter((act) => act !== first || random() < 0.2)
  note('at once:')
  first(stage, entry)
  pick(others)(stage, entry)
}

/** Reviews the waiting changes and sends them, sometimes without one. */
export async function review(
  stage: SoakStage,
  place = stage.here,
  matches: (entry: JournalEntry) => boolean = () => stage.random() < 0.9,
): Promise<void> {
  const { world, ledger, note } = stage
  const waiting = (await journalOf(world, place).catch(() => [])).filter(matches)
  if (waiting.length === 0) return
  note(`review and send ${waiting.length} in ${place.name}`)
  for (const entry of waiting) if (entry.state === 'failed') touch(stage, entry)
  ledger.approve(waiting, world.clock.monotonicMs())
  void call(stage, 'activity.send', { workspace: refOf(place), changes: waiting.map(seen) })
}

async function draft(stage: SoakStage): Promise<void> {
  const { world, here, note, drafts, ledger } = stage
  const title = `${here.name} draft ${ledger.changes.length}.${Math.floor(stage.random() * 1000)}`
  note(`draft "${title}"`)
  drafts.set(here, undefined)
  const reply = await world.app().call('insights.saveDraft', { workspace: refOf(here), values: { title } })
  if (reply.ok) drafts.set(here, title)
}

async function search(stage: SoakStage): Promise<void> {
  const { world, here, note, ledger, pick } = stage
  const done = ledger.changes.filter(({ place, told }) => place === here && (told === 'done' || told === 'kept'))
  const change = pick(done)
  const text = change?.wanted.kind === 'createInsight' ? change.wanted.title : here.name
  note(`search "${text}"`)
  const reply = await call(stage, 'search.everything', { workspace: refOf(here), text, limit: 20 })
  if (!reply.ok) return
  const { found } = reply.value as FoundRecords
  for (const { kind, title } of found) {
    if (kind !== 'metric' && !title.startsWith(here.name)) world.broken.push(`"${title}" was found in ${here.name}`)
  }
}

async function look(stage: SoakStage): Promise<void> {
  const { here, note } = stage
  note(`look at what changed in ${here.name}`)
  const input = { workspace: refOf(here), text: '', kinds: [], offset: 0, limit: 50 }
  const reply = await call(stage, 'news.query', input)
  if (!reply.ok) return
  const { upTo } = reply.value as { upTo?: number }
  if (upTo !== undefined) await call(stage, 'news.markReviewed', { workspace: refOf(here), text: '', kinds: [], upTo })
}

async function goTo(stage: SoakStage): Promise<void> {
  const { places, note, pick } = stage
  stage.here = pick(places)
  note(`open ${stage.here.name}`)
  void call(stage, 'environments.open', { workspace: refOf(stage.here) })
}

interface LeftBehind {
  /** End of the app after the person has moved on. */
  readonly ending: 'end' | 'kill' | null
  readonly staysOffline: boolean
}

/** Makes a change while offline, moves on to another workspace, and sometimes ends the app there. */
export async function leaveBehind(stage: SoakStage, { ending, staysOffline }: LeftBehind): Promise<void> {
  const { world, places, note, pick, random } = stage
  world.isOffline = true
  note('the computer is offline, and something is made')
  if (random() < 0.6) create(stage)
  else relate(stage)
  await world.idle()
  stage.here = pick(places.filter((place) => place !== stage.here))
  note(`open ${stage.here.name}`)
  void call(stage, 'environments.open', { workspace: refOf(stage.here) })
  await world.idle()
  if (ending !== null) await restart(stage, ending)
  world.isOffline = staysOffline
}

export async function signIn(stage: SoakStage, service: SoakService): Promise<void> {
  const { world, places, note } = stage
  note(`new token for ${service.environment}`)
  // Each organisation has its own token, and each place its own organisation.
  for (const place of places) {
    if (place.environment !== service.environment) continue
    // Not awaited: it may queue behind a change that waits for the service, and so for the clock.
    void call(stage, 'environments.saveToken', { workspace: refOf(place), token: service.token })
    await world.idle()
  }
}

export async function unlock(stage: SoakStage): Promise<void> {
  stage.note('unlock production')
  // Noted first: it takes effect within the call.
  stage.ledger.isUnlocked = true
  await call(stage, 'environments.unlock', { environment: 'production' })
}

export async function restart(stage: SoakStage, how: 'end' | 'kill'): Promise<void> {
  stage.note(how)
  stage.drafts.clear()
  await stage.world.restart(how)
  stage.ledger.appEnded()
}

async function crashLibrary({ world, note, drafts }: SoakStage): Promise<void> {
  note('the library is killed')
  drafts.clear()
  await world.crashLibrary()
}

const removeDocument = remove('deleteKnowledge')

/** Makes or decides something, and kills the app or its library in the middle of it. */
async function interrupted(stage: SoakStage): Promise<void> {
  const { world, services, here, pick, random, note } = stage
  await world.idle()
  const decide = byItself(pick([retry, discard, edit]))
  const act = pick([create, create, create, relate, removeDocument, markAll, decide])
  if (random() < 0.6) {
    // Needs fine weather, or requests would rarely get that far.
    world.isOffline = false
    for (const service of services) if (service.environment === here.environment) service.weather = 'fine'
    await act(stage)
    // The service has the request, and the app has no answer.
    await world.deliveryOf(act === removeDocument ? 'request DELETE' : 'request POST')
    note('before the answer:')
  } else {
    await act(stage)
    const count = Math.floor(random() * 16)
    await world.deliveries(count)
    note(`after ${count} operations:`)
  }
  if (random() < 0.5) await restart(stage, 'kill')
  else await crashLibrary(stage)
}

function changeWeather({ services, note, pick, random }: SoakStage): void {
  const service = pick(services)
  service.weather = random() < 0.45 ? 'fine' : pick(weathers)
  note(`weather of ${service.environment}: ${service.weather}`)
}

function unplug({ world, note }: SoakStage): void {
  world.isOffline = !world.isOffline
  note(world.isOffline ? 'the computer is offline' : 'the computer is online')
}

function rotateToken({ services, pick, note, random }: SoakStage): void {
  const service = pick(services)
  note(`the token of ${service.environment} is no longer accepted`)
  service.token = `${service.environment}-${Math.floor(random() * 1e9)}`
}

function moveDate({ world, pick, note }: SoakStage): void {
  const byMs = pick([-48 * hour, -hour, -minute, minute, hour, 48 * hour])
  note(`the date moves by ${byMs / minute} minutes`)
  world.clock.moveDate(byMs)
}

function sleep({ world, note, random }: SoakStage): void {
  note('the computer sleeps and wakes up')
  world.clock.moveDate(random() * 8 * hour)
  for (let times = 0; times < 3; times += 1) world.app().resume()
}

function changeByOthers({ places, pick, random, note, ledger }: SoakStage): void {
  const { name, at } = pick(places)
  const before = at.insights()
  at.changeByOthers(random)
  const left = new Set(at.insights().map(({ id }) => id))
  const gone = before.flatMap(({ id }) => (left.has(id) ? [] : [id]))
  note(`somebody else works in ${name}${gone.map((id) => `, and removes ${id}`).join('')}`)
  for (const id of gone) ledger.removedByOthers.add(id)
}

/** Actions with their relative frequencies. */
export const actions: readonly (readonly [number, Action])[] = [
  [22, create],
  [14, relate],
  [5, removeDocument],
  [3, remove('deleteOutcome')],
  [5, markAll],
  [4, byItself(retry)],
  [4, byItself(discard)],
  [4, byItself(edit, ({ kind, state }) => kind === 'createInsight' && state === 'failed')],
  [6, atOnce],
  [6, (stage) => review(stage)],
  [6, draft],
  [4, search],
  [3, look],
  [8, goTo],
  [
    4,
    (stage) =>
      leaveBehind(stage, { ending: stage.pick(['end', 'kill', null, null]), staysOffline: stage.random() < 0.3 }),
  ],
  [6, (stage) => void call(stage, 'sync.now', { workspace: refOf(stage.here) })],
  [4, (stage) => stage.world.app().focus()],
  [3, (stage) => signIn(stage, stage.pick(stage.services))],
  [3, unlock],
  [2, (stage) => restart(stage, 'end')],
  [2, (stage) => restart(stage, 'kill')],
  [3, crashLibrary],
  [8, interrupted],
  [2, (stage) => stage.world.app().restartLibrary()],
  [12, changeWeather],
  [4, unplug],
  [1, rotateToken],
  [3, moveDate],
  [3, sleep],
  [7, changeByOthers],
]
