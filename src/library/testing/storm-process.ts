// A library in a process that can be killed: journals changes and writes notes as fast as it can, and names each pair once it is durable.
import { createLibrary } from '../library'
import { newChange, workspace } from './opened-library'

/** Resolves once the system has it: a line held here for a slow reader would go with the process, and acknowledge nothing. */
const say = (line: string) => new Promise<unknown>((resolve) => process.stdout.write(`${line}\n`, resolve))

async function storm(): Promise<void> {
  const [file = '', key = '', from = '0'] = process.argv.slice(2)
  const library = createLibrary({ now: () => new Date(), log: () => undefined })
  const { state } = await library.open({ environment: 'sandbox', file, key, generation: 'first' })
  await say(state)
  for (let number = Number(from); ; number += 1) {
    await library.addChange(newChange(number))
    await library.setNote({ workspace, kind: 'insight', id: `note-${number}`, note: `${number}` })
    await say(`${number}`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

void storm()
