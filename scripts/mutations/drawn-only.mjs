/** Lets Stryker judge the drawn mistakes only, not the others at their places. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PluginKind } from '@stryker-mutator/api/plugin'
import { cacheFolder, inProject } from '../setup/paths.mjs'
import { keyOf } from './mistakes.mjs'

/** Keys of the drawn mistakes. A file, as Stryker checks them in another process. */
export const drawnFile = path.join(cacheFolder, 'drawn-mistakes.json')

/** The key of a mistake that Stryker names by its whole path. */
const keyOfMutant = (mutant) => keyOf({ ...mutant, file: path.relative(inProject(), mutant.fileName) })

const fromZero = ({ line, column }) => ({ line: line - 1, column: column - 1 })

/** The same for a result, whose lines and columns begin with 1. */
export const keyOfResult = ({ location: { start, end }, ...result }) =>
  keyOfMutant({ ...result, location: { start: fromZero(start), end: fromZero(end) } })

function createDrawnOnly() {
  const drawn = new Set(JSON.parse(readFileSync(drawnFile, 'utf8')))
  const checkOne = (mutant) =>
    drawn.has(keyOfMutant(mutant)) ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' }
  return {
    init: async () => {},
    check: async (mutants) => Object.fromEntries(mutants.map((mutant) => [mutant.id, checkOne(mutant)])),
    group: async (mutants) => [mutants.map(({ id }) => id)],
  }
}

export const strykerPlugins = [{ kind: PluginKind.Checker, name: 'drawn-only', factory: createDrawnOnly }]
