// Text of the service is text, whatever is in it.

import { faults } from '../../../src/sandbox/testing/faults'
import { connectionOf, connectWorkspace } from '../../commands/connect-workspace'
import { listAtService } from '../../commands/list-at-service'
import { insightDetails } from '../../commands/open-insight'
import { countRows, insightRow } from '../../commands/read-rows'
import { searchInsights } from '../../commands/search-insights'
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

test('HTML, scripts, directions, invisible characters and endless titles stay text', async ({
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
