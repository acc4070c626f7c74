/** What a person typed after `npm test --`. */
import { PlainError } from '../setup/plain-error.mjs'

const parts = ['check', 'unit', 'e2e']

/** @returns {{ only: string | undefined, isRetry: boolean, passedOn: string[] }} passedOn: for the runner of the one part */
export function parseTestArguments(args) {
  const rest = args.filter((arg) => arg !== '--retry-electron')
  const isRetry = rest.length < args.length
  const at = rest.findIndex((arg) => arg === '--only' || arg.startsWith('--only='))
  if (at < 0) {
    if (rest.length > 0) throw new PlainError(`"${rest[0]}" works with one part only. ${usage}`)
    return { only: undefined, isRetry, passedOn: [] }
  }
  const isJoined = rest[at].includes('=')
  const only = isJoined ? rest[at].split('=')[1] : rest[at + 1]
  if (!parts.includes(only)) throw new PlainError(usage)
  return { only, isRetry, passedOn: [...rest.slice(0, at), ...rest.slice(at + (isJoined ? 1 : 2))] }
}

const usage = `usage: npm test [-- --only ${parts.join('|')} [arguments for its runner]]`
