/** Options that are whole numbers: `--name N` or `--name=N`. */
import { parseArgs } from 'node:util'
import { PlainError } from '../setup/plain-error.mjs'

/** @param {string[]} args @param {Record<string, number>} defaults also the names that are known */
export function readNumbers(args, defaults) {
  const names = Object.keys(defaults)
  const usage = `usage: ${names.map((name) => `[--${name} N]`).join(' ')}`
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  let values
  try {
    values = parseArgs({ args, options }).values
  } catch (error) {
    throw new PlainError(`${error.message}\n${usage}`)
  }
  return Object.fromEntries(
    names.map((name) => {
      const text = values[name] ?? String(defaults[name])
      if (!/^[0-9]{1,9}$/.test(text)) throw new PlainError(`--${name} must be a whole number, not "${text}"\n${usage}`)
      return [name, Number(text)]
    }),
  )
}
