import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, useParams } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import {
  type MapPoints,
  type MapState,
  mapSize,
  noCluster,
  noOpportunity,
  otherOpportunity,
} from '../../../contract/features/topic-map'
import { address, renderList } from '../../records/list-testing'
import { announced } from '../../testing/announced'
import type { Answers } from '../../testing/fake-bridge'
import { WordCanvas, WordPath } from '../../testing/painted'
import { testSyncStatus, testWorkspace } from '../../testing/render'
import { answersFor, sampleRow } from '../../testing/sample-insights'
import { TopicMapView } from '.'
import { type Camera, panned, toScreen, wholeMap, zoomed } from './map-geometry'
import { dueDrawing } from './use-topic-map'

let room = { width: 800, height: 600 }

class Sized implements ResizeObserver {
  constructor(private readonly callback: ResizeObserverCallback) {}
  observe(target: Element) {
    const entry = {
      target,
      contentRect: { ...room, x: 0, y: 0, top: 0, left: 0, right: room.width, bottom: room.height },
    }
    this.callback([entry as unknown as ResizeObserverEntry], this)
  }
  unobserve() {}
  disconnect() {}
}

beforeEach(() => {
  room = { width: 800, height: 600 }
  vi.stubGlobal('ResizeObserver', Sized)
  // Tests draw nothing.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const today = Math.floor(Date.now() / 86_400_000)

/** Four in the upper left corner, two in the lower right, one between. */
const places = [
  [0.1, 0.1],
  [0.12, 0.1],
  [0.1, 0.12],
  [0.12, 0.12],
  [0.9, 0.9],
  [0.92, 0.9],
  [0.5, 0.5],
] as const
const points: MapPoints = {
  mapId: 'm1',
  insights: Uint32Array.from(places, (_, place) => 10 + place),
  x: Uint16Array.from(places, ([x]) => x * mapSize),
  y: Uint16Array.from(places, ([, y]) => y * mapSize),
  cluster: Uint16Array.of(0, 0, 0, 0, 1, 1, noCluster),
  type: Uint16Array.of(0, 0, 0, 1, 1, 1, 0),
  opportunity: Uint16Array.of(0, 0, otherOpportunity, noOpportunity, 1, noOpportunity, noOpportunity),
  day: Uint16Array.of(today, today - 40, today - 200, today - 900, 0, today, today),
  clusters: [{ words: ['battery', 'winter'] }, { words: [] }],
  types: ['Bug', 'FeatureRequest'],
  opportunities: [
    { id: 'o1', title: 'Longer range', hideContent: false },
    { id: 'o2', title: 'A secret plan', hideContent: true },
  ],
}
const state: MapState = {
  insights: 40,
  withEmbedding: 37,
  otherLength: 1,
  map: { id: 'm1', madeAt: new Date(Date.now() - 3 * 86_400_000).toISOString(), points: 7, added: 1, missing: 0 },
  progress: null,
  hasFailed: false,
}
const noMap: MapState = { ...state, map: null }
const nameOf = (insight: number) => ({
  insight,
  id: `id-${insight}`,
  title: `Title ${insight}`,
  hideContent: insight === 11,
})

function open(answers: Answers = {}, route = '/topic-map') {
  return renderList(<TopicMapView />, {
    path: '/:view/:id?',
    route,
    answers: {
      'topicMap.state': () => state,
      'topicMap.points': () => points,
      'topicMap.names': ({ insights }) => insights.map(nameOf),
      'topicMap.draw': () => null,
      'topicMap.cancel': () => null,
      'topicMap.select': () => ({ id: 'p1' }),
      'insights.get': () => new Promise(() => undefined),
      ...answers,
    },
  })
}

/** The map beside another view that leads to it. */
function Elsewhere() {
  return useParams().view === 'other' ? <Link to="/topic-map">to the map</Link> : <TopicMapView />
}

/** Waits until the map has a size and shows a name. */
async function map() {
  const host = await screen.findByRole('application', { name: 'Map of insights' })
  await within(host).findByText('battery, winter')
  return host
}
const counter = () => screen.getByRole('status', { name: 'Number of insights' })
const colours = () => within(screen.getByRole('region', { name: 'Colours' }))
const clusters = () => within(screen.getByRole('region', { name: 'Clusters' }))
const selection = () => within(screen.getByRole('region', { name: 'Selection' }))
/** Window coordinates of a place on the whole map. */
function at(x: number, y: number) {
  const place = toScreen({ x: x * mapSize, y: y * mapSize }, wholeMap, room)
  return { clientX: place.x, clientY: place.y }
}
/** Other test events have no coordinates. */
const point = (host: HTMLElement, type: string, place: MouseEventInit) =>
  fireEvent(host, new MouseEvent(type, { bubbles: true, button: 0, ...place }))
/** Looks for an insight in the corner where it is on screen with this camera. */
async function expectCamera(host: HTMLElement, camera: Camera) {
  const { x, y } = toScreen({ x: 0.9 * mapSize, y: 0.9 * mapSize }, camera, room)
  fireEvent.pointerLeave(host)
  point(host, 'pointermove', { clientX: x, clientY: y })
  expect(await within(host).findByText('Title 14')).toBeInTheDocument()
}
const inputs = (calls: readonly { name: string; input: unknown }[], name: string) =>
  calls.filter((call) => call.name === name).map(({ input }) => input as Record<string, unknown>)

it('counts the insights on the map and those left out, and says when it was drawn', async () => {
  open()
  await map()
  expect(counter()).toHaveTextContent('7 of 40 insights')
  const note = screen.getByText(/^Drawn/)
  expect(note).toHaveTextContent(
    'Drawn 3 days ago · 2 without an embedding · 1 with an embedding that can’t be compared · 1 added since then',
  )
})

it('says only when it was drawn if no insight is left out', async () => {
  const whole = {
    ...state,
    insights: 7,
    withEmbedding: 7,
    otherLength: 0,
    map: state.map && { ...state.map, added: 0 },
  }
  open({ 'topicMap.state': () => whole })
  await map()
  expect(counter()).toHaveTextContent('7 of 7 insights')
  expect(screen.getByText(/^Drawn/).textContent).toBe('Drawn 3 days ago')
})

it('labels each colour with its count, and hides a switched-off colour everywhere', async () => {
  open()
  await map()
  const entries = () =>
    colours()
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  expect(entries()).toEqual(['Bug4', 'Feature request3'])
  const [bug, request] = colours().getAllByRole('button')
  expect([bug?.title, request?.title]).toEqual(['Hide on the map', 'Hide on the map'])
  await userEvent.click(bug as HTMLElement)
  expect(counter()).toHaveTextContent('3 of 40 insights')
  expect(screen.queryByText(/between clusters/)).toBeNull()
  await userEvent.click(bug as HTMLElement)
  expect(counter()).toHaveTextContent('7 of 40 insights')
  await userEvent.click(request as HTMLElement)
  expect(request).toHaveAttribute('aria-pressed', 'false')
  expect([bug?.title, request?.title]).toEqual(['Hide on the map', 'Show on the map'])
  expect(counter()).toHaveTextContent('4 of 40 insights')
  expect(clusters().getAllByRole('listitem')).toHaveLength(1)
  await userEvent.click(screen.getByRole('radio', { name: 'Opportunity' }))
  expect(address()).toBe('/topic-map?colour=opportunity')
  expect(counter()).toHaveTextContent('7 of 40 insights')
  expect(entries()).toEqual(['Longer range2', 'Hidden content1', 'Other opportunities1', 'No opportunity3'])
  expect(document.body).not.toHaveTextContent('A secret plan')
  await userEvent.click(screen.getByRole('radio', { name: 'Age' }))
  expect(entries()).toEqual(['Last 30 days3', '31 to 90 days1', '91 days to a year1', 'Over a year1', 'No date1'])
  await userEvent.click(screen.getByRole('radio', { name: 'Type' }))
  expect(entries()).toEqual(['Bug4', 'Feature request3'])
  expect(address()).toBe('/topic-map')
})

it('keeps an opportunity hidden when a sync puts it in another place', async () => {
  let now = points
  const { bridge } = open({ 'topicMap.points': () => now }, '/topic-map?colour=opportunity')
  await map()
  await userEvent.click(colours().getByRole('button', { name: /Longer range/ }))
  expect(counter()).toHaveTextContent('5 of 40 insights')
  now = {
    ...points,
    opportunities: points.opportunities.toReversed(),
    opportunity: points.opportunity.map((place) => [1, 0][place] ?? place),
  }
  act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['topicMap'] }))
  await waitFor(() => expect(colours().getAllByRole('button')[0]).toHaveTextContent('Hidden content'))
  expect(colours().getByRole('button', { name: /Longer range/ })).toHaveAttribute('aria-pressed', 'false')
  expect(counter()).toHaveTextContent('5 of 40 insights')
})

it('selects the insights of a cluster or a lasso, and opens exactly the lassoed ones as a list', async () => {
  const { bridge } = open()
  const host = await map()
  expect(
    clusters()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['battery, winter4', 'Cluster 22'])
  expect(clusters().getByText('1 insight is between clusters.')).toBeVisible()
  await userEvent.click(clusters().getByRole('button', { name: 'Cluster 2 2' }))
  expect(selection().getByText('2 insights selected')).toBeVisible()
  await expectCamera(host, { x: 0.91, y: 0.9, zoom: 12 })
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Show the whole map' }))

  expect(host).toHaveAccessibleDescription(/^Drag to move/)
  await userEvent.click(screen.getByRole('radio', { name: 'Lasso' }))
  expect(host).toHaveAccessibleDescription(/^Draw around insights/)
  point(host, 'pointerdown', at(0.3, 0.3))
  for (const corner of [at(0.4, 0.3), at(0.4, 0.4), at(0.3, 0.4)]) point(host, 'pointermove', corner)
  point(host, 'pointerup', at(0.3, 0.4))
  await announced('No insights selected')
  point(host, 'pointerdown', at(0.05, 0.05))
  for (const corner of [at(0.11, 0.05), at(0.11, 0.2), at(0.05, 0.2)]) point(host, 'pointermove', corner)
  point(host, 'pointerup', at(0.05, 0.2))
  await announced('2 insights selected')
  expect(selection().getByText('2 insights selected')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Show in list' }))
  await waitFor(() => expect(address()).toBe('/insights?picked=p1'))
  expect(inputs(bridge.calls, 'topicMap.select').map(({ insights }) => insights)).toEqual([Uint32Array.of(10, 12)])
})

it('announces how many insights stay selected when a category is hidden, and when the selection is cleared', async () => {
  open()
  await map()
  await userEvent.click(clusters().getByRole('button', { name: 'battery, winter 4' }))
  await announced('4 insights selected')
  await userEvent.click(colours().getByRole('button', { name: /Feature request/ }))
  await announced('3 insights selected')
  await userEvent.keyboard('{Escape}')
  await announced('No insights selected')
})

it('keeps the selected insights and the active one when a sync moves their points to other indexes', async () => {
  let now = points
  const { bridge } = open({ 'topicMap.points': () => now })
  const host = await map()
  point(host, 'pointermove', at(0.9, 0.9))
  await within(host).findByText('Title 14')
  await userEvent.click(clusters().getByRole('button', { name: 'Cluster 2 2' }))
  expect(selection().getByText('2 insights selected')).toBeVisible()
  // The first one is gone, and another one came to the end.
  now = {
    ...points,
    insights: Uint32Array.of(11, 12, 13, 14, 15, 16, 20),
    x: Uint16Array.of(...points.x.slice(1), 0.5 * mapSize),
    y: Uint16Array.of(...points.y.slice(1), 0.6 * mapSize),
    cluster: Uint16Array.of(0, 0, 0, 1, 1, noCluster, noCluster),
  }
  act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['topicMap'] }))
  await waitFor(() => expect(clusters().getAllByRole('listitem')[0]).toHaveTextContent('battery, winter3'))
  expect(within(host).getByText('Title 14')).toBeInTheDocument()
  await userEvent.click(selection().getByRole('button', { name: 'Show in list' }))
  await waitFor(() => expect(address()).toBe('/insights?picked=p1'))
  expect(inputs(bridge.calls, 'topicMap.select').map(({ insights }) => insights)).toEqual([Uint32Array.of(14, 15)])
})

it('opens a cluster as a list in one step', async () => {
  const { bridge } = open()
  await map()
  await userEvent.click(clusters().getByRole('button', { name: 'Show in list: battery, winter' }))
  await waitFor(() => expect(address()).toBe('/insights?picked=p1'))
  expect(inputs(bridge.calls, 'topicMap.select').map(({ insights }) => insights)).toEqual([
    Uint32Array.of(10, 11, 12, 13),
  ])
})

it('lists the cluster, not the selection, when that is tried again after a failure', async () => {
  let isBroken = true
  const { bridge } = open({
    'topicMap.select': () => {
      if (isBroken) throw new AppError('LIBRARY_UNAVAILABLE', '')
      return { id: 'p1' }
    },
  })
  await map()
  await userEvent.click(clusters().getByRole('button', { name: 'Show in list: battery, winter' }))
  isBroken = false
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(address()).toBe('/insights?picked=p1'))
  const listed = inputs(bridge.calls, 'topicMap.select').map(({ insights }) => insights)
  expect(listed).toEqual([Uint32Array.of(10, 11, 12, 13), Uint32Array.of(10, 11, 12, 13)])
})

it('leads nobody to a list or an insight after they have left the map', async () => {
  const answers: (() => void)[] = []
  const later = <Answer,>(answer: Answer) => new Promise<Answer>((resolve) => answers.push(() => resolve(answer)))
  const { goBack } = renderList(<Elsewhere />, {
    path: '/:view/:id?',
    route: '/other',
    answers: {
      'topicMap.state': () => state,
      'topicMap.points': () => points,
      'topicMap.names': ({ insights }) => later(insights.map(nameOf)),
      'topicMap.select': () => later({ id: 'p1' }),
    },
  })
  await userEvent.click(await screen.findByRole('link', { name: 'to the map' }))
  const host = await map()
  await userEvent.click(clusters().getByRole('button', { name: 'Show in list: battery, winter' }))
  point(host, 'pointerdown', at(0.9, 0.9))
  point(host, 'pointerup', at(0.9, 0.9))
  await goBack()
  expect(answers).toHaveLength(2)
  await act(async () => {
    for (const answer of answers) answer()
  })
  expect(address()).toBe('/other')
})

it('says why an insight could not be opened', async () => {
  open({
    'topicMap.names': () => {
      throw new AppError('LIBRARY_UNAVAILABLE', '')
    },
  })
  const host = await map()
  point(host, 'pointerdown', at(0.9, 0.9))
  point(host, 'pointerup', at(0.9, 0.9))
  expect(await screen.findByText('The local library isn’t ready')).toBeInTheDocument()
})

it('shows the title under the pointer, masks hidden content, and opens an insight beside the map', async () => {
  open()
  const host = await map()
  point(host, 'pointermove', at(0.9, 0.9))
  expect(await within(host).findByText('Title 14')).toBeInTheDocument()
  expect(within(host).getByText('Feature request · Cluster 2')).toBeInTheDocument()
  // Between the clusters.
  point(host, 'pointermove', at(0.5, 0.5))
  expect(await within(host).findByText('Bug')).toBeInTheDocument()
  point(host, 'pointermove', at(0.122, 0.1))
  expect(await within(host).findByText('Hidden content')).toBeInTheDocument()
  expect(screen.queryByText('Title 11')).toBeNull()
  fireEvent.pointerLeave(host)
  expect(within(host).queryByText('Hidden content')).toBeNull()
  point(host, 'pointerdown', at(0.9, 0.9))
  point(host, 'pointerup', at(0.9, 0.9))
  expect(await screen.findByRole('region', { name: 'Insight details' })).toBeVisible()
  expect(address()).toBe('/topic-map/id-14')
  await userEvent.click(screen.getByRole('button', { name: 'Close details' }))
  expect(address()).toBe('/topic-map')
})

it('shows the title of a hidden insight while it is revealed in its details', async () => {
  const row = { ...sampleRow(11), id: 'id-11', hideContent: true }
  open(
    answersFor(() => [row]),
    '/topic-map/id-11',
  )
  const host = await map()
  await userEvent.click(await screen.findByRole('button', { name: 'Reveal' }))
  point(host, 'pointermove', at(0.12, 0.1))
  expect(await within(host).findByText('Title 11')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
  expect(within(host).getByText('Hidden content')).toBeInTheDocument()
  expect(screen.queryByText('Title 11')).toBeNull()
})

it('clears the selection with Escape before it closes the details', async () => {
  open()
  const host = await map()
  await userEvent.click(clusters().getByRole('button', { name: 'Cluster 2 2' }))
  await userEvent.click(screen.getByRole('button', { name: 'Show the whole map' }))
  point(host, 'pointerdown', at(0.9, 0.9))
  point(host, 'pointerup', at(0.9, 0.9))
  await screen.findByRole('region', { name: 'Insight details' })
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
  expect(address()).toBe('/topic-map/id-14')
  await userEvent.keyboard('{Escape}')
  expect(address()).toBe('/topic-map')
})

it.each([
  [559, true],
  [560, false],
])('takes the map out of reach where details cover it, in a window of %i pixels', async (width, isCovered) => {
  room = { width, height: 600 }
  open({}, '/topic-map/id-14')
  const host = await screen.findByRole('application', { name: 'Map of insights', hidden: true })
  await waitFor(() => expect(host.closest('[inert]') !== null).toBe(isCovered))
})

it('goes back to the map, not to the insight that was open before another one', async () => {
  const { goBack } = open()
  const host = await map()
  for (const [place, id] of [
    [at(0.9, 0.9), 'id-14'],
    [at(0.5, 0.5), 'id-16'],
  ] as const) {
    point(host, 'pointerdown', place)
    point(host, 'pointerup', place)
    await waitFor(() => expect(address()).toBe(`/topic-map/${id}`))
  }
  await goBack()
  expect(address()).toBe('/topic-map')
})

it('moves from insight to insight with the arrow keys, announces each, and opens one with Enter', async () => {
  open()
  const host = await map()
  act(() => host.focus())
  await userEvent.keyboard('{Control>}{ArrowRight}{/Control}')
  expect(within(host).queryByText(/^(…|Title 16)$/)).toBeNull()
  await userEvent.keyboard('{ArrowRight}')
  expect(await within(host).findByText('Title 16')).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  expect(await within(host).findByText('Title 14')).toBeInTheDocument()
  await announced('Title 14, Feature request, Cluster 2')
  await userEvent.keyboard('{Enter}')
  const details = await screen.findByRole('region', { name: 'Insight details' })
  await waitFor(() => expect(details).toHaveFocus())
  act(() => host.focus())
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(details).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(address()).toBe('/topic-map'))
  expect(host).toHaveFocus()
})

it('starts again from the middle of the map when the active insight is hidden', async () => {
  open()
  const host = await map()
  point(host, 'pointermove', at(0.9, 0.9))
  await within(host).findByText('Title 14')
  await userEvent.click(colours().getByRole('button', { name: /Feature request/ }))
  fireEvent.keyDown(host, { key: 'ArrowRight' })
  expect(await within(host).findByText('Title 16')).toBeInTheDocument()
})

it.each(['metaKey', 'altKey'])('leaves arrow keys with %s to others', async (modifier) => {
  open()
  expect(fireEvent.keyDown(await map(), { key: 'ArrowRight', [modifier]: true })).toBe(true)
})

it('announces each insight that a key leads to, also one with the same title as the last', async () => {
  open({ 'topicMap.names': ({ insights }) => insights.map((each) => ({ ...nameOf(each), hideContent: true })) })
  const host = await map()
  act(() => host.focus())
  const said = () => screen.getByRole('status', { name: 'Announcements' }).firstElementChild
  await userEvent.keyboard('{ArrowRight}')
  await announced('Hidden content')
  for (const key of ['{ArrowDown}', '{ArrowUp}']) {
    const before = said()
    await userEvent.keyboard(key)
    await waitFor(() => expect(said()).not.toBe(before))
    expect(said()).toHaveTextContent(/^Hidden content, (Bug|Feature request)/)
  }
})

it('draws each insight that is shown, whichever colours are switched off', async () => {
  let drawn = 0
  const context = {
    ...{ setTransform() {}, getTransform: () => ({ a: 1, d: 1 }) },
    clearRect: () => (drawn = 0),
    fill: () => (drawn += 1),
  } as unknown as CanvasRenderingContext2D
  vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(context)
  vi.stubGlobal('Path2D', class {})
  open()
  await map()
  await waitFor(() => expect(drawn).toBe(7))
  await userEvent.click(colours().getByRole('button', { name: /Feature request/ }))
  await waitFor(() => expect(drawn).toBe(4))
})

it('draws each insight in the colour and shape that its age has in the legend', async () => {
  const hues = document.createElement('style')
  hues.textContent = `[role="application"] { ${[0, 1, 2, 3, 4, 5, 6].map((hue) => `--map-${hue}: hue-${hue};`).join(' ')} }`
  document.head.append(hues)
  const drawn = new Set<string>()
  const context = {
    ...{ fillStyle: '', setTransform() {}, getTransform: () => ({ a: 1, d: 1 }), clearRect: () => drawn.clear() },
    fill({ shape }: { readonly shape: string }) {
      drawn.add(`${this.fillStyle} ${shape}`)
    },
  }
  vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(context as never)
  vi.stubGlobal(
    'Path2D',
    class {
      constructor(readonly shape: string) {}
    },
  )
  open({}, '/topic-map?colour=age')
  await map()
  const marks = colours()
    .getAllByRole('button')
    .map((button) => button.querySelector('svg'))
  const shapes = marks.map((mark) => mark?.querySelector('path')?.getAttribute('d'))
  expect(new Set(shapes).size).toBe(5)
  expect(shapes).not.toContain('')
  const told = marks.map(
    (mark, place) => `${mark?.getAttribute('fill')?.replace(/var\(--map-(\d)\)/, 'hue-$1')} ${shapes[place]}`,
  )
  await waitFor(() => expect(drawn).toEqual(new Set(told)))
  hues.remove()
})

it('draws a missing map automatically, shows its progress, and can be cancelled', async () => {
  let now: MapState = noMap
  const { bridge } = open({
    'topicMap.state': () => now,
    'topicMap.draw': () => {
      now = { ...noMap, progress: 0.42 }
      return null
    },
    'topicMap.cancel': () => {
      now = noMap
      return null
    },
  })
  expect(await screen.findByText('Drawing the map… 42%')).toBeVisible()
  expect(screen.getByRole('progressbar', { name: 'Drawing the map' })).toBeVisible()
  expect(inputs(bridge.calls, 'topicMap.draw').map(({ what }) => what)).toEqual(['all'])
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Draw the map' }))
  expect(await screen.findByText('Drawing the map… 42%')).toBeVisible()
  expect(inputs(bridge.calls, 'topicMap.draw')).toHaveLength(2)
  now = state
  expect(await map()).toBeVisible()
})

it('adds insights by itself again once a cancelled drawing is asked for after all', async () => {
  let now: MapState = { ...noMap, progress: 0.42 }
  const { bridge } = open({
    'topicMap.state': () => now,
    'topicMap.draw': () => {
      now = { ...state, map: { id: 'm1', madeAt: new Date().toISOString(), points: 100, added: 0, missing: 1 } }
      return null
    },
    'topicMap.cancel': () => {
      now = noMap
      return null
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Draw the map' }))
  await waitFor(() => expect(inputs(bridge.calls, 'topicMap.draw').map(({ what }) => what)).toContain('missing'))
})

it('says when the service sends no embeddings, or too few', async () => {
  const { unmount } = open({ 'topicMap.state': () => ({ ...noMap, insights: 12, withEmbedding: 0, otherLength: 0 }) })
  expect(await screen.findByRole('heading', { name: 'No embeddings' })).toBeVisible()
  expect(screen.getByText(/the service sends none for the 12 insights in /)).toBeVisible()
  unmount()
  const single = open({ 'topicMap.state': () => ({ ...noMap, insights: 1, withEmbedding: 0, otherLength: 0 }) })
  expect(await screen.findByText(/the service sends none for the 1 insight in /)).toBeVisible()
  single.unmount()
  const one = open({ 'topicMap.state': () => ({ ...noMap, insights: 40, withEmbedding: 1 }) })
  expect(await screen.findByText(/1 of 40 insights .* has an embedding\. A map needs 30\./)).toBeVisible()
  one.unmount()
  open({ 'topicMap.state': () => ({ ...noMap, insights: 40, withEmbedding: 29 }) })
  expect(await screen.findByRole('heading', { name: 'Not enough insights for a map' })).toBeVisible()
  expect(screen.getByText(/29 of 40 insights .* have an embedding\. A map needs 30\./)).toBeVisible()
})

it('draws a map once an emptied workspace has insights again', async () => {
  let now: MapState = state
  const { bridge } = open({
    'topicMap.state': () => now,
    'topicMap.draw': () => {
      now = { ...noMap, progress: 0 }
      return null
    },
  })
  await map()
  now = { ...noMap, insights: 0, withEmbedding: 0, otherLength: 0 }
  const sync = () => bridge.push('library.changed', { workspace: testWorkspace, features: ['topicMap'] })
  act(sync)
  expect(await screen.findByRole('heading', { name: 'No insights yet' })).toBeVisible()
  now = noMap
  act(sync)
  expect(await screen.findByText('Drawing the map… 0%')).toBeVisible()
  expect(inputs(bridge.calls, 'topicMap.draw')).toHaveLength(1)
})

it('says that there are no insights only after the first sync', async () => {
  const none = { ...noMap, insights: 0, withEmbedding: 0, otherLength: 0 }
  const neverSynced = { ...testSyncStatus, state: 'never' as const, syncedAt: null }
  const { bridge } = open({ 'topicMap.state': () => none, 'sync.status': () => neverSynced })
  expect(await screen.findByRole('heading', { name: 'Not synced yet' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sync now' })).toBeVisible()
  act(() => bridge.push('sync.changed', { ...neverSynced, state: 'syncing' }))
  expect(await screen.findByRole('heading', { name: /^Loading .* for the first time…$/ })).toBeVisible()
  act(() => bridge.push('sync.changed', testSyncStatus))
  expect(await screen.findByRole('heading', { name: 'No insights yet' })).toBeVisible()
})

it('retries a failed map only on request', async () => {
  const { bridge } = open({ 'topicMap.state': () => ({ ...noMap, hasFailed: true }) })
  await userEvent.click(await screen.findByRole('button', { name: 'Draw the map' }))
  await waitFor(() => expect(inputs(bridge.calls, 'topicMap.draw')).toHaveLength(1))
})

it.each([
  ['topicMap.state', () => state],
  ['topicMap.points', () => points],
] as const)('says when %s fails, and asks for it again on request', async (name, answer) => {
  let isBroken = true
  open({
    [name]: () => {
      if (isBroken) throw new AppError('LIBRARY_UNAVAILABLE', '')
      return answer()
    },
  })
  await screen.findByText('The local library isn’t ready')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await map()).toBeVisible()
})

it('asks again for a drawing that could not be asked for', async () => {
  let fails = true
  const { bridge } = open({
    'topicMap.state': () => (fails ? noMap : { ...noMap, progress: 0 }),
    'topicMap.draw': () => {
      if (fails) throw new AppError('LIBRARY_UNAVAILABLE', '')
      return null
    },
  })
  await screen.findByText('The local library isn’t ready')
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Drawing the map… 0%')).toBeVisible()
  expect(inputs(bridge.calls, 'topicMap.draw').map(({ what }) => what)).toEqual(['all', 'all'])
})

it('says why a map could not be drawn again', async () => {
  open({
    'topicMap.draw': () => {
      throw new AppError('DISK_FULL', '')
    },
  })
  await map()
  await userEvent.click(screen.getByRole('button', { name: 'Draw again' }))
  expect(await screen.findByText('The disk is full')).toBeVisible()
  expect(await map()).toBeVisible()
})

it('says when many insights are newer than the map, and draws it again only on request', async () => {
  const drawn = { id: 'm1', madeAt: new Date().toISOString(), points: 7, added: 0, missing: 2 }
  const { bridge } = open({ 'topicMap.state': () => ({ ...state, map: drawn }) })
  expect(await screen.findByText(/Many insights were added after this map was drawn/)).toBeVisible()
  expect(screen.getByText(/2 not on the map yet/)).toBeVisible()
  expect(inputs(bridge.calls, 'topicMap.draw')).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Draw again' }))
  await waitFor(() => expect(inputs(bridge.calls, 'topicMap.draw').map(({ what }) => what)).toEqual(['all']))
})

it('adds a few new insights automatically', () => {
  const drawn = { id: 'm1', madeAt: '', points: 100, added: 5, missing: 10 }
  expect(dueDrawing({ ...state, map: drawn }, false)).toBe('missing')
  expect(dueDrawing({ ...state, map: { ...drawn, missing: 20 } }, false)).toBeNull()
  expect(dueDrawing({ ...state, map: { ...drawn, missing: 0 } }, false)).toBeNull()
  expect(dueDrawing({ ...state, map: drawn, progress: 0 }, false)).toBeNull()
  expect(dueDrawing(noMap, false)).toBe('all')
  expect(dueDrawing(noMap, true)).toBeNull()
  expect(dueDrawing({ ...noMap, withEmbedding: 29 }, false)).toBeNull()
})

it('ends a drag when the pointer capture is lost, for example when another window opens', async () => {
  open()
  const host = await map()
  point(host, 'pointerdown', at(0.1, 0.1))
  point(host, 'pointermove', at(0.4, 0.4))
  expect(host).toHaveAttribute('data-dragging')
  point(host, 'lostpointercapture', at(0.4, 0.4))
  expect(host).not.toHaveAttribute('data-dragging')
  point(host, 'pointermove', at(0.6, 0.6))
  expect(host).not.toHaveAttribute('data-dragging')
})

const middle = { x: room.width / 2, y: room.height / 2 }
const zoomedIn = zoomed(wholeMap, room, 1.6, middle)
const twice = zoomed(zoomedIn, room, 1.6, middle)

it.each(['keys', 'buttons'])('zooms in and out, and shows the whole map again, by its %s', async (means) => {
  open()
  const host = await map()
  for (const [key, name, camera] of [
    ['=', 'Zoom in', zoomedIn],
    ['+', 'Zoom in', twice],
    ['-', 'Zoom out', zoomedIn],
    ['0', 'Show the whole map', wholeMap],
  ] as const) {
    if (means === 'buttons') await userEvent.click(screen.getByRole('button', { name }))
    // Else the page would also take the key.
    else expect(fireEvent.keyDown(host, { key })).toBe(false)
    await expectCamera(host, camera)
  }
})

it('zooms around the pointer with the wheel, without scrolling the page', async () => {
  open()
  const host = await map()
  // Test wheels have no coordinates.
  const wheel = new MouseEvent('wheel', { clientX: 500, clientY: 400, bubbles: true, cancelable: true })
  expect(fireEvent(host, Object.assign(wheel, { deltaY: -60 }))).toBe(false)
  await expectCamera(host, zoomed(wholeMap, room, Math.exp(0.2), { x: 500, y: 400 }))
})

it('follows the pointer while the map is dragged, by its main button only', async () => {
  open()
  const host = await map()
  const drag = (button: number) => {
    point(host, 'pointerdown', { button, clientX: 400, clientY: 300 })
    point(host, 'pointermove', { clientX: 460, clientY: 330 })
    point(host, 'pointerup', { clientX: 460, clientY: 330 })
  }
  drag(2)
  await expectCamera(host, wholeMap)
  drag(0)
  await expectCamera(host, panned(wholeMap, room, 60, 30))
})

it('draws around insights with Shift, even while dragging moves the map', async () => {
  open()
  const host = await map()
  expect(host).toHaveAttribute('data-mode', 'move')
  point(host, 'pointerdown', { ...at(0.85, 0.85), shiftKey: true })
  expect(host).toHaveAttribute('data-mode', 'lasso')
  for (const corner of [at(0.95, 0.85), at(0.95, 0.95), at(0.85, 0.95)]) point(host, 'pointermove', corner)
  point(host, 'pointerup', at(0.85, 0.95))
  expect(selection().getByText('2 insights selected')).toBeVisible()
  await expectCamera(host, wholeMap)
})

it('moves the map again once Move is chosen after Lasso', async () => {
  open()
  const host = await map()
  const move = screen.getByRole('radio', { name: 'Move' })
  expect(move).toBeChecked()
  await userEvent.click(screen.getByRole('radio', { name: 'Lasso' }))
  await userEvent.click(move)
  point(host, 'pointerdown', { clientX: 400, clientY: 300 })
  point(host, 'pointermove', { clientX: 460, clientY: 330 })
  point(host, 'pointerup', { clientX: 460, clientY: 330 })
  await expectCamera(host, panned(wholeMap, room, 60, 30))
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull()
})

/** The middle of the room is at half of its width, and ten pixels above half of its height. */
it.each([
  ['on the right of a point', [800, 600], 11, 0, [400 - 0.38 * 508 + 12.8, 290 - 0.4 * 508 - 32]],
  ['on the left of one near the right edge', [800, 600], 14, 0, [400 + 0.4 * 508 - 292.8, 290 + 0.4 * 508 - 32]],
  ['no lower than the map', [800, 600], 14, 100, [400 + 0.4 * 508 - 292.8, 536]],
  ['no higher than the map', [800, 600], 11, -70, [400 - 0.38 * 508 + 12.8, 4]],
  ['below a point in a narrow map', [300, 600], 11, 0, [10, 290 - 0.4 * 268 + 12.8]],
  ['below a low point in the narrowest map', [270, 400], 14, 0, [4, 190 + 0.4 * 238 + 12.8]],
  ['above a point that has no room below', [300, 290], 14, 0, [10, 135 + 0.4 * 198 - 76.8]],
] as const)('shows the title %s', async (_, [width, height], insight, drag, at) => {
  room = { width, height }
  open()
  const host = await screen.findByRole('application', { name: 'Map of insights' })
  const index = points.insights.indexOf(insight)
  const place = toScreen({ x: points.x[index] ?? 0, y: points.y[index] ?? 0 }, wholeMap, room)
  const moveTo = (y: number) => point(host, 'pointermove', { clientX: place.x, clientY: y })
  // The map has its size a moment later.
  const title = await waitFor(() => {
    moveTo(place.y)
    return within(host).getByText(insight === 11 ? 'Hidden content' : `Title ${insight}`)
  })
  if (drag !== 0) {
    point(host, 'pointerdown', { clientX: place.x, clientY: place.y })
    moveTo(place.y + drag)
    point(host, 'pointerup', { clientX: place.x, clientY: place.y + drag })
    moveTo(place.y + drag)
  }
  const { left, top } = (within(host).getByText(title.textContent).parentElement as HTMLElement).style
  expect(Number.parseFloat(left)).toBeCloseTo(at[0], 1)
  expect(Number.parseFloat(top)).toBeCloseTo(at[1], 1)
})

it('clears the selection and the active insight once the map is drawn again', async () => {
  let now = points
  let drawn = state
  const { bridge } = open({ 'topicMap.points': () => now, 'topicMap.state': () => drawn })
  const host = await map()
  point(host, 'pointermove', at(0.9, 0.9))
  await within(host).findByText('Title 14')
  await userEvent.click(clusters().getByRole('button', { name: 'Cluster 2 2' }))
  expect(selection().getByText('2 insights selected')).toBeVisible()
  now = { ...points, mapId: 'm2' }
  drawn = { ...state, map: state.map && { ...state.map, id: 'm2' } }
  act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['topicMap'] }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull())
  expect(within(host).queryByText('Title 14')).toBeNull()
})

it.each([
  ['after a drawing that failed', null, true],
  ['while it is drawn once more', 0.5, false],
])('says that the map is the previous one %s', async (_, progress, isSaid) => {
  open({ 'topicMap.state': () => ({ ...state, hasFailed: true, progress }) })
  await map()
  expect(screen.queryByText(/This is the previous one/) !== null).toBe(isSaid)
})

it('takes a small movement for a click, and a larger one for a drag', async () => {
  open()
  const host = await map()
  const { clientX, clientY } = at(0.9, 0.9)
  const press = (by: number) => {
    point(host, 'pointerdown', { clientX, clientY })
    point(host, 'pointermove', { clientX, clientY: clientY + by })
    const isDragging = host.hasAttribute('data-dragging')
    point(host, 'pointerup', { clientX, clientY: clientY + by })
    return isDragging
  }
  const name = within(host).getByText('battery, winter').style
  const before = name.transform
  expect(press(5)).toBe(true)
  expect(name.transform).not.toBe(before)
  expect(address()).toBe('/topic-map')
  fireEvent.click(screen.getByRole('button', { name: 'Show the whole map' }))
  expect(name.transform).toBe(before)
  expect(press(4)).toBe(false)
  expect(name.transform).toBe(before)
  await waitFor(() => expect(address()).toBe('/topic-map/id-14'))
})

it('means the insight within 14 pixels of the pointer, and opens none elsewhere', async () => {
  open()
  const host = await map()
  const { clientX, clientY } = at(0.9, 0.9)
  const near = (by: number) => ({ clientX: clientX - by, clientY })
  point(host, 'pointermove', near(14.5))
  expect(within(host).queryByText(/^(…|Title 14)$/)).toBeNull()
  point(host, 'pointermove', near(13.5))
  expect(await within(host).findByText('Title 14')).toBeInTheDocument()
  point(host, 'pointerdown', near(14.5))
  point(host, 'pointerup', near(14.5))
  expect(address()).toBe('/topic-map')
})

it('zooms no farther at once than by one notch of a wheel', async () => {
  open()
  const host = await map()
  const wheel = (deltaY: number) => {
    const event = new MouseEvent('wheel', { clientX: 500, clientY: 400, bubbles: true, cancelable: true })
    fireEvent(host, Object.assign(event, { deltaY }))
  }
  wheel(-5_000)
  const near = zoomed(wholeMap, room, Math.exp(0.4), { x: 500, y: 400 })
  await expectCamera(host, near)
  wheel(5_000)
  await expectCamera(host, wholeMap)
})

it.each([
  ['Enter', 'before there is an active insight'],
  ['x', 'that is none of the map’s'],
])('leaves %s, a key %s, to others', async (key) => {
  open()
  const host = await map()
  expect(fireEvent.keyDown(host, { key })).toBe(true)
  expect(address()).toBe('/topic-map')
})

it('draws the active insight and the lasso in the page’s colours, in each pixel of a fine screen', async () => {
  const colours = document.createElement('style')
  const colourAs = (hue: string) => {
    colours.textContent = `[role="application"] { --map-2: ${hue}; --mantine-color-text: ink; --mantine-primary-color-filled: gold }`
  }
  colourAs('blue')
  document.head.append(colours)
  vi.stubGlobal('devicePixelRatio', 2)
  vi.stubGlobal('Path2D', WordPath)
  const canvas = new WordCanvas()
  vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(canvas.context)
  open()
  const host = await map()
  const { width, height } = host.querySelector('canvas') as HTMLCanvasElement
  expect([width, height]).toEqual([1_600, 1_200])
  /** What was painted since the canvas was cleared last, but not the points. */
  const marks = () => {
    const cleared = canvas.painted.findLastIndex((each) => each.startsWith('clear'))
    return canvas.painted.slice(cleared + 1).filter((each) => / \| in 2 0 0 2 0 0/.test(each))
  }
  point(host, 'pointermove', at(0.9, 0.9))
  const circle = 'circle 603.2 493.2 8.8'
  expect(marks()).toEqual([`fill | ${circle} | blue | in 2 0 0 2 0 0`, `stroke | ${circle} | ink 2 | in 2 0 0 2 0 0`])
  fireEvent.pointerLeave(host)
  expect(marks()).toEqual([])
  const capture = vi.spyOn(host, 'setPointerCapture')
  point(host, 'pointerdown', { clientX: 10, clientY: 20, shiftKey: true })
  expect(capture).toHaveBeenCalledOnce()
  for (const [clientX, clientY] of [
    [40, 20],
    [40, 60],
  ] as const) {
    point(host, 'pointermove', { clientX, clientY })
  }
  const lasso = 'line 10 20, line 40 20, line 40 60, close'
  expect(marks()).toEqual([
    `fill | ${lasso} | gold | in 2 0 0 2 0 0 | alpha 0.12`,
    `stroke | ${lasso} | gold 1.5 dashed 5 4 | in 2 0 0 2 0 0`,
  ])
  point(host, 'pointerup', { clientX: 40, clientY: 60 })
  point(host, 'pointermove', at(0.9, 0.9))
  colourAs('navy')
  document.documentElement.setAttribute('data-mantine-color-scheme', 'dark')
  await waitFor(() => expect(marks()[0]).toBe(`fill | ${circle} | navy | in 2 0 0 2 0 0`))
  document.documentElement.removeAttribute('data-mantine-color-scheme')
  colours.remove()
})

it('brings an insight that an arrow key leads to into sight', async () => {
  open()
  const host = await map()
  for (const key of ['+', '+', 'ArrowRight', 'ArrowDown']) fireEvent.keyDown(host, { key })
  await expectCamera(host, { x: 0.9, y: 0.9, zoom: twice.zoom })
})
