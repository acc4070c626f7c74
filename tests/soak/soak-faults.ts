// What the world does to a person and their app in a soak.
import type { SoakStage } from './soak-stage'

const minute = 60_000
const hour = 60 * minute

export async function restart(stage: SoakStage, how: 'end' | 'kill'): Promise<void> {
  stage.note(how)
  stage.drafts.clear()
  await stage.world.restart(how)
  stage.ledger.appEnded()
}

export async function crashLibrary(stage: SoakStage): Promise<void> {
  const { world, note, random, drafts } = stage
  await world.turns(Math.floor(random() * 12))
  note('the library is killed')
  drafts.clear()
  await world.crashLibrary()
}

export function changeWeather(stage: SoakStage): void {
  const { services, note, pick, random } = stage
  const service = pick(services)
  const weather = random() < 0.45 ? 'fine' : pick(service.weathers)
  service.setWeather(weather)
  note(`weather of ${service.environment}: ${weather}`)
}

export function unplug({ world, note }: SoakStage): void {
  world.isOffline = !world.isOffline
  note(world.isOffline ? 'the machine is offline' : 'the machine is online')
}

export function rotateToken(stage: SoakStage): void {
  const service = stage.pick(stage.services)
  const next = `${service.environment}-${Math.floor(stage.random() * 1e9)}`
  stage.note(`the token of ${service.environment} is no longer taken`)
  service.setToken(next)
}

export function moveDate(stage: SoakStage): void {
  const byMs = stage.pick([-48 * hour, -hour, -minute, minute, hour, 48 * hour])
  stage.note(`the date moves by ${byMs / minute} minutes`)
  stage.world.clock.moveDate(byMs)
}

export function sleep(stage: SoakStage): void {
  stage.note('the machine sleeps and wakes up')
  stage.world.clock.moveDate(stage.random() * 8 * hour)
  for (let times = 0; times < 3; times += 1) stage.world.app().resume()
}

export function changeByOthers({ places, pick, random, note, ledger }: SoakStage): void {
  const { name, at } = pick(places)
  const before = at.insights()
  at.changeByOthers(random)
  const left = new Set(at.insights().map(({ id }) => id))
  const gone = before.flatMap(({ id }) => (left.has(id) ? [] : [id]))
  note(`somebody else works in ${name}${gone.map((id) => `, and removes ${id}`).join('')}`)
  for (const id of gone) ledger.removedByOthers.add(id)
}
