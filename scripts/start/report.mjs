/**
 * The app's report on its window. With DISCOVERY_DESK_REPORT=<prefix> in its environment the app writes
 * <prefix>.json once the first rows (or the first-start screen) are painted, and before it <prefix>.png, a screenshot,
 * unless the window shows a service's workspace. The JSON file comes last and in one piece, so its presence means that
 * both are complete.
 */
import { existsSync, readFileSync } from 'node:fs'

const pollMs = 100

/**
 * @param {string} prefix
 * @param {{ timeoutMs: number, ended: Promise<string> }} options ended: resolves, with the reason, when the app is gone
 * @returns {Promise<{ report: object } | { failure: string }>}
 */
export async function awaitReport(prefix, { timeoutMs, ended }) {
  let failure
  ended.then((reason) => {
    failure = reason
  })
  const until = Date.now() + timeoutMs
  while (Date.now() < until) {
    if (existsSync(`${prefix}.json`)) return { report: JSON.parse(readFileSync(`${prefix}.json`, 'utf8')) }
    if (failure !== undefined) return { failure }
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return { failure: `the window showed nothing after ${timeoutMs / 1000} seconds` }
}

/** Describes the window's contents in words. */
export function describeReport({ environment, workspace, insights, firstRowsMs, electron }) {
  const time = `after ${firstRowsMs} ms, on Electron ${electron}`
  if (environment === null) return `The window shows the first-start screen (${time}).`
  return `The window shows ${insights} insights of "${workspace}" in ${environment} (first rows ${time}).`
}

export const describePicture = (picture) =>
  picture === null ? 'No screenshot: it would store data of the service unencrypted.' : `Screenshot: ${picture}`

/** The single output line of `--once`. `picture` is null where the app took none. */
export const reportLine = ({ environment, workspace, insights, firstRowsMs, electron }, picture) =>
  JSON.stringify({ environment, workspace, insights, firstRowsMs, picture, electron })
