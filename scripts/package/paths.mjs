import path from 'node:path'
import { cacheFolder, inProject } from '../setup/paths.mjs'

/** Finished packages. */
export const packagesFolder = inProject('dist')

const made = path.join(cacheFolder, 'package')
export const iconFolder = path.join(made, 'icons')
export const licencesFile = path.join(made, 'third-party-licences.txt')
