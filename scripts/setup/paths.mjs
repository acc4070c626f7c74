import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the project, independent of the current folder. */
export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..')

/** Folder of all files that scripts fetch or write besides `node_modules` and `out`; safe to delete at any time. */
export const cacheFolder = path.join(projectRoot, '.cache')

export const inProject = (...parts) => path.join(projectRoot, ...parts)
