// The whole app under Electron, killed at random moments of a storm of changes: every acknowledged change is at the service
// in the end, once. `npm run test:crash -- --electron --kills 40` runs longer.
import { cp, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { Bridge } from '../../../src/contract/bridge'
import type { ActivityEntry } from '../../../src/contract/features/activity'
import { fractionOf } from '../../../src/sandbox/seed/identifiers'
import type { Fault } from '../../../src/sandbox/testing/faults'
import { callBridge } from '../../commands/call-bridge'
import { connectionOf } from '../../commands/connect-workspace'
import { killEverything } from '../../commands/kill-everything'
import { listAtService } from '../../commands/list-at-service'
import { expect, test } from '../../fixtures/test'

const kills = Number(process.env.ELECTRON_KILLS ?? 3)
const seed = Number(process.env.CRASH_SEED ?? 1)
let drawn = 0
const random = () => {
  drawn += 1
  return fractionOf(`kills/${seed}/${drawn}`)
}

interface Storm {
  readonly life: number
  readonly workspace: unknown
  readonly documents: readonly string[]
}

/** Makes changes until the page is gone, and logs to the console what the person would have been told. */
function storm(page: Page, order: Storm): Promise<void> {
  return page.evaluate(({ life, workspace, documents }) => {
    const { discoveryDesk } = globalThis as unknown as { discoveryDesk: Bridge }
    const call = (name: string, input: object) =>
      discoveryDesk.call({ name, callId: crypto.randomUUID(), input: { workspace, ...input } })
    let underWay = 0
    async function go(): Promise<void> {
      for (let change = 0; ; change += 1) {
        const title = `Life ${life}, change ${change}`
        const insight = { type: 'Bug', title, description: 'In a storm.' }
        const document = change % 5 === 4 ? documents[(change - 4) / 5] : undefined
        const asked =
          document === undefined
            ? call('insights.create', { insight })
            : call('knowledge.delete', { id: document, confirmation: null })
        const said = document ?? title
        underWay += 1
        void asked.then(({ ok }) => {
          underWay -= 1
          if (ok) console.info(`told ${said}`)
        })
        if (change % 7 === 0) void call('sync.now', {})
        do await new Promise((resolve) => setTimeout(resolve, 15))
        while (underWay > 10)
      }
    }
    void go()
  }, order)
}

test(`${kills} kills of the whole app in a storm of changes: every acknowledged change arrives, none twice`, async ({
  start,
  serve,
  serveFaults,
}) => {
  test.setTimeout(600_000 + kills * 60_000)
  const service = await serve()
  const faulty = await serveFaults({ upstream: service.baseUrl })
  /** Lets the request take effect, then delays or loses the answer. */
  const unreliable: Fault = async (response, { method, url, headers, body }) => {
    if (random() < 0.2) return void response.destroy()
    const { host: _host, connection: _connection, ...rest } = headers
    const init = { method, headers: rest as Record<string, string>, body: new Uint8Array(body) }
    const answer = await fetch(service.baseUrl + url, init)
    const text = await answer.text()
    await sleep(random() * 40)
    if (random() < 0.2) return void response.destroy()
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
  }
  const { workspaceName, organisationId, workspaceId, token } = connectionOf(service)
  const workspace = { environment: 'staging', organisationId, workspaceId }
  const acknowledged = new Set<string>()
  const documents: string[] = []

  for (let life = 0; life < kills; life += 1) {
    const app = await start()
    app.page.on('console', (message) => {
      const [, said] = /^told (.*)$/.exec(message.text()) ?? []
      if (said !== undefined) acknowledged.add(said)
    })
    if (life === 0) {
      const connection = { environment: 'staging', baseAddress: faulty.baseUrl, organisationId, workspaceId, token }
      const connected = await callBridge(app.page, 'environments.connect', { ...connection, workspaceName })
      expect(connected.ok).toBe(true)
      const path = `/organisations/${organisationId}/workspaces/${workspaceId}/knowledge`
      const answer = await fetch(service.baseUrl + path, { headers: { authorization: `Bearer ${token}` } })
      documents.push(...((await answer.json()) as { data: { id: string }[] }).data.map(({ id }) => id))
      faulty.script({ method: 'POST', fault: unreliable })
      faulty.script({ method: 'DELETE', fault: unreliable })
    }
    const share = Math.floor(documents.length / kills)
    await storm(app.page, { life, workspace, documents: documents.slice(life * share, (life + 1) * share) })
    // Every third app is killed during its start, the others after some acknowledgements.
    const before = acknowledged.size
    const wanted = life % 3 === 2 ? 0 : 1 + Math.floor(random() * 6)
    await expect
      .poll(() => acknowledged.size - before, { intervals: [10], timeout: 60_000 })
      .toBeGreaterThanOrEqual(wanted)
    await sleep(random() * 300)
    await killEverything(app)
  }

  const deletions = faulty.requests.flatMap(({ method, url }) => (method === 'DELETE' ? [url] : []))
  expect(new Set(deletions).size, 'a deletion is not sent twice').toBe(deletions.length)
  const sent = faulty.requests.length
  faulty.reset()
  const { page } = await start()
  const unsettled = async () => {
    await callBridge(page, 'sync.now', { workspace })
    const reply = await callBridge(page, 'activity.unsettled', { workspace })
    if (!reply.ok) return null
    const changes = reply.value as readonly ActivityEntry[]
    // The app was killed before it told the person that these are kept, so they need review.
    const toReview = changes.filter(({ state, needsReview }) => state === 'waiting' && needsReview)
    const seen = toReview.map(({ changeId, version }) => ({ changeId, version }))
    if (seen.length > 0) await callBridge(page, 'activity.send', { workspace, changes: seen })
    return changes
  }
  // A change interrupted while being sent counts as missing when two lists, 90 s apart, lack it. Each poll is a whole sync,
  // so most of that time passes without one.
  await expect.poll(unsettled, { timeout: 240_000, intervals: [1_000, 5_000, 5_000, 80_000, 5_000] }).toEqual([])
  const titles = (await listAtService(service)).map(({ title }) => title).filter((title) => title.startsWith('Life '))
  console.log(`${kills} kills, ${sent} requests, ${acknowledged.size} acknowledged, ${titles.length} insights made`)
  expect(new Set(titles).size, 'no insight is created twice').toBe(titles.length)
  const left = new Set(documents.filter((id) => acknowledged.has(id)))
  expect([...acknowledged].filter((said) => !titles.includes(said) && !left.has(said))).toEqual([])
  expect(acknowledged.size).toBeGreaterThan(0)
  const path = `/organisations/${organisationId}/workspaces/${workspaceId}/knowledge`
  const answer = await fetch(service.baseUrl + path, { headers: { authorization: `Bearer ${token}` } })
  const there = ((await answer.json()) as { data: { id: string }[] }).data
  expect(there.filter(({ id }) => acknowledged.has(id))).toEqual([])
})

test('a library folder restored from before a creation was sent does not send the creation twice', async ({
  start,
  serve,
  serveFaults,
  profile,
}) => {
  const service = await serve()
  const gate = await serveFaults({ upstream: service.baseUrl })
  const { workspaceName, organisationId, workspaceId, token } = connectionOf(service)
  const workspace = { environment: 'staging', organisationId, workspaceId }
  const library = path.join(profile, 'library')
  const backup = path.join(profile, 'backup of the library')
  const creations = () => gate.requests.filter(({ method }) => method === 'POST').length
  const title = 'Sent after the backup'

  const first = await start()
  const connection = { environment: 'staging', baseAddress: gate.baseUrl, organisationId, workspaceId, token }
  expect(await callBridge(first.page, 'environments.connect', { ...connection, workspaceName })).toMatchObject({
    ok: true,
  })
  await gate.goAway()
  const insight = { type: 'Bug', title, description: 'Typed while the service was away.' }
  expect(await callBridge(first.page, 'insights.create', { workspace, insight })).toMatchObject({ ok: true })
  await first.quit()
  await cp(library, backup, { recursive: true })
  await gate.comeBack()

  const startUntilNothingWaits = async () => {
    const app = await start()
    const unsettled = async () => {
      await callBridge(app.page, 'sync.now', { workspace })
      const reply = await callBridge(app.page, 'activity.unsettled', { workspace })
      return reply.ok ? reply.value : null
    }
    await expect.poll(unsettled, { timeout: 60_000, intervals: [500] }).toEqual([])
    await app.quit()
  }
  await startUntilNothingWaits()
  expect(creations()).toBe(1)

  await rm(library, { recursive: true })
  await cp(backup, library, { recursive: true })
  await startUntilNothingWaits()
  expect(creations()).toBe(1)
  const there = await listAtService(service)
  expect(there.filter((each) => each.title === title)).toHaveLength(1)
})
