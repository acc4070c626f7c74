// Production opens locked, and main keeps it so: no call of the page over the bridge changes the service until the person
// has unlocked it. The list of changing calls comes from the contract, so a new one is tried here automatically.
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { appApi } from '../../../src/contract/app'
import type { Call } from '../../../src/contract/call'
import type { Insight } from '../../../src/contract/resources/insight'
import { answerDialogs, askedDialogs } from '../../commands/answer-dialogs'
import { callBridge } from '../../commands/call-bridge'
import { fillInsight, openNewInsight } from '../../commands/create-insight'
import { listAtService } from '../../commands/list-at-service'
import { openView } from '../../commands/open-view'
import { tableRows } from '../../commands/read-table'
import { sampleOf } from '../../commands/sample-of'
import { syncNow } from '../../commands/sync-now'
import { unlockProduction } from '../../commands/unlock-production'
import { expect, test } from '../../fixtures/test'

const changing = Object.entries(appApi).flatMap(([feature, calls]) =>
  Object.entries(calls as Readonly<Record<string, Call>>).flatMap(([method, call]) =>
    call.changesService ? [{ name: `${feature}.${method}`, call }] : [],
  ),
)

/** A valid input for each call, with ids of real records where their kind is known here. */
function inputsFor(workspace: unknown, insights: readonly Insight[], document: { id: string; title: string }) {
  const [outcome] = insights.flatMap(({ outcomes }) => outcomes)
  const opportunity = insights.find(({ seen, opportunities }) => !seen && opportunities.length > 0)?.opportunities[0]
  const real: Readonly<Record<string, object>> = {
    'knowledge.delete': { id: document.id, confirmation: document.title },
    'outcomes.delete': { id: outcome?.id, confirmation: outcome?.title },
    'opportunities.markAllSeen': { id: opportunity?.id },
  }
  return changing.map(({ name, call }) => {
    const input = { ...(sampleOf(z.toJSONSchema(call.input, { io: 'input' })) as object), workspace, ...real[name] }
    expect(call.input.safeParse(input).success, `an input for ${name}`).toBe(true)
    return { name, input }
  })
}

async function codesOf(page: Page, calls: ReturnType<typeof inputsFor>): Promise<Record<string, string>> {
  const codes: Record<string, string> = {}
  for (const { name, input } of calls) {
    const reply = await callBridge(page, name, input)
    codes[name] = reply.ok ? 'ok' : reply.error.code
  }
  return codes
}

test('locked production refuses every command that changes the service, until unlocked; a restart locks it again', async ({
  start,
  startTroubled,
}) => {
  const { electron, page, service, faulty, quit } = await startTroubled({ environment: 'Production' })
  const { organisationId, workspaceId } = service
  const workspace = { environment: 'production', organisationId, workspaceId }
  const { value } = (await callBridge(page, 'knowledge.query', {
    ...{ workspace, text: '', relatedTo: null, states: [], sources: [] },
    ...{ sort: { column: 'title', direction: 'ascending' }, offset: 0, limit: 1 },
  })) as { value: { rows: { id: string; title: string }[] } }
  const [document] = value.rows
  if (!document) throw new Error('the seed has no documents')
  const calls = inputsFor(workspace, await listAtService(service), document)
  const names = changing.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['insights.create', 'metrics.relate', 'outcomes.delete']))
  const refused = Object.fromEntries(names.map((name) => [name, 'ENVIRONMENT_LOCKED']))
  const changes = () => faulty.requests.filter(({ method }) => method !== 'GET')

  await test.step('locked', async () => {
    expect(await codesOf(page, calls)).toEqual(refused)
    expect(changes()).toEqual([])
    // Nothing was queued for later either.
    await syncNow(page)
    const activity = await callBridge(page, 'activity.query', { workspace, text: '', offset: 0, limit: 10 })
    expect(activity).toMatchObject({ ok: true, value: { total: 0 } })
    expect(changes()).toEqual([])
  })

  await test.step('the tooltip of the disabled Delete button does not overlap the focus ring', async () => {
    await openView(page, 'Goals')
    await tableRows(page, 'Goals').first().press('Enter')
    const button = page.getByRole('button', { name: 'Delete…' })
    await button.focus()
    const reason = page.getByRole('tooltip')
    await expect(reason).toBeVisible()
    const gap = async () => {
      const ring = await button.evaluate((element) => {
        const { outlineOffset, outlineWidth, outlineStyle } = getComputedStyle(element)
        const { top, bottom } = element.getBoundingClientRect()
        const reach = outlineStyle === 'none' ? 0 : Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
        return { top: top - reach, bottom: bottom + reach, reach }
      })
      expect(ring.reach).toBeGreaterThan(0)
      const { y, height } = (await reason.boundingBox()) ?? { y: ring.top, height: 0 }
      return Math.max(ring.top - (y + height), y - ring.bottom)
    }
    await expect.poll(gap).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Escape')
  })

  await test.step('the form of a new insight shows why nothing is sent above the state of its draft', async () => {
    await openView(page, 'Insights')
    const form = await openNewInsight(page)
    await fillInsight(form, { title: 'Alarm rings late' })
    const draft = form.getByText('Draft saved')
    const reason = form.getByText('This environment is read-only.')
    await expect(draft).toBeVisible()
    const { x, y, height } = (await reason.boundingBox()) ?? { x: Number.NaN, y: Number.NaN, height: 0 }
    const below = await draft.boundingBox()
    expect(below?.x).toBe(x)
    expect(below?.y).toBeGreaterThanOrEqual(y + height)
    await form.getByRole('button', { name: 'Close' }).click()
  })

  await test.step('unlocking another environment does not unlock production', async () => {
    await callBridge(page, 'environments.unlock', { environment: 'staging' })
    expect(await codesOf(page, calls)).toEqual(refused)
    expect(changes()).toEqual([])
  })

  await test.step('the bridge alone does not unlock production: main asks the person, who declines', async () => {
    await answerDialogs(electron, { button: 'Cancel' })
    const unlock = () => callBridge(page, 'environments.unlock', { environment: 'production' })
    expect(await unlock()).toMatchObject({ ok: true, value: { isUnlocked: false } })
    // Main ignores repeated requests of the page until the person clicks in the window.
    expect(await unlock()).toMatchObject({ ok: false, error: { code: 'NOT_ASKED' } })
    expect(await askedDialogs(electron)).toEqual([expect.stringMatching(/^Unlock editing in Production\? .*deletions/)])
    expect(await codesOf(page, calls)).toEqual(refused)
    expect(changes()).toEqual([])
  })

  await test.step('unlocked', async () => {
    await unlockProduction({ electron, page })
  })

  await test.step('unlocked, main still refuses a deletion with a wrong or missing confirmation', async () => {
    for (const name of ['outcomes.delete', 'knowledge.delete']) {
      const input = calls.find((call) => call.name === name)?.input as unknown as { id: string; confirmation: string }
      expect(input.confirmation.length).toBeGreaterThan(3)
      for (const confirmation of [null, '', input.id, input.confirmation.toUpperCase(), `${input.confirmation}x`]) {
        const reply = await callBridge(page, name, { ...input, confirmation })
        expect(reply).toMatchObject({
          ok: false,
          error: { code: 'INVALID_INPUT', fields: [{ path: ['confirmation'] }] },
        })
      }
    }
    expect(changes()).toEqual([])
  })

  await test.step('unlocked, the dialog deletes a goal once its title is typed', async () => {
    await openView(page, 'Goals')
    // Names the list, as rows of the last view stay for a moment.
    const last = tableRows(page, 'Goals')
      .getByRole('button', { name: /^Actions for / })
      .last()
    const title = (await last.getAttribute('aria-label'))?.replace('Actions for ', '') ?? ''
    // From here on uses the row's name, as another may be the last by now.
    await tableRows(page, 'Goals')
      .getByRole('button', { name: `Actions for ${title}`, exact: true })
      .click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete goal', exact: true })
    const button = dialog.getByRole('button', { name: 'Delete', exact: true })
    const field = dialog.getByLabel('Type the title to confirm')
    await expect(button).toBeDisabled()
    await field.fill(title.toUpperCase())
    await expect(button).toBeDisabled()
    await field.fill(title)
    await button.click()
    await expect(page.getByText('Goal deleted')).toBeVisible()
    await expect(page.getByRole('button', { name: `Actions for ${title}` })).toHaveCount(0)
    expect(changes().map(({ method }) => method)).toEqual(['DELETE'])
  })

  await test.step('unlocked, every command passes', async () => {
    const codes = await codesOf(page, calls)
    expect(Object.values(codes)).not.toContain('ENVIRONMENT_LOCKED')
    expect(codes).toMatchObject({
      'insights.create': 'ok',
      'knowledge.delete': 'ok',
      'outcomes.delete': 'ok',
      'opportunities.markAllSeen': 'ok',
    })
    expect(changes().length).toBeGreaterThanOrEqual(5)
  })

  await test.step('another address needs a confirmation, and locks production again', async () => {
    const moved = { environment: 'production', relationshipsParameter: '', relationshipsValue: '' }
    const save = (baseAddress = service.baseUrl) =>
      callBridge(page, 'environments.saveSettings', { ...moved, baseAddress })
    await answerDialogs(electron, { button: 'Cancel' })
    expect(await save()).toMatchObject({ ok: false, error: { fields: [{ path: ['baseAddress'] }] } })
    expect(await askedDialogs(electron)).toEqual([expect.stringContaining(service.baseUrl)])
    await expect(page.getByRole('button', { name: 'Lock editing', exact: true })).toBeVisible()
    await answerDialogs(electron, { button: 'Change address' })
    // The last answer was No, so the person must click first.
    await page.getByRole('heading', { level: 1 }).click()
    expect(await save()).toMatchObject({ ok: true })
    expect(await codesOf(page, calls)).toEqual(refused)
    await expect(page.getByRole('button', { name: 'Unlock editing' })).toBeVisible()
    expect(await save(faulty.baseUrl)).toMatchObject({ ok: true })
  })

  await quit()
  await test.step('locked again after a restart', async () => {
    // Starts with a link, which leads to its place even at a first start.
    const { page: again } = await start({ args: [`discovery-desk://production/${workspaceId}/knowledge`] })
    await expect(tableRows(again, 'Knowledge').first()).toBeVisible()
    const before = changes().length
    expect(await codesOf(again, calls)).toEqual(refused)
    expect(changes()).toHaveLength(before)
    await expect(again.getByRole('button', { name: 'Unlock editing' })).toBeVisible()
  })
})
