// Every view shows what was synced, and goes on showing it whatever becomes of the service: one window, led through each
// trouble. What a view asks the service itself, it is led through in the spec of its own.
import { openView } from '../../commands/open-view'
import { walkTroubles } from '../../commands/walk-troubles'
import { test } from '../../fixtures/test'
import { lookAtViews } from '../../walk/look-at-views'

test('Insights, What changed, Opportunities, Goals, Solutions, Feedback, Metrics, Knowledge, Topics, Activity, Settings, through the sync: success, 400, 401, 403, 404, 500, offline', async ({
  startTroubled,
}) => {
  const world = await startTroubled()
  const views = await lookAtViews(world)
  let onScreen = views.length - 1
  await walkTroubles(world, async () => {
    // It was on screen when the trouble began; the others are opened in it. Another one each time is the last.
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
