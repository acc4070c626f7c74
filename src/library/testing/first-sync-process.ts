// A first sync in a process that can be killed: names each index of it that is being made on a thread of the driver.
import AsyncDatabase from 'libsql/promise'
import { createLibrary } from '../library'
import { generateInsights } from './generated-insights'
import { syncItems } from './opened-library'

const say = (line: string) => process.stdout.write(`${line}\n`)

const exec = AsyncDatabase.prototype.exec
AsyncDatabase.prototype.exec = function (this: AsyncDatabase, sql: string) {
  const done = exec.call(this, sql)
  const [, name] = /^CREATE INDEX (\w+)/.exec(sql) ?? []
  if (name !== undefined) say(name)
  return done
}

async function sync(): Promise<void> {
  const [file = '', key = '', insights = '0'] = process.argv.slice(2)
  const library = createLibrary({ now: () => new Date(), log: () => undefined })
  await library.open({ environment: 'sandbox', file, key, generation: 'first' })
  await syncItems(library, generateInsights(Number(insights), { embedding: 100 }))
  say('done')
}

void sync()
