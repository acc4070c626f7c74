// The initial state of a start: the changes of earlier starts when there is a data file, nothing otherwise.
import { randomBytes } from 'node:crypto'
import { dayOf } from '../seed/dates'
import type { Change } from './changes'
import { type Header, openDataFile } from './data-file'
import { type Journal, noJournal } from './store'

interface StateOptions {
  readonly dataFile?: string
  readonly insights?: number
  readonly today?: string
}

interface OpenState {
  readonly header: Header
  readonly changes: readonly Change[]
  readonly journal: Journal
  readonly lastPort: number | undefined
  noteListening(port: number): Promise<void>
  close(): Promise<void>
}

function freshHeader(options: StateOptions, now: Date): Header {
  return {
    format: 'discovery-sandbox/2',
    today: options.today ?? dayOf(now),
    insights: options.insights ?? null,
    secret: randomBytes(32).toString('hex'),
    instance: randomBytes(8).toString('hex'),
  }
}

/** Rejects with words for a person when the data file cannot be used; it is left as it was. */
export async function openState(options: StateOptions, now: Date): Promise<OpenState> {
  const fresh = freshHeader(options, now)
  const nothing = async () => undefined
  if (options.dataFile === undefined) {
    return {
      header: fresh,
      changes: [],
      journal: noJournal,
      lastPort: undefined,
      noteListening: nothing,
      close: nothing,
    }
  }
  const file = await openDataFile(options.dataFile, fresh)
  const { header, changes, lastPort, append, close } = file
  // The changes are valid only on the seed they were made on.
  for (const name of ['insights', 'today'] as const) {
    if (options[name] === undefined || options[name] === header[name]) continue
    await close()
    const kept = header[name] ?? 'the seeded'
    throw new Error(`${options.dataFile} was made with ${kept} (${name}); choose another file or use the same value`)
  }
  const noteListening = async (port: number) => {
    if (port !== lastPort) await append({ kind: 'listening', port })
  }
  return { header, changes, journal: append, lastPort, noteListening, close }
}
