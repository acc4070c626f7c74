// Plays soaks one after another, as a program of its own, so that ranges of seeds can run side by side.
import { closeSync, openSync, writeSync } from 'node:fs'
import { runSoak, type SoakReport } from './soak-run'

export interface SoakOrder {
  /** Folder of the library program, with the shim beside it. */
  readonly program: string
  readonly minutes: number
  readonly seed: number
  /** File for every event of the run, one line each; null: none. */
  readonly traceFile: string | null
}

async function play({ program, minutes, seed, traceFile }: SoakOrder): Promise<SoakReport> {
  if (traceFile === null) return runSoak({ program, minutes, seed })
  const file = openSync(traceFile, 'w')
  try {
    return await runSoak({ program, minutes, seed, onEvent: (line) => void writeSync(file, `${line}\n`) })
  } finally {
    closeSync(file)
  }
}

process.on('message', (order: SoakOrder) => {
  void play(order).then((report) => process.send?.(report))
})
