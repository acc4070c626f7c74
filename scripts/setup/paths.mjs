import path from 'node:path'

/** The folder of the project, whatever folder the command was typed in. */
export const projectRoot = path.resolve(import.meta.dirname, '..', '..')

/** Everything that the scripts fetch or write besides `node_modules` and `out`; safe to delete at any time. */
export const cacheFolder = path.join(projectRoot, '.cache')

export const inProject = (...parts) => path.join(projectRoot, ...parts)
