import { createMemoryRouter } from 'react-router'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { canGo, goNow, isLeavingNow, isStillAt, isWhereWeAre, paramsNow, watchRouter } from './current-location'

afterEach(() => watchRouter(null))

/** Watches a router with a route that has to be loaded first. */
function watchSlowRouter() {
  let load = () => {}
  const loaded = new Promise<void>((resolve) => {
    load = resolve
  })
  const router = createMemoryRouter([
    { path: '/' },
    { path: '/slow', lazy: () => loaded.then(() => ({ Component: () => null })) },
  ])
  router.initialize()
  watchRouter(router)
  return { router, load }
}

it('reports a navigation as pending at once, and until it has finished', async () => {
  const { router, load } = watchSlowRouter()
  expect(isLeavingNow()).toBe(false)
  const arrived = router.navigate('/slow')
  expect(isLeavingNow()).toBe(true)
  load()
  await arrived
  expect(isLeavingNow()).toBe(false)
  router.dispose()
})

it('reads the query of the address before it is rendered, and the rendered query without a router', async () => {
  const rendered = new URLSearchParams('text=range')
  expect(paramsNow(rendered)).toBe(rendered)
  const router = createMemoryRouter([{ path: '/' }], { initialEntries: ['/?text=range'] })
  router.initialize()
  watchRouter(router)
  void router.navigate('/?new=1', { replace: true })
  expect(paramsNow(rendered).toString()).toBe('new=1')
  router.dispose()
})

it('treats the rendered address as current, and goes nowhere, while there is no router', () => {
  const rendered = { key: 'first', pathname: '/goals', search: '', hash: '', state: null }
  expect(isWhereWeAre(rendered)).toBe(true)
  expect(isLeavingNow()).toBe(false)
  expect(goNow('/goals')).toBe(false)
})

it('treats the rendered address as outdated while another one is loading and after it has loaded', async () => {
  const { router, load } = watchSlowRouter()
  const rendered = router.state.location
  expect(isWhereWeAre(rendered)).toBe(true)
  const arrived = router.navigate('/slow')
  expect(isWhereWeAre(rendered)).toBe(false)
  load()
  await arrived
  expect(isWhereWeAre(rendered)).toBe(false)
  expect(isWhereWeAre(router.state.location)).toBe(true)
  router.dispose()
})

it.each([
  ['back', { canGoBack: true, canGoForward: false }, [true, false]],
  ['forward', { canGoBack: false, canGoForward: true }, [false, true]],
])('tells where the history leads: only %s', (_, navigation, expected) => {
  vi.stubGlobal('window', { navigation })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect([canGo(-1), canGo(1)]).toEqual(expected)
})

it('is still at a page whose query has changed, but no longer at the rendered address', async () => {
  const router = createMemoryRouter([{ path: '/' }])
  router.initialize()
  watchRouter(router)
  const rendered = router.state.location
  await router.navigate('/?new=1')
  expect(isStillAt('/')).toBe(true)
  expect(isStillAt('/goals')).toBe(false)
  expect(isWhereWeAre(rendered)).toBe(false)
  router.dispose()
})
