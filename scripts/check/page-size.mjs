/**
 * Limits the compressed size of the script for the first frame, so that it does not grow unnoticed. Code for later views
 * and dialogs is loaded with them (lazyWithPreload, lazyView).
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { ensureBuild } from '../setup/build.mjs'
import { ensureNode } from '../setup/node-runtime.mjs'
import { inProject } from '../setup/paths.mjs'
import { PlainError, runScript } from '../setup/plain-error.mjs'

/** The target of docs/performance.md. Zod and the schemas of the contract alone are 33 (docs/decisions/0027-start.md). */
const limitKib = 250

/** KiB of the script and of all files that load with it. */
export function firstScriptKib(page = inProject('out', 'renderer')) {
  const html = readFileSync(path.join(page, 'index.html'), 'utf8')
  const files = [...html.matchAll(/(?:src|href)="\.\/([^"]+\.js)"/g)].map(([, file]) => file)
  const bytes = files.map((file) => gzipSync(readFileSync(path.join(page, file)), { level: 9 }).length)
  return bytes.reduce((sum, each) => sum + each, 0) / 1024
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    await ensureBuild(() => {}, await ensureNode(() => {}))
    const kib = firstScriptKib()
    if (kib > limitKib) {
      throw new PlainError(`The script of the first frame has ${Math.round(kib)} KiB (gzip), and may have ${limitKib}.`)
    }
    return 0
  })
}
