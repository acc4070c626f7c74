// Text from the service stays text, whatever it contains, and an unreadable record affects only itself.

import { type Fault, faults } from '../../../src/sandbox/testing/faults'
import { connectionOf, connectWorkspace } from '../../commands/connect-workspace'
import { createInsight, insightForm } from '../../commands/create-insight'
import { listAtService } from '../../commands/list-at-service'
import { insightDetails } from '../../commands/open-insight'
import { countRows, expectSent, insightRow } from '../../commands/read-rows'
import { searchInsights } from '../../commands/search-insights'
import { syncDetails, syncNow, syncStatus } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

const setCanary = 'globalThis.canary=1'

const attacks = [
  `<script>${setCanary}</script>attackone`,
  `<img src=x onerror="${setCanary}">attacktwo`,
  `<svg onload=${setCanary}>attackthree`,
  `"><iframe srcdoc="<script>parent.${setCanary}</script>">attackfour`,
  `javascript:${setCanary}//attackfive`,
  `\${${setCanary}}{{${setCanary}}}attacksix`,
  `[click](javascript:${setCanary}) attackseven`,
]

const odd = {
  rtl: 'oddrtl \u202eevil\u202c שלום עולם مرحبا',
  invisible: 'oddzero\u200b\u200d\u2060\ufeff width',
  emoji: 'oddemoji 👩‍👩‍👧‍👦🏳️‍🌈 flags',
  long: `oddlong ${'many words and none of them ends the title '.repeat(25_000)}`,
  unbroken: `oddunbroken ${'x'.repeat(100_000)}`,
  nothing: 'oddnul a\u0000b',
  half: 'oddhalf \ud83d end',
}

test('HTML, scripts, bidirectional text, invisible characters and very long titles stay text', async ({
  firstStart,
  serve,
  serveFaults,
}) => {
  const service = await serve()
  const [model] = await listAtService(service)
  if (!model) throw new Error('the seed is empty')
  const texts = [...attacks, ...Object.values(odd)]
  const data = texts.map((text, place) => ({
    ...model,
    id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
    title: text,
    description: text,
    hideContent: false,
    feedback: model.feedback.map((feedback) => ({ ...feedback, content: text, sourceUrl: `javascript:${setCanary}` })),
  }))
  const faulty = await serveFaults({ upstream: service.baseUrl })
  faulty.script({ method: 'GET', url: '/insights', fault: faults.json({ data }) })

  const { page } = firstStart
  await connectWorkspace(page, { ...connectionOf(service), baseAddress: faulty.baseUrl })
  expect(await countRows(page)).toBe(texts.length)
  const open = async (word: string) => {
    await insightRow(page, word).click()
    await expect(insightDetails(page).getByRole('heading', { level: 2 })).toContainText(word)
  }
  for (const text of attacks) {
    await expect(insightRow(page, text)).toHaveCount(1)
    await open(/attack\w+/.exec(text)?.[0] ?? '')
    await expect(insightDetails(page)).toContainText(text)
  }
  for (const text of Object.values(odd)) await open(/^odd[a-z]+/.exec(text)?.[0] ?? '')
  await searchInsights(page, 'attack')
  await expect.poll(() => countRows(page)).toBe(attacks.length)
  expect(await page.evaluate(() => 'canary' in globalThis)).toBe(false)
  expect(await page.locator('main :is(iframe, script, object, embed)').count()).toBe(0)
  expect(await page.locator('a[href^="javascript" i]').count()).toBe(0)
  const { isWide } = await page.evaluate(() => ({
    isWide: document.documentElement.scrollWidth > window.innerWidth,
  }))
  expect(isWide).toBe(false)
})

const levels = 6000
/** Built by hand, as JSON.stringify may not reach this depth. */
const deep = `${'{"\\u0061":'.repeat(levels)}1${'}'.repeat(levels)}`
const json = (status: number, body: string) =>
  faults.answer({ status, headers: { 'content-type': 'application/json' }, body })

test('a record nested 6,000 levels deep is quarantined in a list, and completes a creation as its response', async ({
  troubled: { page, service, faulty },
}) => {
  const [first, second, ...others] = await listAtService(service)
  if (!first || !second) throw new Error('the seed is empty')
  const before = await countRows(page)
  const items = [
    `{"id":"${first.id}","title":"Too deep","x":${deep}}`,
    JSON.stringify({ ...second, title: 'Read behind the deep one' }),
    ...others.map((item) => JSON.stringify(item)),
  ]
  faulty.script({ method: 'GET', url: /\/insights\?/, fault: json(200, `{"data":[${items}]}`) })
  await syncNow(page)
  await expect(syncStatus(page)).toContainText('Synced')
  // The record does not count as deleted, and shows as last read.
  expect(await countRows(page)).toBe(before)
  for (const title of ['Read behind the deep one', first.title]) {
    await searchInsights(page, title)
    await expect(insightRow(page, title).first()).toBeVisible()
  }
  await searchInsights(page, '')
  await syncStatus(page).getByRole('button').click()
  await expect(
    page.getByText(
      '1 item in the last response couldn’t be read (the item: nested too deep). It isn’t treated as deleted.',
    ),
  ).toBeVisible()
  // The details handle Escape once they have the focus, a moment after they appear.
  await expect(syncDetails(page).locator(':focus')).toBeVisible()
  await page.keyboard.press('Escape')
  faulty.reset()

  const answerDeep: Fault = async (response, request) => {
    const { method, url, body, headers } = request
    const { authorization = '', 'content-type': type = '' } = headers
    const sent = await fetch(service.baseUrl + url, {
      ...{ method, body: new Uint8Array(body) },
      headers: { authorization: String(authorization), 'content-type': String(type) },
    })
    await json(sent.status, `{"data":${deep}}`)(response, request)
  }
  faulty.script({ method: 'POST', url: /\/insights$/, fault: answerDeep })
  await createInsight(page, { title: 'Answered from the deep', description: 'Its record can’t be read.' })
  await expect(insightForm(page)).toBeHidden()
  await expectSent(page, 'Answered from the deep')
  await syncNow(page)
  await expect(insightRow(page, 'Answered from the deep')).toHaveCount(1)
  expect(faulty.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})
