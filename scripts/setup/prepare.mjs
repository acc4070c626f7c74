/** The steps between a fresh clone and a machine on which the project runs, in their order. */
import { ensureBuild } from './build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { ensureElectron, fetchEarly } from './electron-runtime.mjs'
import { ensureNode } from './node-runtime.mjs'
import { ensureSystemPackages } from './system-packages.mjs'

/**
 * @param {(text: string) => void} say prints one sentence; silent steps say nothing
 * @param {object} wanted
 * @param {'none' | 'display' | 'tests' | 'packages'} wanted.system which system packages: none, for a window, for a virtual
 *   desktop too, or for making a package as well
 * @param {boolean} [wanted.electron] an Electron runtime is needed
 * @param {boolean} [wanted.isRetry] ask for the official runtime again although it was refused before
 * @param {boolean} [wanted.build] out/ must be up to date
 */
export async function prepare(say, wanted) {
  const runtime = await ensureNode(say)
  const { isRetry } = wanted
  // Three independent downloads, which mostly wait for the network. ensureElectron retries a failure of the early one and
  // reports it.
  const stop = new AbortController()
  const early = wanted.electron ? fetchEarly(runtime, { isRetry, signal: stop.signal }).catch(() => {}) : undefined
  let electron
  try {
    const ends = await Promise.allSettled([
      wanted.system === 'none' ? undefined : ensureSystemPackages(say, wanted.system),
      ensureDependencies(say, runtime),
    ])
    for (const { reason } of ends) if (reason !== undefined) throw reason
    await early
    if (wanted.electron) electron = await ensureElectron(say, runtime, { isRetry })
  } finally {
    stop.abort()
    await early
  }
  if (wanted.build) await ensureBuild(say, runtime)
  return { ...runtime, electron }
}
