// A token goes from the field into the keychain and from there to one origin, and nowhere else.
import type { Page } from '@playwright/test'
import { appApi } from '../../../src/contract/app'
import { faults } from '../../../src/sandbox/testing/faults'
import type { RunningService } from '../../app/service'
import { callBridge } from '../../commands/call-bridge'
import { captureHeap } from '../../commands/capture-heap'
import { connectionOf, connectWorkspace } from '../../commands/connect-workspace'
import { createInsight } from '../../commands/create-insight'
import { openView } from '../../commands/open-view'
import { readProcesses } from '../../commands/read-processes'
import { filesWith, readProfile } from '../../commands/read-profile'
import { insightRow, waitForRows } from '../../commands/read-rows'
import { syncNow, syncStatus } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

/** Replies of every query of the contract, each with a valid input. */
async function allReplies(page: Page, { organisationId, workspaceId, topics }: RunningService): Promise<string> {
  const workspace = { environment: 'staging', organisationId, workspaceId }
  const sort = { column: 'title', direction: 'ascending' }
  const range = { sort, offset: 0, limit: 500 }
  const insights = { workspace, filter: {}, ...range }
  const list = { workspace, text: '', relatedTo: null, ...range }
  const withStatuses = { ...list, statuses: [] }
  const knowledge = { ...list, states: [], sources: [] }
  const activity = { workspace, text: '', offset: 0, limit: 500 }
  const firstOf = async (name: string, input: unknown) => {
    const { value } = (await callBridge(page, name, input)) as { value: { rows: readonly Record<string, unknown>[] } }
    return value.rows[0] ?? {}
  }
  const record = async (name: string, input: unknown) => ({ workspace, id: (await firstOf(name, input)).id })
  const opportunity = await record('opportunities.query', withStatuses)
  const topic = { workspace, id: topics[0]?.id }
  await callBridge(page, 'topics.open', topic)
  const mapFilter = { text: '', kinds: [], onlyGaps: false, onlyUnseen: false }
  const inputs: Readonly<Record<string, unknown>> = {
    'activity.get': { workspace, changeId: (await firstOf('activity.query', activity)).changeId },
    'activity.query': activity,
    'activity.unsettled': { workspace },
    'briefs.get': { workspace, subject: { kind: 'opportunity', id: opportunity.id }, includesHidden: true },
    'duplicates.find': { workspace },
    'duplicates.related': { workspace, ids: [(await firstOf('insights.query', insights)).id], text: '', limit: 5 },
    'duplicates.similar': await record('insights.query', insights),
    'environments.list': {},
    'environments.measure': { environment: 'staging' },
    'feedback.get': await record('feedback.query', { ...list, sort: { ...sort, column: 'source' } }),
    'feedback.query': { ...list, sort: { ...sort, column: 'source' } },
    'help.diagnostics': {},
    'help.licences': {},
    'help.reportTo': {},
    'insights.drafts': { workspace },
    'insights.draft': { workspace },
    'insights.get': await record('insights.query', insights),
    'insights.query': insights,
    'insights.scoreHistory': await record('insights.query', insights),
    'knowledge.get': await record('knowledge.query', knowledge),
    'knowledge.query': knowledge,
    'metrics.list': { workspace },
    'network.read': {},
    'news.get': await record('insights.query', insights),
    'news.query': { workspace, text: '', kinds: [], offset: 0, limit: 500 },
    'opportunities.get': opportunity,
    'opportunities.markAllSeenPreview': opportunity,
    'opportunities.query': withStatuses,
    'outcomes.get': await record('outcomes.query', list),
    'outcomes.query': list,
    'preferences.read': {},
    'map.top': { workspace, filter: mapFilter },
    'map.branch': { workspace, list: 'goals', of: null, filter: mapFilter, limit: 8 },
    'priorities.models': { workspace },
    'priorities.rows': { workspace, kind: 'opportunity' },
    'priorities.titles': { workspace, kind: 'opportunity' },
    'priorities.decisions': { workspace, kind: 'opportunity' },
    'priorities.since': { workspace, kind: 'opportunity' },
    'savedViews.counts': { workspace },
    'savedViews.list': { workspace },
    'search.everything': { workspace, text: 'range', limit: 20 },
    'shell.info': {},
    'shell.linkOpening': {},
    'shell.updates': {},
    'solutions.get': await record('solutions.query', withStatuses),
    'solutions.query': withStatuses,
    'sync.status': { workspace },
    'topicMap.names': { workspace, insights: [1, 2, 3] },
    'topicMap.points': { workspace, mapId: '' },
    'topicMap.state': { workspace },
    'topics.get': topic,
    'topics.list': { workspace },
    'thisWeek.get': { workspace },
    'thisWeek.trends': { workspace },
    'triage.get': { ...(await record('insights.query', insights)), kind: 'insight' },
    'triage.existing': { workspace, kind: 'opportunity', ids: [opportunity.id] },
    'triage.labels': { workspace },
  }
  const queries = Object.entries(appApi).flatMap(([feature, calls]) =>
    Object.entries(calls).flatMap(([method, call]) => (call.kind === 'query' ? [`${feature}.${method}`] : [])),
  )
  // A new query of the contract must be added above, or its replies would go unchecked.
  expect(queries.sort()).toEqual(Object.keys(inputs).sort())
  const replies: unknown[] = []
  for (const [name, input] of Object.entries(inputs)) {
    const reply = await callBridge(page, name, input)
    // Nothing has changed since the last review, so one insight has no change to show.
    const expected = name === 'news.get' ? { ok: false, error: { code: 'NOT_FOUND' } } : { ok: true }
    expect(reply).toMatchObject(expected)
    replies.push(reply)
  }
  return JSON.stringify(replies)
}

test('once saved, the token is in no reply, nor in the page, its memory, a command line, the log or the profile', async ({
  start,
  serve,
  profile,
}) => {
  const service = await serve()
  const { pid, page } = await start()
  await connectWorkspace(page, connectionOf(service))
  await createInsight(page, { title: 'One that is in the activity', description: 'For the list of changes.' })
  await expect(insightRow(page, 'One that is in the activity')).toBeVisible()
  await syncNow(page)
  await openView(page, 'Settings')
  await page.getByRole('button', { name: `Replace token of ${service.workspaceName}` }).click()
  const dialog = page.getByRole('dialog', { name: 'New access token' })
  await dialog.getByLabel('Access token').fill(service.readOnlyToken)
  await dialog.getByRole('button', { name: 'Save token' }).click()
  await expect(dialog).toBeHidden()
  await syncNow(page)
  await expect(syncStatus(page)).toContainText(/^Synced/)
  // The signature makes a token valid, and is the only part that no other token shares.
  const signatures = [service.token, service.readOnlyToken].map((token) => token.split('.')[2] ?? '')
  expect(new Set(signatures).size).toBe(2)
  for (const signature of signatures) expect(signature.length).toBeGreaterThan(40)
  const signaturesIn = (text: string) => signatures.filter((signature) => text.includes(signature))

  expect(signaturesIn(await allReplies(page, service))).toEqual([])
  for (const view of ['Settings', 'Activity', 'Insights']) {
    await openView(page, view)
    expect(signaturesIn(await page.content())).toEqual([])
    const values = await page
      .locator('input, textarea')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))
    expect(signaturesIn(values.join('\n'))).toEqual([])
  }
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]))).toBe(
    await page.evaluate(() => JSON.stringify([{}, {}, history.state])),
  )

  const marker = `marker-${crypto.randomUUID()}`
  await page.evaluate((text) => Object.assign(globalThis, { heapMarker: text }), marker)
  const heap = await captureHeap(page)
  expect(heap).toContain(marker)
  expect(signaturesIn(heap)).toEqual([])

  const processes = await readProcesses(pid)
  expect(processes.length).toBeGreaterThan(3)
  expect(processes.filter(({ commandLine }) => signaturesIn(commandLine).length > 0)).toEqual([])

  const files = await readProfile(profile)
  expect(signatures.flatMap((signature) => filesWith(files, signature))).toEqual([])
})

test('a redirect is an error, and its target gets no request', async ({ firstStart: { page }, serve, serveFaults }) => {
  const service = await serve()
  const elsewhere = await serveFaults({ rules: [{ fault: faults.json({ data: [] }) }] })
  const faulty = await serveFaults({ upstream: service.baseUrl })
  await connectWorkspace(page, { ...connectionOf(service), baseAddress: faulty.baseUrl })
  for (const status of [301, 302, 303, 307, 308] as const) {
    faulty.reset()
    faulty.script({ fault: faults.redirect(`${elsewhere.baseUrl}/stolen`, status) })
    await syncNow(page)
    await expect.poll(() => faulty.requests.length).toBeGreaterThan(0)
    await expect(syncStatus(page)).toContainText(/^Sync failed – data from/)
    await waitForRows(page)
  }
  expect(elsewhere.requests).toEqual([])
})

test('a token stays with the origin it was given for, even when the base address changes', async ({
  firstStart: { page },
  serve,
  serveFaults,
}) => {
  const service = await serve()
  const other = await serveFaults({ upstream: service.baseUrl })
  await connectWorkspace(page, connectionOf(service))
  const { organisationId, workspaceId } = service
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('textbox', { name: 'Base address' }).fill(other.baseUrl)
  await page.getByRole('button', { name: 'Save environment' }).click()
  await expect(page.getByRole('list', { name: 'Workspaces' })).toContainText('No access token')
  await syncNow(page)
  await expect(syncStatus(page)).toContainText('Sign-in needed')
  const connection = { environment: 'staging', baseAddress: other.baseUrl, organisationId, workspaceId }
  await callBridge(page, 'environments.testConnection', connection)
  await callBridge(page, 'environments.connect', { ...connection, workspaceName: 'Elsewhere' })
  await callBridge(page, 'sync.now', { workspace: { environment: 'staging', organisationId, workspaceId } })
  const authorised = other.requests.filter(({ headers }) => headers.authorization !== undefined)
  expect(authorised).toEqual([])
})
