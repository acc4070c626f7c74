import { createMemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { isLeavingNow, watchLeaving } from './leaving'

it('knows at once that the person is on the way, and when they have arrived', async () => {
  let load = () => {}
  const loaded = new Promise<void>((resolve) => {
    load = resolve
  })
  const router = createMemoryRouter([
    { path: '/' },
    { path: '/slow', lazy: () => loaded.then(() => ({ Component: () => null })) },
  ])
  router.initialize()
  watchLeaving(router)
  expect(isLeavingNow()).toBe(false)
  const arrived = router.navigate('/slow')
  expect(isLeavingNow()).toBe(true)
  load()
  await arrived
  expect(isLeavingNow()).toBe(false)
  router.dispose()
})
