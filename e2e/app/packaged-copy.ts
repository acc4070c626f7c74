// Electron calls itself packaged when its program has a name of its own.
import { copyFile, link, mkdir, mkdtemp, readdir, realpath, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

export interface PackagedCopy {
  readonly folder: string
  readonly program: string
  /** Path where the program looks for the app; nothing is there yet. */
  readonly app: string
}

/** Unlike the folder for temporary files, it is on the disk of the runtime, and programs start in it everywhere. */
const cache = path.resolve(import.meta.dirname, '../../.cache')

/** Runs the work with a program in a folder laid out as an installer would. Deletes the folder at the end. */
export async function withPackagedCopy(work: (copy: PackagedCopy) => Promise<void>): Promise<void> {
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(path.join(cache, 'packaged-'))
  try {
    const executable = await realpath(createRequire(import.meta.url)('electron') as string)
    const distribution = path.dirname(executable)
    const program = path.join(folder, 'discovery-desk')
    // A symbolic link would lead back to the program's first name.
    await link(executable, program).catch(() => copyFile(executable, program))
    for (const name of await readdir(distribution)) {
      if (name === 'resources' || name === path.basename(executable)) continue
      await symlink(path.join(distribution, name), path.join(folder, name))
    }
    await mkdir(path.join(folder, 'resources'))
    await work({ folder, program, app: path.join(folder, 'resources', 'app') })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
