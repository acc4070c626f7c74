// A library in a process that can be killed: journals changes as fast as it can and names each one once it is durable.
import { createLibrary } from '../library'
import { newChange } from './opened-library'

async function storm(): Promise<void> {
  const [file = '', key = '', from = '0'] = process.argv.slice(2)
  const library = createLibrary({ now: () => new Date(), log: () => undefined })
  const { state } = await library.open({ environment: 'sandbox', file, key, generation: 'first' })
  process.stdout.write(`${state}\n`)
  for (let number = Number(from); ; number += 1) {
    await library.addChange(newChange(number))
    process.stdout.write(`${number}\n`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

void storm()
