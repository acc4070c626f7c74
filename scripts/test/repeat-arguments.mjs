/** What a person typed after `npm run test:repeat --`. */
import { parseArgs } from 'node:util'
import { PlainError } from '../setup/plain-error.mjs'

const usage =
  'usage: npm run test:repeat -- [--times N] [--load] [--only unit|e2e] [-- arguments for the runner, such as a file]'

/** @returns {{ times: number, isLoaded: boolean, only: 'unit' | 'e2e' | undefined, passedOn: string[] }} */
export function parseRepeatArguments(args) {
  const options = { times: { type: 'string', default: '5' }, load: { type: 'boolean' }, only: { type: 'string' } }
  let parsed
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new PlainError(`${error.message}\n${usage}`)
  }
  const { values, positionals } = parsed
  if (!/^[1-9][0-9]{0,3}$/.test(values.times)) throw new PlainError(usage)
  if (values.only !== undefined && !['unit', 'e2e'].includes(values.only)) throw new PlainError(usage)
  if (positionals.length > 0 && values.only === undefined) {
    throw new PlainError(`"${positionals[0]}" works with one part only.\n${usage}`)
  }
  return { times: Number(values.times), isLoaded: values.load === true, only: values.only, passedOn: positionals }
}
