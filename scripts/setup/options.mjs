/** The options of a script: `--name VALUE` or `--name=VALUE`. */
import { parseArgs } from 'node:util'
import { PlainError } from './plain-error.mjs'

/**
 * The default of an option decides its type: a whole number, a text, or no value (false).
 * @template {Record<string, number | string | boolean>} T
 * @param {string[]} args @param {T} defaults
 * @returns {T & { rest: string[] }} rest: other arguments, where they are allowed
 */
export function readOptions(args, defaults, { allowRest = false } = {}) {
  const names = Object.keys(defaults)
  const placeholder = { number: ' N', string: ' TEXT', boolean: '' }
  const usage = `usage: ${names.map((name) => `[--${name}${placeholder[typeof defaults[name]]}]`).join(' ')}`
  const typeOf = (name) => ({ type: typeof defaults[name] === 'boolean' ? 'boolean' : 'string' })
  const options = Object.fromEntries(names.map((name) => [name, typeOf(name)]))
  let parsed
  try {
    parsed = parseArgs({ args, options, allowPositionals: allowRest })
  } catch (error) {
    throw new PlainError(`${error.message}\n${usage}`)
  }
  const readOne = (name) => {
    const given = parsed.values[name]
    if (given === undefined) return defaults[name]
    if (typeof defaults[name] !== 'number') return given
    if (/^[0-9]{1,9}$/.test(given)) return Number(given)
    throw new PlainError(`--${name} must be a whole number, not "${given}"\n${usage}`)
  }
  return { ...Object.fromEntries(names.map((name) => [name, readOne(name)])), rest: parsed.positionals }
}

/** The numbers of "5" or "5-9". @returns {number[]} */
export function readRange(name, text, { min = 0, max = Number.MAX_SAFE_INTEGER } = {}) {
  const [, from, to = from] = /^([0-9]{1,9})(?:-([0-9]{1,9}))?$/.exec(text) ?? []
  const [first, last] = [Number(from), Number(to)]
  if (!(first >= min && first <= last && last <= max)) {
    throw new PlainError(`--${name} must be a number or a range such as 5-9, not "${text}"`)
  }
  return Array.from({ length: last - first + 1 }, (_, place) => first + place)
}
