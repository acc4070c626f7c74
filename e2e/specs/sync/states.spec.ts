// Every view keeps showing synced data in every trouble of the service, in one window. The calls of a view are tested in
// its own spec.
import { faults } from '../../../src/sandbox/testing/faults'
import { checkInBothSchemes } from '../../commands/check-accessibility'
import { connectionOf, fillConnection, openConnect, saveAndOpen } from '../../commands/connect-workspace'
import { listAtService } from '../../commands/list-at-service'
import { openView } from '../../commands/open-view'
import { walkTroubles } from '../../commands/walk-troubles'
import { expect, test } from '../../fixtures/test'
import { lookAtViews } from '../../walk/look-at-views'

test('This week, Insights, What changed, Opportunities, Goals, Solutions, Prioritise, Map, Feedback, Metrics, Knowledge, Topics, Duplicates, Topic map, Activity, Settings, through the sync: success, 400, 401, 403, 404, 500, offline', async ({
  troubled: world,
}) => {
  const views = await lookAtViews(world)
  let onScreen = views.length - 1
  await walkTroubles(world, async () => {
    // This view was on screen when the trouble began; the others open during it. Each time, another view comes last.
    await views[onScreen]?.check()
    const first = onScreen
    for (let step = 1; step < views.length; step += 1) {
      onScreen = (first + step) % views.length
      const { view = '', check } = views[onScreen] ?? {}
      await openView(world.page, view)
      await check?.()
    }
  })
})

test('a workspace that may not be read says so in every list, and one without relationships where they are missed', async ({
  firstStart,
  serve,
  serveFaults,
}) => {
  const service = await serve()
  const faulty = await serveFaults({ upstream: service.baseUrl })
  const { page } = firstStart
  await openConnect(page)
  await fillConnection(page, { ...connectionOf(service), baseAddress: faulty.baseUrl, token: service.foreignToken })
  await saveAndOpen(page)
  const main = page.getByRole('main')
  for (const view of ['Insights', 'Opportunities']) {
    await openView(page, view)
    await expect(
      main.getByRole('heading', { name: `You don’t have permission to read ${service.workspaceName}` }),
    ).toBeVisible()
    await checkInBothSchemes(page, `${view} that may not be read`)
  }

  const bare = (await listAtService(service)).map(
    ({ outcomes, opportunities, solutions, feedback, ...insight }) => insight,
  )
  faulty.script({ method: 'GET', url: '/insights', fault: faults.json({ data: bare }) })
  faulty.script({ method: 'GET', url: '/knowledge', fault: faults.json({ data: [] }) })
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('heading', { name: 'No related records from the service' })).toBeVisible()
  await checkInBothSchemes(page, 'Opportunities without relationships')
})
