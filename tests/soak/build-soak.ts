// Bundles the programs of a soak: the library with its shim, and the player. Run by scripts/soak.mjs.
import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { buildBeside, buildLibraryProgram, type LibraryProgram } from '../../src/main/testing/library-process'
import { describeReport } from './soak-run'
import { shimFile } from './soak-world'

export { describeReport }

/** Builds the player beside the library program. Returns both. */
export async function buildSoak(): Promise<{ readonly library: LibraryProgram; readonly player: string }> {
  const library = await buildLibraryProgram()
  await copyFile(new URL(`./${shimFile}`, import.meta.url), path.join(library.folder, shimFile))
  const player = await buildBeside(library, new URL('./soak-program.ts', import.meta.url), 'soak-program.mjs')
  return { library, player }
}
