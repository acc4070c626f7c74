/** The options of `npm run test:soak`. */
import { parseArgs } from 'node:util'
import { PlainError } from '../setup/plain-error.mjs'

const usage =
  'usage: [--minutes N] [--seed N | --seeds A-B] [--jobs N] [--self-check] [--trace FOLDER], each N a whole number'
const text = { type: 'string' }
const flag = { type: 'boolean' }

/** @param {string[]} args @param {number} otherwise the seed where none is named */
export function readSoakOptions(args, otherwise = Date.now() % 1_000_000) {
  const options = { minutes: text, seed: text, seeds: text, jobs: text, trace: text, 'self-check': flag }
  let values
  try {
    values = parseArgs({ args, options }).values
  } catch (error) {
    throw new PlainError(`${error.message}\n${usage}`)
  }
  const number = (name, fallback) => {
    const given = values[name] ?? String(fallback)
    if (!/^[0-9]{1,9}$/.test(given)) throw new PlainError(`--${name} must be a whole number, not "${given}"\n${usage}`)
    return Number(given)
  }
  if (values.seed !== undefined && values.seeds !== undefined) {
    throw new PlainError(`--seed and --seeds can’t be used together\n${usage}`)
  }
  const [, first, last] = /^([0-9]{1,9})-([0-9]{1,9})$/.exec(values.seeds ?? '') ?? []
  if (values.seeds !== undefined && !(Number(first) <= Number(last))) {
    throw new PlainError(`--seeds must be a range such as 1-100, not "${values.seeds}"\n${usage}`)
  }
  const [from, to] = values.seeds === undefined ? [number('seed', otherwise)] : [Number(first), Number(last)]
  return {
    minutes: number('minutes', 60),
    seeds: Array.from({ length: (to ?? from) - from + 1 }, (_, place) => from + place),
    jobs: Math.max(1, number('jobs', 1)),
    isSelfCheck: values['self-check'] === true,
    traceFolder: values.trace ?? null,
  }
}
