// What a person does in a soak, one small thing at a time, as the page would ask for it.
import { confirmationOf } from '../../src/contract/features/listing'
import type { FoundRecords } from '../../src/contract/features/search'
import type { JournalEntry } from '../../src/contract/library'
import { journalOf, refOf } from './soak-checks'
import {
  changeByOthers,
  changeWeather,
  crashLibrary,
  moveDate,
  restart,
  rotateToken,
  sleep,
  unplug,
} from './soak-faults'
import { keyOf, keyOfEntry, type SoakChange } from './soak-ledger'
import type { SoakService } from './soak-service'
import { call, type SoakStage } from './soak-stage'

type Action = (stage: SoakStage) => Promise<void> | void

export const metrics = [1, 2].map((number) => `60000000-0000-4000-8000-00000000000${number}`)

/** Not waited for: it may take as long as the service takes. */
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
    // The first goals are the ones that are linked.
    const id = pick(isDocument ? here.at.knowledgeIds() : here.at.outcomeIds.slice(4))
    if (id === undefined) return
    note(`${kind} ${id} in ${here.name}`)
    const record = { workspace: refOf(here), id }
    // As the dialog does: what is not known here, or not yet, is confirmed by its id.
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

/** Of one change that waits, failed or is not known, wherever the person sees it: in the activity. */
async function oneOfJournal(stage: SoakStage): Promise<JournalEntry | undefined> {
  return stage.pick(await journalOf(stage.world, stage.here).catch(() => []))
}

function unsure({ ledger }: SoakStage, entries: readonly JournalEntry[], isDiscarded: boolean): void {
  for (const entry of entries) {
    for (const change of ledger.changes) {
      // The answer may still be on its way, and with it the id.
      const isMeant =
        change.changeId === null
          ? change.told === 'nothing' && keyOf(change.wanted) === keyOfEntry(entry)
          : change.changeId === entry.changeId
      if (!isMeant) continue
      change.isUnsure = true
      if (isDiscarded) change.isDiscarded = true
    }
  }
}

async function retry(stage: SoakStage): Promise<void> {
  const { world, ledger, here, note } = stage
  const entry = await oneOfJournal(stage)
  if (!entry) return
  note(`retry ${entry.kind} ${entry.targetId} (${entry.state}) in ${here.name}`)
  if (entry.state === 'failed') unsure(stage, [entry], false)
  ledger.review([entry], world.clock.monotonicMs())
  void call(stage, 'activity.retry', { workspace: refOf(here), changeId: entry.changeId })
}

async function discard(stage: SoakStage): Promise<void> {
  const { here, note, drafts } = stage
  const entry = await oneOfJournal(stage)
  if (!entry) return
  note(`discard ${entry.kind} ${entry.targetId} (${entry.state}) in ${here.name}`)
  unsure(stage, [entry], true)
  drafts.set(here, undefined)
  void call(stage, 'activity.discard', { workspace: refOf(here), changeId: entry.changeId })
}

/** An insight that was refused gets other words and goes out again as the same change. */
async function editAndRetry(stage: SoakStage): Promise<void> {
  const { world, ledger, here, note, pick } = stage
  const journal = await journalOf(world, here).catch(() => [])
  const entry = pick(journal.filter(({ kind, state }) => kind === 'createInsight' && state === 'failed'))
  if (!entry) return
  const title = `${here.name} insight n${ledger.changes.length}, edited`
  note(`edit and retry ${entry.targetId} as "${title}"`)
  const change = ledger.want(here, { kind: 'createInsight', title })
  // Refused again it stays in the journal, to be sent again.
  change.isUnsure = true
  const insight = { type: 'Bug', title, description: 'It was typed once more.' }
  ask(stage, change, 'insights.revise', { workspace: refOf(here), changeId: entry.changeId, insight })
}

/** The person looks through what waits and sends it, sometimes leaving one out. */
export async function review(stage: SoakStage, place = stage.here): Promise<void> {
  const { world, ledger, note, random } = stage
  const waiting = (await journalOf(world, place).catch(() => [])).filter(() => random() < 0.9)
  if (waiting.length === 0) return
  note(`review and send ${waiting.length} in ${place.name}`)
  const failed = waiting.filter(({ state }) => state === 'failed')
  unsure(stage, failed, false)
  ledger.review(waiting, world.clock.monotonicMs())
  void call(stage, 'activity.send', { workspace: refOf(place), changeIds: waiting.map(({ changeId }) => changeId) })
}

async function draft(stage: SoakStage): Promise<void> {
  const { world, here, note, drafts, ledger } = stage
  const title = `${here.name} draft ${ledger.changes.length}.${Math.floor(stage.random() * 1000)}`
  note(`draft "${title}"`)
  drafts.set(here, undefined)
  const app = world.app()
  const reply = await app.call('insights.saveDraft', { workspace: refOf(here), values: { title } })
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
  if (upTo !== undefined) await call(stage, 'news.look', { workspace: refOf(here), upTo })
}

async function goTo(stage: SoakStage): Promise<void> {
  const { places, note, pick } = stage
  stage.here = pick(places)
  note(`open ${stage.here.name}`)
  void call(stage, 'environments.open', { workspace: refOf(stage.here) })
}

interface LeftBehind {
  /** What becomes of the app after the person went on elsewhere. */
  readonly ending: 'end' | 'kill' | null
  readonly staysOffline: boolean
}

/** Something is made without a network, and the person goes on elsewhere, and sometimes closes the app there. */
export async function leaveBehind(stage: SoakStage, { ending, staysOffline }: LeftBehind): Promise<void> {
  const { world, places, note, pick, random } = stage
  world.isOffline = true
  note('the machine is offline, and something is made')
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
  // One for each organisation, and each place is of its own.
  for (const place of places) {
    if (place.environment !== service.environment) continue
    // Not waited for: it may stand behind a change that waits for the service, and so for the clock.
    void call(stage, 'environments.saveToken', { workspace: refOf(place), token: service.token() })
    await world.idle()
  }
}

export async function unlock(stage: SoakStage): Promise<void> {
  stage.note('unlock production')
  // Noted first: it holds from within the call on.
  stage.ledger.isUnlocked = true
  await call(stage, 'environments.unlock', { environment: 'production' })
}

/** How often each is done, against the others. */
export const actions: readonly (readonly [number, Action])[] = [
  [22, create],
  [14, relate],
  [5, remove('deleteKnowledge')],
  [3, remove('deleteOutcome')],
  [5, markAll],
  [4, retry],
  [4, discard],
  [4, editAndRetry],
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
  [2, (stage) => stage.world.app().restartLibrary()],
  [12, changeWeather],
  [4, unplug],
  [1, rotateToken],
  [3, moveDate],
  [3, sleep],
  [7, changeByOthers],
]
