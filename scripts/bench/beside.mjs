/**
 * Our app beside the usual design for such a list (usual-app), on the same data and the same Electron: the whole answer in
 * React Query's cache, kept in IndexedDB, with an array filter and a virtual table. Here the floor is the usual app, and a
 * ratio below 1 means that ours is better.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { cacheFolder, inProject } from '../setup/paths.mjs'
import { emptyWindow, mib, settledBytes, typeKeys } from './rows.mjs'
import { measureStart } from './run-app.mjs'
import { quantile, resultOf } from './statistics.mjs'
import { connectAndSync, makeProfile, openApp, startService } from './workspace.mjs'

const run = promisify(execFile)
const usualApp = inProject('scripts', 'bench', 'usual-app')
const built = path.join(cacheFolder, 'bench', 'usual-app')
const keptLimitMs = 5 * 60_000

/** Builds each page as one file, minified like ours, and the schema check for Node. */
async function buildUsualApp() {
  const common = { configFile: false, root: usualApp, logLevel: 'error', base: './' }
  const input = ['list.html', 'template.html'].map((name) => path.join(usualApp, name))
  const target = 'chrome114'
  await build({ ...common, build: { outDir: built, emptyOutDir: true, target, rolldownOptions: { input } } })
  const ssr = path.join(usualApp, 'validate.mjs')
  await build({
    ...common,
    build: { outDir: built, emptyOutDir: false, ssr, minify: false },
    ssr: { noExternal: true },
  })
}

/** Makes a profile of the usual app with the list in IndexedDB, and measures the time that takes. */
async function keptByUsualApp(bench, env) {
  const profile = makeProfile()
  const begin = Date.now()
  const app = await openApp({ ...bench, env, profile: profile.folder, folder: usualApp })
  await app.page.waitForFunction(() => globalThis.benchIsKept === true, undefined, { timeout: keptLimitMs })
  return { ...profile, app, ms: Date.now() - begin }
}

async function syncedByOurs(bench, connection) {
  const profile = makeProfile()
  const begin = Date.now()
  const app = await openApp({ ...bench, profile: profile.folder })
  await connectAndSync(app, connection)
  return { ...profile, app, ms: Date.now() - begin }
}

/** @param {import('./rows.mjs').Bench} bench */
export async function beside(bench) {
  await buildUsualApp()
  const service = await startService({ ...bench, insights: bench.small })
  const usualEnv = {
    ...bench.env,
    BENCH_PAGE: path.join(built, 'list.html'),
    BENCH_SERVICE: JSON.stringify(service.connection),
  }
  const cleanUp = []
  try {
    const ours = await syncedByOurs(bench, service.connection)
    cleanUp.push(ours.remove)
    const usual = await keptByUsualApp(bench, usualEnv)
    cleanUp.push(usual.remove)
    const memory = {
      values: [mib(await settledBytes(bench, ours.app))],
      floors: [mib(await settledBytes(bench, usual.app))],
    }
    const keys = { values: await typeKeys(ours.app, bench.samples), floors: await typeKeys(usual.app, bench.samples) }
    for (const { app } of [ours, usual]) await app.quit()

    const empty = makeProfile()
    const template = makeProfile()
    cleanUp.push(empty.remove, template.remove)
    const starts = await measureStarts(bench, {
      ours: { folder: inProject(), profile: ours.folder },
      usual: { folder: usualApp, profile: usual.folder, env: usualEnv },
      template: {
        ...{ folder: usualApp, profile: template.folder },
        env: { ...bench.env, BENCH_PAGE: path.join(built, 'template.html') },
      },
      empty: { folder: emptyWindow, profile: empty.folder },
    })
    const p95 = (times) => [quantile(times, 0.95)]
    const rows = (name) => `${name}, ${bench.small}`
    return [
      resultOf({ row: rows('start to rows'), unit: 'ms', target: 1, values: starts.ours, floors: starts.usual }),
      resultOf({
        ...{ row: 'start of a React template, beside an empty window', unit: 'ms', target: 1.25 },
        ...{ values: starts.template, floors: starts.empty },
      }),
      resultOf({
        row: rows('first start to the whole list kept'),
        ...{ unit: 'ms', target: 1, values: [ours.ms], floors: [usual.ms] },
      }),
      {
        ...resultOf({
          ...{ row: rows('search key to rows, p95'), unit: 'ms', target: 1 },
          ...{ values: p95(keys.values), floors: p95(keys.floors) },
        }),
        samples: keys.values.length,
      },
      resultOf({ row: rows('memory of all processes (PSS)'), unit: 'MiB', target: 1, ...memory }),
      resultOf({
        row: rows('checking the list: zod beside Ajv'),
        unit: 'ms',
        target: 1,
        ...(await checking(bench, service)),
      }),
    ]
  } finally {
    await service.stop()
    for (const remove of cleanUp) remove()
  }
}

async function measureStarts(bench, programs) {
  const painted = Object.fromEntries(Object.keys(programs).map((name) => [name, []]))
  // The first run of each fills the disk's caches.
  for (let place = -1; place < bench.samples; place += 1) {
    for (const [name, program] of Object.entries(programs)) {
      const { paintedMs } = await measureStart({ ...bench, ...program })
      if (place >= 0) painted[name].push(paintedMs)
    }
  }
  return painted
}

/** Compares schema checks on Node. Both check every item and must find the same ones valid. */
async function checking(bench, { connection }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'discovery-desk-bench-check-'))
  const file = path.join(folder, 'insights.json')
  try {
    const { baseAddress, organisationId, workspaceId, token } = connection
    const url = `${baseAddress.replace(/\/$/, '')}/organisations/${organisationId}/workspaces/${workspaceId}/insights`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
    const measured = { values: [], floors: [] }
    for (let place = 0; place < bench.samples; place += 1) {
      const { stdout } = await run(bench.node, [path.join(built, 'validate.mjs'), file], { env: bench.env })
      const { zod, ajv } = JSON.parse(stdout)
      if (zod.valid !== ajv.valid) throw new Error(`zod takes ${zod.valid} items, Ajv ${ajv.valid}.`)
      measured.values.push(zod.ms)
      measured.floors.push(ajv.ms)
    }
    return measured
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
