// A walk through production of a service that is slow, broken, empty, whole, away and back again: every state that a
// service can cause in a view, the views that fill with time, and the guards of production.
import { type Fault, faults } from '../../src/sandbox/testing/faults'
import type { FaultyServer } from '../../src/sandbox/testing/faulty-server'
import { answeredBy } from '../app/answered-by'
import type { RunningApp } from '../app/app'
import type { RunningService } from '../app/service'
import { connectionOf, fillConnection, openConnect, saveAndOpen } from '../commands/connect-workspace'
import { createInsight } from '../commands/create-insight'
import { killUntilStopped } from '../commands/kill-library'
import { openReview, syncNow, syncStatus } from '../commands/sync-now'
import { unlockProduction } from '../commands/unlock-production'
import { held } from '../fixtures/held'
import { expect } from '../fixtures/test'
import { close, goTo, goToRows, open, openRow, putBannerAway, putNoticesAway, rowOf } from './go'
import type { Visit } from './stops'

interface Walk extends RunningApp {
  readonly visit: Visit<'service'>
  readonly service: RunningService
  /** The scriptable server in front of the service. */
  readonly gate: FaultyServer
}

const broken = faults.problem(500, 'INTERNAL_SERVER_ERROR')

/** Answers every list with this fault from now on, and forgets earlier rules. */
function answerLists(gate: FaultyServer, fault: Fault): void {
  gate.reset()
  gate.script({ method: 'GET', fault })
}

async function walkFirstSync({ page, visit, service, gate }: Walk): Promise<void> {
  const first = held(broken)
  answerLists(gate, first.fault)
  await openConnect(page)
  await putBannerAway(page)
  await fillConnection(page, { ...connectionOf(service), environment: 'Production', baseAddress: gate.baseUrl })
  await saveAndOpen(page)
  await first.taken
  await expect(syncStatus(page)).toContainText('Syncing')
  await expect(page.getByRole('table')).toHaveCount(0)
  await visit('loading')
  first.release()
  await expect(syncStatus(page)).toContainText('Sync failed')
  await expect(page.getByRole('alert')).toContainText('The service had a problem')
  await visit('first-sync-failed')

  answerLists(gate, answeredBy({ ...service, token: service.expiredToken }))
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(syncStatus(page)).toContainText('Sign-in needed')
  await visit('sign-in-first')
  await open(page, 'Add token…')
  await visit('sign-in')
  await close(page)
}

async function walkEmpty({ page, visit, gate }: Walk): Promise<void> {
  answerLists(gate, faults.json({ data: [] }))
  await syncNow(page)
  await expect(syncStatus(page)).toContainText('Synced')
  const empty = [
    'Insights',
    'Opportunities',
    'Goals',
    'Solutions',
    'Feedback',
    'Knowledge',
    'Metrics',
    'Topics',
    'Activity',
  ] as const
  for (const view of empty) {
    await goTo(page, view)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
    await visit(`${view.toLowerCase() as Lowercase<typeof view>}-empty`)
  }
  await goTo(page, 'What changed')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible()
  await visit('news-empty')
}

async function walkProduction({ electron, page, visit, gate }: Walk): Promise<void> {
  gate.reset()
  await syncNow(page)
  await goToRows(page, 'Insights')
  await visit('production-locked')
  await unlockProduction({ electron, page })

  await goToRows(page, 'Knowledge')
  await openRow(page, 'Knowledge', 'Knowledge details')
  await open(page, /^Delete/)
  await visit('production-delete')
  await close(page)
}

async function walkRegisters({ page, visit, service }: Walk): Promise<void> {
  await goTo(page, 'Metrics')
  await page.getByRole('textbox', { name: 'Metric ID' }).fill(service.metrics[0]?.id ?? '')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Weekly active riders')
  await page.getByRole('button', { name: 'Add metric' }).click()
  await page.getByRole('combobox', { name: 'Goals to link or unlink' }).click()
  await expect(page.getByRole('option').nth(1)).toBeVisible()
  await visit('goals-picker')
  await page.getByRole('option').first().click()
  await page.getByRole('option').nth(1).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Link goals', exact: true }).click()
  await expect(page.getByText(/^linked (just now|\d)/).first()).toBeVisible()
  await putNoticesAway(page)
  await visit('metrics')

  await goTo(page, 'Topics')
  await page.getByRole('textbox', { name: 'Topic ID' }).fill(service.topics[0]?.id ?? '')
  await page.getByRole('button', { name: 'Open topic' }).click()
  await expect(page.getByRole('main').locator('time').first()).toBeVisible()
  await visit('topics')

  await goTo(page, 'Settings')
  await expect(page.getByLabel('Environment', { exact: true })).toHaveValue('production')
  await expect(page.getByText('Unsent changes')).toBeVisible()
  await visit('settings')
  await open(page, /^Replace token/)
  await visit('replace-token')
  await close(page)
  await open(page, /^Rename/)
  await visit('rename-workspace')
  await close(page)
  await open(page, 'Forget this environment…')
  await visit('forget-environment')
  await close(page)
  await page.evaluate(() => {
    location.hash = '#/settings/network'
  })
  await expect(page.getByRole('region', { name: 'Network', exact: true })).toBeFocused()
  await visit('settings-network')
}

async function walkTrouble({ page, visit, service, gate }: Walk): Promise<void> {
  const details = async (stop: 'offline-details' | 'sync-failed-details') => {
    await syncStatus(page).getByRole('button').click()
    await expect(page.getByRole('button', { name: 'Sync now' })).toBeVisible()
    await visit(stop)
    await close(page)
  }
  await goToRows(page, 'Insights')
  await gate.goAway()
  const description = 'Typed on a train.'
  await createInsight(page, { title: 'Riders miss the bell in the rain', description })
  await putNoticesAway(page)
  await createInsight(page, { title: 'A lamp that dims by itself', description })
  await putNoticesAway(page)
  await syncNow(page)
  await expect(syncStatus(page)).toContainText('Offline')
  await visit('offline')
  await details('offline-details')

  await gate.comeBack()
  answerLists(gate, broken)
  await syncNow(page)
  await expect(syncStatus(page)).toContainText('Sync failed')
  await visit('sync-failed')
  await details('sync-failed-details')
  answerLists(gate, answeredBy({ ...service, token: service.expiredToken }))
  await syncNow(page)
  await expect(syncStatus(page)).toContainText('Sign-in needed')
  await visit('sign-in-needed')
}

async function walkActivity({ page, visit, gate }: Walk): Promise<void> {
  gate.reset()
  gate.script({ method: 'POST', url: '/insights', fault: faults.problem(400, 'INVALID_REQUEST') })
  await syncNow(page)
  await syncStatus(page).getByRole('button').click()
  const send = (await openReview(page)).getByRole('button', { name: /^Send \d/ })
  await expect(send).toBeVisible()
  await visit('review-and-send')
  await send.click()
  await expect(syncStatus(page)).toContainText('rejected')
  // Nothing is left to review.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await putNoticesAway(page)
  await goToRows(page, 'Activity')
  await visit('activity')
  await rowOf(page, 'Activity').click()
  await expect(page.getByRole('region', { name: 'Activity details' }).getByRole('alert')).toBeVisible()
  await visit('activity-detail')
}

/** Must come last, as nothing can be visited afterwards. */
async function walkStopped({ page, visit, ...app }: Walk): Promise<void> {
  await killUntilStopped(app, page.getByRole('dialog', { name: 'The local library has stopped' }))
  await visit('library-stopped')
}

export async function walkService(walk: Walk): Promise<void> {
  await walkFirstSync(walk)
  await walkEmpty(walk)
  await walkProduction(walk)
  await walkRegisters(walk)
  await walkTrouble(walk)
  await walkActivity(walk)
  await walkStopped(walk)
}
