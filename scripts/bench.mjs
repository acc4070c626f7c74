/**
 * `npm run bench`: measures the real app against floors of the same computer. Prints a table like that of
 * docs/performance.md and writes it as JSON into .cache/bench.json.
 *
 *   -- GROUP     one group: script, start, sync, live or beside
 *   -- --quick   fewer samples and smaller lists, in about three minutes: for a look, not for the docs
 *   --samples N  of each row (10)
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beside } from './bench/beside.mjs'
import { emptyWindow, groups as ownGroups } from './bench/rows.mjs'
import { shown, tableOf } from './bench/statistics.mjs'
import { makeProfile, openApp } from './bench/workspace.mjs'
import { openDesktop } from './setup/desktop.mjs'
import { electronEnvironment } from './setup/electron-runtime.mjs'
import { readOptions } from './setup/options.mjs'
import { cacheFolder } from './setup/paths.mjs'
import { PlainError, runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { unlessStopped, withCleanup } from './setup/processes.mjs'
import { whyNoSandbox } from './start/linux.mjs'

const groups = { ...ownGroups, beside }
const say = (text) => console.log(text)

/**
 * The first program of a display loads an OpenGL driver of 28 MiB to learn the display's capabilities, and leaves the
 * answer for all later ones. On a person's desktop that happened long ago.
 */
async function showOneWindow(bench) {
  const profile = makeProfile()
  const window = await openApp({ ...bench, profile: profile.folder, folder: emptyWindow })
  await window.quit()
  profile.remove()
}

await runScript(async (args) => {
  const { quick, samples, rest } = readOptions(args, { quick: false, samples: 10 }, { allowRest: true })
  const unknown = rest.find((name) => !Object.hasOwn(groups, name))
  if (unknown) throw new PlainError(`There is no row "${unknown}". Choose from ${Object.keys(groups).join(', ')}.`)
  const { node, env, electron } = await prepare(say, { system: 'tests', electron: true, build: true })
  return withCleanup(async (onClose, stopped) => {
    const desktop = await openDesktop({ env })
    onClose(desktop.close)
    const bench = {
      ...{ node, env: electronEnvironment(desktop.env), electron: electron.executable },
      flags: whyNoSandbox(electron.executable) === undefined ? [] : ['--no-sandbox'],
      ...(quick
        ? { samples: 3, small: 2_000, large: 10_000, settledAfterMs: 4_000 }
        : { samples, small: 10_000, large: 100_000, settledAfterMs: 20_000 }),
    }
    await showOneWindow(bench)
    const results = []
    for (const [name, measure] of Object.entries(groups)) {
      if (rest.length > 0 && !rest.includes(name)) continue
      say(`Measuring ${name} …`)
      const measured = await unlessStopped(measure(bench), stopped)
      results.push(...measured)
      for (const { row, ratio, floor, isMet } of measured) {
        say(`  ${row}: ${shown(ratio)}${floor === null ? '' : ' × floor'}${isMet === false ? ' (miss)' : ''}`)
      }
    }
    const file = path.join(cacheFolder, 'bench.json')
    mkdirSync(cacheFolder, { recursive: true })
    writeFileSync(file, JSON.stringify({ electron: electron.version, isQuick: quick, results }, null, 2))
    say(
      `\nElectron ${electron.version}${quick ? ', quick: small lists and few samples' : ''}\n\n${tableOf(results)}\n\n${file}`,
    )
    return 0
  })
})
