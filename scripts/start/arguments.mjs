/** Arguments of `npm start --`. All but our own go to the app, or to Electron, unchanged. */
import path from 'node:path'

const ours = { '--once': 'isOnce', '--retry-electron': 'isRetry', '--help': 'isHelp' }

/**
 * @param {string[]} args
 * @param {string} folder base of relative profile folders
 * @returns {{ isOnce: boolean, isRetry: boolean, isHelp: boolean, profile: string | undefined, passedOn: string[] }}
 *   profile: the absolute folder of --user-data-dir, which is not in passedOn
 */
export function parseStartArguments(args, folder) {
  const parsed = { isOnce: false, isRetry: false, isHelp: false, profile: undefined, passedOn: [] }
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index]
    const [name, value] = splitOnce(arg)
    if (ours[arg] !== undefined) parsed[ours[arg]] = true
    else if (name === '--user-data-dir') {
      if (value === undefined) index += 1
      const given = value ?? args[index]
      if (given) parsed.profile = path.resolve(folder, given)
    } else parsed.passedOn.push(arg)
  }
  return parsed
}

function splitOnce(arg) {
  const at = arg.indexOf('=')
  return at < 0 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)]
}

export const startHelp = `npm start -- [options]
  --sandbox             go straight to the sandbox, a local service with a made-up workspace
  --once                end after the first rows are shown; the last line printed is one JSON object
  --user-data-dir=DIR   keep the app's profile in DIR
  --retry-electron      ask again for the official Electron where its download was refused before
Anything else is passed on to Electron.`
