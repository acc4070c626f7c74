/**
 * The measurements, in groups that share an app. Each alternates with its floor, on the same Electron and the same
 * desktop.
 */
import { constants } from 'node:buffer'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { firstScriptKib } from '../check/page-size.mjs'
import { inProject } from '../setup/paths.mjs'
import { startReplay } from './replay-service.mjs'
import { measureStart } from './run-app.mjs'
import { median, quantile, resultOf } from './statistics.mjs'
import { connectAndSync, makeProfile, openApp, startService, waitForRows } from './workspace.mjs'

export const emptyWindow = inProject('scripts', 'bench', 'empty-window')
export const mib = (bytes) => bytes / 1024 / 1024

/** @typedef {{ node: string, electron: string, flags: string[], env: NodeJS.ProcessEnv, samples: number, small: number, large: number, settledAfterMs: number }} Bench */

/** Each group by name; @type {Record<string, (bench: Bench) => Promise<import('./statistics.mjs').Result[]>>} */
export const groups = { script, start, sync, live }

async function script() {
  return [resultOf({ row: 'script of the first frame, gzip', unit: 'KiB', target: 250, values: [firstScriptKib()] })]
}

/** Makes a profile that has synced, and its service, which answers that nothing changed. */
async function syncedProfile(bench, insights) {
  const profile = makeProfile()
  const service = await startService({ ...bench, insights })
  const app = await openApp({ ...bench, profile: profile.folder })
  await connectAndSync(app, service.connection)
  await app.quit()
  return { ...profile, stop: service.stop }
}

async function start(bench) {
  const small = await syncedProfile(bench, bench.small)
  const large = await syncedProfile(bench, bench.large)
  const empty = makeProfile()
  try {
    const programs = {
      floor: { folder: emptyWindow, profile: empty.folder },
      small: { folder: inProject(), profile: small.folder },
      large: { folder: inProject(), profile: large.folder },
    }
    const all = { floor: [], small: [], large: [] }
    // The first run of each fills the disk's caches.
    for (let place = -1; place < bench.samples; place += 1) {
      for (const [name, program] of Object.entries(programs)) {
        const measured = await measureStart({ ...bench, ...program })
        if (place >= 0) all[name].push(measured)
      }
    }
    const times = (name) => all[name].map(({ paintedMs }) => paintedMs)
    const cpu = (name) => all[name].map(({ cpuSeconds }) => cpuSeconds ?? Number.NaN)
    return [
      resultOf({
        row: `start to rows, ${bench.small}`,
        unit: 'ms',
        target: 1.25,
        values: times('small'),
        floors: times('floor'),
      }),
      resultOf({ row: 'processor time of a start', unit: 's', target: 2, values: cpu('small'), floors: cpu('floor') }),
      resultOf({
        ...{ row: `start, ${bench.small} → ${bench.large}`, unit: 'ms', target: 1.2 },
        ...{ values: times('large'), floors: times('small') },
      }),
      await idleMemory(bench, { profile: large.folder, emptyProfile: empty.folder }),
    ]
  } finally {
    for (const each of [small, large]) await each.stop()
    for (const each of [small, large, empty]) each.remove()
  }
}

/** Memory of a window that was opened on a synced library and left alone. */
async function idleMemory(bench, { profile, emptyProfile }) {
  const empty = await openApp({ ...bench, profile: emptyProfile, folder: emptyWindow })
  const app = await openApp({ ...bench, profile })
  try {
    await waitForRows(app)
    return resultOf({
      ...{ row: `memory of all processes (PSS), idle, ${bench.large}`, unit: 'MiB', target: 1.8 },
      ...{ values: [mib(await settledBytes(bench, app))], floors: [mib(await settledBytes(bench, empty))] },
    })
  } finally {
    for (const each of [app, empty]) await each.quit()
  }
}

const run = promisify(execFile)

/** By then the page has read its lists again after a sync. */
const quietAfterMs = 5_000

/** Opens the app beside a service that replays a list. `floor` measures the two floors of its bytes. */
async function withReplay(bench, insights, measure) {
  const service = await startService({ ...bench, insights, hasValidators: false })
  const { baseAddress, organisationId, workspaceId, token } = service.connection
  const replay = await startReplay({ baseUrl: baseAddress, token })
  const connection = { ...service.connection, baseAddress: replay.baseUrl }
  const profile = makeProfile()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'discovery-desk-bench-floor-'))
  const app = await openApp({ ...bench, profile: profile.folder })
  const floor = async () => {
    const files = [path.join(folder, 'insights.json'), path.join(folder, 'floor.db')]
    writeFileSync(files[0], replay.insights()[1].body)
    const env = { ...bench.env, ELECTRON_RUN_AS_NODE: '1' }
    const program = inProject('scripts', 'bench', 'floor-sync.cjs')
    return JSON.parse((await run(bench.electron, [program, inProject(), ...files], { env })).stdout)
  }
  try {
    await replay.prepare(`/organisations/${organisationId}/workspaces/${workspaceId}/insights`)
    return await measure({ app, replay, connection, floor })
  } finally {
    await app.quit()
    replay.stop()
    await service.stop()
    profile.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function sync(bench) {
  return [...(await withReplay(bench, bench.small, syncSmall(bench))), await syncLarge(bench)]
}

const syncSmall =
  (bench) =>
  async ({ app, replay, connection, floor }) => {
    const synced = { values: [], floors: [] }
    const unchanged = { values: [], floors: [] }
    for (let place = -1; place < bench.samples; place += 1) {
      const workspace = await connectAndSync(app, connection)
      const queryableMs = (await syncedAt(app)) - replay.sentAt()
      await app.page.waitForTimeout(quietAfterMs)
      const again = Date.now()
      await app.call('sync.now', { workspace })
      const againMs = Date.now() - again
      const { syncMs, hashMs } = await floor()
      // The first round still used the generator and compiled code.
      if (place >= 0) {
        synced.values.push(queryableMs)
        synced.floors.push(syncMs)
        unchanged.values.push(againMs)
        unchanged.floors.push(hashMs)
      }
      await app.call('environments.forget', { environment: 'staging', confirmation: 'Staging' })
    }
    return [
      resultOf({ row: `sync ${bench.small}, last byte sent to queryable`, unit: 'ms', target: 2, ...synced }),
      resultOf({ row: 'sync of an unchanged list, sent again', unit: 'ms', target: 1.2, ...unchanged }),
    ]
  }

/** The floor parses one string. A list that is longer than a string may be has none, and so no target. */
const syncLarge = (bench) =>
  withReplay(bench, bench.large, async ({ app, replay, connection, floor }) => {
    await connectAndSync(app, connection)
    const seconds = ((await syncedAt(app)) - replay.sentAt()) / 1000
    const hasFloor = replay.insights()[1].body.length <= constants.MAX_STRING_LENGTH
    const measured = hasFloor ? { target: 2, floors: [(await floor()).syncMs / 1000] } : { target: null }
    return resultOf({
      row: `sync ${bench.large}, last byte sent to queryable`,
      unit: 's',
      values: [seconds],
      ...measured,
    })
  })

/** The time at which the page heard from main that the sync had ended. */
const syncedAt = ({ page }) => page.evaluate(() => globalThis.benchSyncedAt)

/** Measures the first sync of the large list while queries run, then search, scrolling, the bridge and memory. */
async function live(bench) {
  const service = await startService({ ...bench, insights: bench.large })
  const profile = makeProfile()
  const emptyProfile = makeProfile()
  const app = await openApp({ ...bench, profile: profile.folder })
  const empty = await openApp({ ...bench, profile: emptyProfile.folder, folder: emptyWindow })
  try {
    const { rows: syncing, workspace } = await watchedSync(bench, app, service.connection)
    const memory = { values: [mib(await settledBytes(bench, app))], floors: [mib(await settledBytes(bench, empty))] }
    const scrolling = { values: [], floors: [] }
    const bridge = { values: [], floors: [] }
    const frames = []
    await keepReply(empty, app)
    await empty.page.evaluate(() => {
      const rows = Array.from(
        { length: 100 },
        (_, place) => `<tr><td>Row ${place}</td><td>Some text in a cell</td></tr>`,
      )
      document.body.innerHTML = `<div id="list" style="height:90vh;overflow:auto"><table>${rows.join('').repeat(20)}</table></div>`
    })
    for (let place = 0; place < bench.samples; place += 1) {
      frames.push(await empty.page.evaluate(frameMs))
      bridge.floors.push(await callMs(empty, 'bare'))
      bridge.values.push(await callMs(app, 'discoveryDesk'))
      scrolling.floors.push(await empty.page.evaluate(scrollShare, '#list'))
      scrolling.values.push(await app.page.evaluate(scrollShare, null))
    }
    const keys = await typeKeys(app, bench.samples)
    const frame = median(frames)
    const p95 = quantile(keys, 0.95)
    const ranked = await rankInsights(app, bench.samples)
    const decided = await decideRows(bench, app, workspace)
    const slower = scrolling.values.map((value, place) => (value - scrolling.floors[place]) * 100)
    return [
      ...syncing,
      {
        ...resultOf({
          row: `search key to rows, ${bench.large}, p95`,
          unit: 'ms',
          target: 3,
          values: [p95],
          floors: [frame],
        }),
        samples: keys.length,
      },
      resultOf({
        row: `insights ranked, ${bench.large}, first rows`,
        unit: 'ms',
        target: 1000,
        values: [ranked.firstMs],
      }),
      resultOf({
        ...{ row: `weight moved to rows in another order, ${bench.large}`, unit: 'ms', target: 6 },
        ...{ values: ranked.movedMs, floors: ranked.movedMs.map(() => frame) },
      }),
      resultOf({
        row: `scrolling ${bench.large}: late frames beyond a plain page`,
        unit: '%',
        target: 2,
        values: slower,
      }),
      resultOf({ row: 'call over the bridge', unit: 'ms', target: 1.3, ...bridge }),
      resultOf({
        row: `memory of all processes (PSS) after a first sync, ${bench.large}`,
        unit: 'MiB',
        target: 2,
        ...memory,
      }),
      ...decided,
    ]
  } finally {
    await empty.quit()
    await app.quit()
    await service.stop()
    profile.remove()
    emptyProfile.remove()
  }
}

/** Runs in main and in the page, so it can't use anything else of this file. */
function watchStalls() {
  const stalls = []
  let last = performance.now()
  const look = () => {
    const now = performance.now()
    if (now - last > 11) stalls.push({ endedAt: Date.now(), ms: now - last - 10 })
    last = now
  }
  const timer = setInterval(look, 10)
  globalThis.benchStopWatching = () => {
    clearInterval(timer)
    look()
    return stalls
  }
}

/** Runs where `watchStalls` ran. Returns all stalls, and leaves no timer to what is measured next. */
const stopWatching = () => globalThis.benchStopWatching()

const longest = (stalls) => Math.max(0, ...stalls.map(({ ms }) => ms))

/** A stall in which the sync began is one of the sync. */
const longestOf = (stalls, syncingAt) => ({
  connecting: longest(stalls.filter(({ endedAt }) => endedAt < syncingAt)),
  syncing: longest(stalls.filter(({ endedAt }) => endedAt >= syncingAt)),
})

async function watchedSync(bench, app, connection) {
  const { organisationId, workspaceId } = connection
  const workspace = { environment: 'staging', organisationId, workspaceId }
  const sort = { column: 'updatedAt', direction: 'descending' }
  const query = { workspace, filter: {}, sort, offset: 0, limit: 100 }
  const askOnAndOn = (input) => {
    globalThis.benchAnswers = []
    const ask = async () => {
      while (globalThis.benchIsAsking !== false) {
        const begin = performance.now()
        await globalThis.discoveryDesk.call({ name: 'insights.query', callId: crypto.randomUUID(), input })
        globalThis.benchAnswers.push(performance.now() - begin)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    // No earlier: a query would also wait for the library to open, which is no part of a sync.
    const stop = globalThis.discoveryDesk.on(({ name, payload }) => {
      if (name !== 'sync.changed' || payload.state !== 'syncing') return
      stop()
      globalThis.benchSyncingAt = Date.now()
      void ask()
    })
  }
  await connectAndSync(app, connection, async () => {
    await app.page.evaluate(askOnAndOn, query)
    await app.app.evaluate(watchStalls)
    await app.page.evaluate(watchStalls)
  })
  // By then the library has moved the log into the file.
  await app.page.waitForTimeout(10_000)
  const answers = await app.page.evaluate(() => {
    globalThis.benchIsAsking = false
    return globalThis.benchAnswers ?? []
  })
  if (answers.length === 0) throw new Error('The sync was over before a question was asked.')
  const syncingAt = await app.page.evaluate(() => globalThis.benchSyncingAt)
  const inMain = longestOf(await app.app.evaluate(stopWatching), syncingAt)
  const inPage = longestOf(await app.page.evaluate(stopWatching), syncingAt)
  const metrics = await app.app.evaluate(({ app: it }) =>
    it.getAppMetrics().map(({ pid, type, name, serviceName }) => ({ pid, type, name, serviceName })),
  )
  const peak = (pid) => {
    const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(line?.[1] ?? Number.NaN) / 1024
  }
  const library = metrics.find((each) => /Library/.test(`${each.name} ${each.serviceName}`))
  const main = metrics.find(({ type }) => type === 'Browser')
  const rows = [
    ['longest stall of main', 'ms', 50, inMain.syncing],
    ['longest stall of the renderer', 'ms', 50, inPage.syncing],
    ['longest answer of the library', 'ms', 100, Math.max(...answers)],
    ['95% of its answers', 'ms', 100, quantile(answers, 0.95)],
    ['peak memory of the library', 'MiB', 400, library ? peak(library.pid) : Number.NaN],
    ['peak memory of main', 'MiB', 250, main ? peak(main.pid) : Number.NaN],
  ]
  const before = [
    ['longest stall of main', inMain.connecting],
    ['longest stall of the renderer', inPage.connecting],
  ]
  return {
    workspace,
    rows: [
      ...before.map(([row, value]) =>
        resultOf({ row: `connecting, until the sync begins: ${row}`, unit: 'ms', target: 50, values: [value] }),
      ),
      ...rows.map(([row, unit, target, value]) =>
        resultOf({ row: `sync ${bench.large}: ${row}`, unit, target, values: [value] }),
      ),
    ],
  }
}

/** Does the work while listing metrics over and over: the longest answer shows how long one step held up the library. */
async function whileAsking({ page }, workspace, work) {
  await page.evaluate(
    (input) => {
      globalThis.benchAnswers = []
      globalThis.benchIsAsking = true
      globalThis.benchAsked = (async () => {
        while (globalThis.benchIsAsking) {
          const begin = performance.now()
          await globalThis.discoveryDesk.call({ name: 'metrics.list', callId: crypto.randomUUID(), input })
          globalThis.benchAnswers.push(performance.now() - begin)
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      })()
    },
    { workspace },
  )
  const begin = performance.now()
  const result = await work()
  const ms = performance.now() - begin
  const longestMs = await page.evaluate(async () => {
    globalThis.benchIsAsking = false
    await globalThis.benchAsked
    return Math.max(...globalThis.benchAnswers)
  })
  return { result, ms, longestMs }
}

const pollMs = 100

/** Repeats the question until its answer is done. */
async function untilDone(ask, isDone) {
  for (;;) {
    const answer = await ask()
    if (isDone(answer)) return answer
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
}

/**
 * The calls behind a decision. Each is measured before any of its data was read, and again afterwards. Only every third
 * insight has an embedding, so rows about embeddings say how many were compared.
 */
async function decideRows(bench, app, workspace) {
  const { call } = app
  const limited = (row, target, values) => resultOf({ row, unit: 'ms', target, values })
  const list = { workspace, text: '', relatedTo: null, offset: 0, limit: 1 }
  const sort = { column: 'insights', direction: 'descending' }
  const { rows } = await call('opportunities.query', { ...list, statuses: [], sort })
  const subject = { kind: 'opportunity', id: rows[0].id }
  const filter = { text: '', kinds: [], onlyGaps: false, onlyUnseen: false }
  const reads = [
    ['map, the lists at its top', 'map.top', { workspace, filter }, 1000],
    ['This week, what wants attention', 'thisWeek.get', { workspace }, 1000],
    ['This week, trends', 'thisWeek.trends', { workspace }, 1000],
    [`brief of ${rows[0].insights} insights`, 'briefs.get', { workspace, subject, includesHidden: false }, 500],
  ]
  const results = []
  for (const [what, name, input, target] of reads) {
    const first = await whileAsking(app, workspace, () => call(name, input))
    const warm = []
    for (let sample = 0; sample < bench.samples; sample += 1) {
      const begin = performance.now()
      await call(name, input)
      warm.push(performance.now() - begin)
    }
    results.push(
      limited(`${what}, ${bench.large}, first`, target, [first.ms]),
      limited(`${what}: longest answer meanwhile`, 50, [first.longestMs]),
      limited(`${what}, again`, 100, warm),
    )
    if (name === 'map.top') await completeFeedbackIndex(app, workspace)
  }
  return [...results, ...(await embeddingRows(bench, app, workspace))]
}

/**
 * A search of feedback is answered once its index is complete. Otherwise the library would make it beside the next rows: it
 * begins 5 s after the map was opened, and works for 10 s.
 */
const completeFeedbackIndex = ({ call }, workspace) =>
  call('feedback.query', {
    ...{ workspace, text: 'battery', relatedTo: null, sources: [], sentiments: [], months: [] },
    ...{ sort: { column: 'createdAt', direction: 'descending' }, offset: 0, limit: 1 },
  })

async function embeddingRows(bench, app, workspace) {
  const { call } = app
  const limited = (row, target, values) => resultOf({ row, unit: 'ms', target, values })
  const { near, first, longestMs } = await nearestInsights(bench, app, workspace)
  const drawn = await whileAsking(app, workspace, async () => {
    await call('topicMap.draw', { workspace, what: 'all' })
    return untilDone(
      () => call('topicMap.state', { workspace }),
      ({ progress, map, hasFailed }) => progress === null && (map !== null || hasFailed),
    )
  })
  if (drawn.result.hasFailed) throw new Error('The topic map could not be drawn.')
  const found = await whileAsking(app, workspace, () =>
    untilDone(
      () => call('duplicates.find', { workspace }),
      ({ progress }) => progress === 1,
    ),
  )
  const of = `${drawn.result.withEmbedding} embeddings`
  return [
    limited(`nearest 20 insights, ${of}, first`, 1000, [first]),
    limited('nearest 20 insights, first: longest answer meanwhile', 50, [longestMs]),
    limited(`nearest 20 insights, ${of}, again`, 100, near),
    limited(`topic map drawn, ${of}`, 120_000, [drawn.ms]),
    limited('topic map drawn: longest answer meanwhile', 50, [drawn.longestMs]),
    limited(`duplicates found, ${of}`, 60_000, [found.ms]),
    limited('duplicates found: longest answer meanwhile', 50, [found.longestMs]),
  ]
}

/** The first call reads all embeddings even if its insight has none. Later ones without one match by words and don't count. */
async function nearestInsights(bench, app, workspace) {
  const sort = { column: 'updatedAt', direction: 'descending' }
  const limit = Math.min(100, bench.samples * 6)
  const { rows } = await app.call('insights.query', { workspace, filter: {}, sort, offset: 0, limit })
  const ask = (id) => app.call('duplicates.similar', { workspace, id })
  const first = await whileAsking(app, workspace, () => ask(rows[0].id))
  const near = []
  for (const { id } of rows.slice(1)) {
    const begin = performance.now()
    const { by } = await ask(id)
    if (by === 'meaning' && near.length < bench.samples) near.push(performance.now() - begin)
  }
  if (near.length === 0) throw new Error('No insight of the first rows has an embedding.')
  return { near, first: first.ms, longestMs: first.longestMs }
}

/**
 * PSS once it has not fallen for so long: after a large sync the library first moves the log into the file, and then
 * releases the memory that the sync and the move took.
 */
export async function settledBytes({ settledAfterMs }, app) {
  let settled = await proportionalBytes(app)
  for (let fellAt = Date.now(); Date.now() - fellAt < settledAfterMs; ) {
    await app.page.waitForTimeout(settledAfterMs / 4)
    const bytes = await proportionalBytes(app)
    if (bytes > settled * 0.98) continue
    settled = bytes
    fellAt = Date.now()
  }
  return settled
}

/** PSS, which counts memory shared by processes once. */
async function proportionalBytes({ app }) {
  const pids = await app.evaluate(({ app: it }) => it.getAppMetrics().map(({ pid }) => pid))
  return pids.reduce((sum, pid) => {
    const line = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
    return sum + Number(line?.[1] ?? 0) * 1024
  }, 0)
}

/** The measured call. Its floor sends and returns the same without a check: most of the cost is copying. */
const envelope = { name: 'preferences.read', input: {} }

async function keepReply(empty, app) {
  const reply = await app.page.evaluate((sent) => globalThis.discoveryDesk.call({ ...sent, callId: 'bench' }), envelope)
  await empty.page.evaluate((kept) => globalThis.bare.keep(kept), reply)
}

/** Milliseconds per call. `bridge`: the name of an object on the window. */
const callMs = ({ page }, bridge) =>
  page.evaluate(
    async ([name, sent]) => {
      const begin = performance.now()
      for (let count = 0; count < 200; count += 1) {
        await globalThis[name].call({ ...sent, callId: `bench ${count}` })
      }
      return (performance.now() - begin) / 200
    },
    [bridge, envelope],
  )

/** Runs in a page: the median time between frames. */
function frameMs() {
  return new Promise((resolve) => {
    const times = []
    const step = (now) => {
      times.push(now)
      if (times.length < 40) return requestAnimationFrame(step)
      const gaps = times.slice(1).map((time, place) => time - times[place])
      resolve(gaps.sort((one, other) => one - other)[20])
    }
    requestAnimationFrame(step)
  })
}

/** Runs in a page: scrolls a list and returns the share of late frames. */
function scrollShare(selector) {
  return new Promise((resolve) => {
    const inTable = document.querySelector('tbody tr')
    let list = selector ? document.querySelector(selector) : inTable
    while (!selector && list && list.scrollHeight <= list.clientHeight + 10) list = list.parentElement
    const times = []
    const step = (now) => {
      times.push(now)
      list.scrollTop += 90
      if (times.length < 120) return requestAnimationFrame(step)
      list.scrollTop = 0
      const late = times.slice(1).filter((time, place) => time - times[place] > 25)
      resolve(late.length / times.length)
    }
    requestAnimationFrame(step)
  })
}

/** Runs in a page: adds to `benchKeys` the time from each key to the frame after the rows of its table changed. */
function watchKeys() {
  globalThis.benchKeys = []
  let began = null
  addEventListener('keydown', () => (began = performance.now()), true)
  new MutationObserver(() => {
    if (began === null) return
    const from = began
    began = null
    requestAnimationFrame(() => globalThis.benchKeys.push(performance.now() - from))
  }).observe(document.querySelector('tbody').parentElement, { subtree: true, childList: true, characterData: true })
}

/** Opens Prioritise on all insights and moves weights; times the frame after the first rows and after each step. */
async function rankInsights({ page }, steps) {
  const firstMs = await page.evaluate(async () => {
    const began = performance.now()
    globalThis.location.hash = '#/prioritise?rows=insights&panel=weights'
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    while (document.querySelector('table[aria-label="Ranking"] tbody tr b') === null) await frame()
    return performance.now() - began
  })
  await page.evaluate(watchKeys)
  await page.getByRole('slider', { name: 'Average momentum, slider' }).focus()
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press(step % 2 === 0 ? 'ArrowRight' : 'ArrowLeft')
    await page.waitForTimeout(500)
  }
  return { firstMs, movedMs: await page.evaluate(() => globalThis.benchKeys) }
}

/** Types words into the search and times each key, up to the frame after the rows changed. */
export async function typeKeys({ page }, words) {
  await page.evaluate(watchKeys)
  const search = page.getByRole('searchbox').first()
  const all = ['battery', 'the bike', 'charger', 'brake']
  for (let place = 0; place < Math.max(2, Math.ceil(words / 3)); place += 1) {
    await search.fill('')
    await page.waitForTimeout(500)
    await search.focus()
    for (const key of all[place % all.length]) {
      await page.keyboard.press(key === ' ' ? 'Space' : key)
      await page.waitForTimeout(400)
    }
  }
  return page.evaluate(() => globalThis.benchKeys)
}
