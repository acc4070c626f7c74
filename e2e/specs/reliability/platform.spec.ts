// System events, in one app: the computer wakes up, its network goes and comes back, the graphics process dies.

import { connectionOf, connectWorkspace } from '../../commands/connect-workspace'
import { createInsight } from '../../commands/create-insight'
import { listAtService } from '../../commands/list-at-service'
import { expectSent, insightRow, waitForRows } from '../../commands/read-rows'
import { searchInsights } from '../../commands/search-insights'
import { syncStatus } from '../../commands/sync-now'
import { expect, test } from '../../fixtures/test'

test('the app handles waking up, a service that returns, and a graphics process that dies', async ({
  start,
  serve,
  serveFaults,
}) => {
  const service = await serve({ args: ['--validators'] })
  const faulty = await serveFaults({ upstream: service.baseUrl })
  const { electron, page } = await start()
  await connectWorkspace(page, { ...connectionOf(service), baseAddress: faulty.baseUrl })
  await expect(syncStatus(page)).toContainText('Synced')

  await test.step('when the computer wakes up, both lists are requested once, and an unchanged one is answered with 304', async () => {
    faulty.reset()
    await electron.evaluate(({ powerMonitor }) => {
      for (let times = 0; times < 3; times += 1) powerMonitor.emit('resume')
    })
    const asked = () => faulty.requests.map(({ method, url }) => `${method} ${url.split('?')[0]?.split('/').at(-1)}`)
    await expect.poll(asked).toEqual(['GET insights', 'GET knowledge'])
    await expect(syncStatus(page)).toContainText('Synced')
    for (const { url, headers } of faulty.requests) {
      const known = String(headers['if-none-match'])
      const again = { authorization: String(headers.authorization), 'if-none-match': known }
      expect((await fetch(service.baseUrl + url, { headers: again })).status).toBe(304)
    }
    await waitForRows(page)
    expect(asked()).toHaveLength(2)
  })

  await test.step('an insight created offline is sent automatically when the service is back', async () => {
    const title = 'Made on the train'
    await faulty.goAway()
    await createInsight(page, { title, description: 'Nobody presses a button for it.' })
    await expect(insightRow(page, title)).toContainText('Waiting to send')
    await faulty.comeBack()
    await expectSent(page, title)
    expect((await listAtService(service)).filter((insight) => insight.title === title)).toHaveLength(1)
  })

  await test.step('when the graphics process is killed, the window keeps working', async () => {
    await electron.evaluate(({ app }) => {
      const gone: string[] = []
      Object.assign(globalThis, { gone })
      app.on('child-process-gone', (_, { type }) => gone.push(type))
    })
    const graphics = () =>
      electron.evaluate(({ app }) => app.getAppMetrics().flatMap(({ type, pid }) => (type === 'GPU' ? [pid] : [])))
    const [pid] = await graphics()
    if (pid === undefined) {
      console.warn('!!! This display has no graphics process: only the news that one is gone is played to the app.')
      await electron.evaluate(({ app }) => {
        app.emit('child-process-gone', {}, { type: 'GPU', reason: 'killed', exitCode: 9 })
      })
    } else process.kill(pid, 'SIGKILL')
    const gone = () => electron.evaluate(() => (globalThis as unknown as { gone: string[] }).gone)
    await expect.poll(gone).toContain('GPU')
    await searchInsights(page, 'train')
    await expect(insightRow(page, 'Made on the train')).toBeVisible()
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    expect((await page.screenshot()).length).toBeGreaterThan(10_000)
  })
})
