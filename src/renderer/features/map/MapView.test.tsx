import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import { type MapFilter, type MapList, type MapRecord, type MapTop, mostOfBranch } from '../../../contract/features/map'
import { Preferences } from '../../../contract/features/preferences'
import { keyIn } from '../../../contract/workspace-key'
import { forgetEnvironment } from '../../client/forgetting'
import { briefDialog } from '../../records/brief-dialog'
import { address, giveSize, renderList } from '../../records/list-testing'
import { announced } from '../../testing/announced'
import type { Answers } from '../../testing/fake-bridge'
import { testSyncStatus, testWorkspace } from '../../testing/render'
import {
  recordAnswers,
  sampleFeedback,
  sampleOpportunity,
  sampleOutcome,
  sampleSolution,
} from '../../testing/sample-records'
import { useBoundKeys } from '../../ui/keys'
import { MapView } from '.'
import { openedNodes } from './use-map'

beforeEach(giveSize)
beforeEach(() => openedNodes.set(new Map()))

function record(
  kind: MapRecord['kind'],
  id: string,
  below: MapRecord['below'],
  changes: Partial<MapRecord> = {},
): MapRecord {
  return {
    ...{ kind, id, title: `Title ${id}`, hideContent: false, status: null, score: 0.81, at: null, gap: null },
    ...{ insights: 12, unseen: 3, feedback: 34, recent: 5, through: null, elsewhere: 0, matches: true, below },
    ...changes,
  }
}

const goal = record('outcome', sampleOutcome(1).id, [{ list: 'goalOpportunities', total: 1 }])
const bare = record('outcome', 'bare', [], { gap: 'noOpportunities' })
const opportunity = record('opportunity', sampleOpportunity(1).id, [{ list: 'opportunityInsights', total: 2 }], {
  ...{ through: 4, elsewhere: 2, gap: 'noSolutions', status: 'New' },
})
const secret = record('insight', 'secret', [], { hideContent: true, title: 'Secret plans', status: 'Bug' })
const lists: Partial<Record<MapList, readonly MapRecord[]>> = {
  goals: [goal, bare],
  goalOpportunities: [opportunity],
  opportunityInsights: [secret],
}
const top: MapTop = {
  below: [
    { list: 'goals', total: 30 },
    { list: 'loneInsights', total: 5 },
  ],
  gaps: { noOpportunities: 1, noSolutions: 1, notFresh: 0 },
  ...{ matching: 48, all: 48 },
}

interface Asked {
  readonly list: MapList
  readonly filter: MapFilter
  readonly limit: number
}

/** The map, and the keys that it offers. */
function MapWithKeys() {
  return (
    <>
      <MapView />
      <output aria-label="Keys">{[...useBoundKeys()].join(' ')}</output>
    </>
  )
}

function open({ answers, route = '/map' }: { answers?: Answers; route?: string } = {}) {
  const asked: Asked[] = []
  const view = renderList(<MapWithKeys />, {
    path: '/map/:kind?/:id?',
    route,
    answers: {
      ...recordAnswers(() => ({
        opportunities: [sampleOpportunity(1)],
        outcomes: [sampleOutcome(1), sampleOutcome(2)],
        solutions: [sampleSolution(1)],
        feedback: [sampleFeedback(1)],
      })),
      'map.top': ({ filter }) => (filter.text === 'zzz' ? { ...top, below: [], matching: 0 } : top),
      'map.branch': (input) => {
        asked.push(input)
        const records = lists[input.list] ?? []
        return { records: records.slice(0, input.limit), total: input.list === 'goals' ? 30 : records.length }
      },
      'map.save': () => ({ saved: true }),
      ...answers,
    },
  })
  return { ...view, asked }
}

const items = () => screen.getAllByRole('treeitem')
const names = () => items().map((each) => each.firstElementChild?.textContent)
const item = (name: RegExp) => screen.findByRole('treeitem', { name })

it('shows goals with their branches, and marks inferred links, gaps and records shown elsewhere', async () => {
  open()
  await item(/^Opportunity/)
  expect(names()).toEqual([
    `Goal: Title ${goal.id}. 12 insights, 3 unseen, 34 pieces of feedback. 5 in 90 days. Top score 0.81`,
    `Opportunity: Title ${opportunity.id}. Gap: no solutions. New. 12 insights, 3 unseen, 34 pieces of feedback. 5 in 90 days. Top score 0.81. Linked through 4 shared insights. Also under 2 other goals`,
    '2 insights without a solution',
    'Goal: Title bare. Gap: no opportunities. 12 insights, 3 unseen, 34 pieces of feedback. 5 in 90 days. Top score 0.81',
    '28 more goals',
    '5 insights not linked to any of these',
  ])
  const [first, second, group] = items()
  expect(first).toHaveAttribute('aria-level', '1')
  expect(first).toHaveAttribute('aria-setsize', '4')
  expect(first).toHaveAttribute('aria-expanded', 'true')
  expect(second).toHaveAttribute('aria-level', '2')
  expect(group).toHaveAttribute('aria-expanded', 'false')
  expect(items()[3]).not.toHaveAttribute('aria-expanded')
  expect(within(second as HTMLElement).getByText('through 4 shared insights')).toBeInTheDocument()
  expect(document.querySelectorAll('svg path[data-inferred]').length).toBe(2)
  expect(screen.getByText(/1 goal without opportunities · 1 opportunity without solutions/)).toBeInTheDocument()
  expect(screen.queryByText(/0 solutions without/)).not.toBeInTheDocument()
  expect(screen.getByRole('status', { name: 'Number of records' })).toHaveTextContent('48 records')
})

it('shows on each card what is known of its record', async () => {
  const plain = record('outcome', 'plain', [], { score: null, unseen: 0, matches: false })
  const records: Partial<Record<MapList, readonly MapRecord[]>> = { ...lists, goals: [goal, bare, plain] }
  open({ answers: { 'map.branch': ({ list }) => ({ records: [...(records[list] ?? [])], total: 1 }) } })
  await item(/^Opportunity/)
  const cards = items().map((card) => ({
    card,
    parts: [...(card.children[1]?.children ?? [])].map(({ textContent }) => textContent),
  }))
  const figures = '12 insights · 3 unseen · 34 feedback'
  expect(cards.map(({ parts }) => parts)).toEqual([
    ['Goal0.81', `Title ${goal.id}`, figures],
    [
      ...['Opportunity · New0.81', `Title ${opportunity.id}`, figures],
      ...['through 4 shared insights', 'also under 2 other goals', 'No solutions'],
    ],
    ['2 insights without a solution'],
    ['Goal0.81', 'Title bare', figures, 'No opportunities'],
    ['Goal', 'Title plain', '12 insights · 34 feedback'],
    ['5 insights not linked to any of these'],
  ])
  expect(within(cards[1]?.card as HTMLElement).getByText('0.81')).toHaveAttribute('title', 'Top score')
  // Gaps have another edge, and records on the way to a match are faint.
  expect(cards.map(({ card }) => card.getAttribute('data-gap'))).toEqual([
    ...[null, 'noSolutions', null, 'noOpportunities', null, null],
  ])
  expect(cards.map(({ card }) => card.hasAttribute('data-path'))).toEqual([false, false, false, false, true, false])
  // Beside the line to the records below.
  const toggles = cards.map(({ card }) => card.children[2] as HTMLElement | undefined)
  expect(toggles.map((toggle) => toggle?.style.top)).toEqual([
    ...['29px', '29px', '16px', undefined, undefined, '16px'],
  ])
  expect(toggles.map((toggle) => toggle?.hasAttribute('data-expanded'))).toEqual([
    ...[true, true, false, undefined, undefined, false],
  ])
})

it('counts only the kinds of gaps that occur', async () => {
  const gaps = { noOpportunities: 0, noSolutions: 0, notFresh: 2 }
  open({ answers: { 'map.top': () => ({ ...top, gaps }) } })
  expect(await screen.findByText('2 solutions without feedback in 90 days')).toBeInTheDocument()
})

it('says how much of the feedback of a record is recent, unless none is', async () => {
  const records = [0, 1].map((recent) => record('outcome', `with ${recent}`, [], { recent }))
  open({ answers: { 'map.branch': () => ({ records, total: records.length }) } })
  await item(/with 0/)
  expect(names().slice(0, 2)).toEqual([
    'Goal: Title with 0. 12 insights, 3 unseen, 34 pieces of feedback. Top score 0.81',
    'Goal: Title with 1. 12 insights, 3 unseen, 34 pieces of feedback. 1 in 90 days. Top score 0.81',
  ])
})

it('names only what there is to say of a record', async () => {
  const quiet = record('opportunity', 'quiet', [], { unseen: 0 })
  const heard = record('insight', 'heard', [{ list: 'insightFeedback', total: 2 }], { unseen: 0 })
  const fresh = record('insight', 'fresh', [], { unseen: 1 })
  const said = record('feedback', 'said', [], { status: 'Shop' })
  const whispered = record('feedback', 'whispered', [], { status: 'Shop', hideContent: true })
  const branches: Partial<Record<MapList, readonly MapRecord[]>> = {
    ...{ goals: [goal], goalOpportunities: [quiet], loneInsights: [heard, fresh] },
    insightFeedback: [said, whispered],
  }
  open({
    answers: {
      'map.branch': ({ list }) => {
        const records = branches[list] ?? []
        return { records: [...records], total: records.length }
      },
    },
  })
  await userEvent.click(await item(/^5 insights not linked to any of these/))
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await waitFor(() =>
    expect(names()).toEqual([
      expect.stringContaining('12 insights, 3 unseen'),
      'Opportunity: Title quiet. 12 insights, 34 pieces of feedback. 5 in 90 days. Top score 0.81',
      '5 insights not linked to any of these',
      'Insight: Title heard. 34 pieces of feedback. 5 in 90 days. Score 0.81',
      'Feedback: Title said. Shop. No date',
      'Feedback: Hidden content. No date',
      'Insight: Title fresh. Unseen, 34 pieces of feedback. 5 in 90 days. Score 0.81',
    ]),
  )
})

it('names the words that the search corrected, and marks them', async () => {
  const forgiven = [{ typed: 'titel', words: ['title'], because: 'similar' as const }]
  const asked: string[] = []
  open({
    route: '/map?q=titel',
    answers: {
      'map.top': ({ filter }) => {
        asked.push(filter.text)
        return filter.text === 'titel' ? { ...top, forgiven } : top
      },
    },
  })
  await item(/^Goal: Title bare/)
  const notice = screen.getByRole('status', { name: 'Searched for' })
  expect(notice).toHaveTextContent('Showing results for title.')
  expect(document.querySelector('mark')).toHaveTextContent('Title')
  await userEvent.click(within(notice).getByRole('button', { name: 'Search for “titel” instead' }))
  await waitFor(() => expect(notice).toBeEmptyDOMElement())
  expect(asked.at(-1)).toBe('"titel"')
})

it('keeps the centre of the window in place when zooming, whichever card is active', async () => {
  open()
  await item(/^Opportunity/)
  await userEvent.keyboard('j{End}')
  const scroller = screen.getByRole('tree').parentElement?.parentElement?.parentElement as HTMLElement
  const half = scroller.clientHeight / 2
  scroller.scrollTop = 40
  await userEvent.keyboard('+')
  expect(screen.getByRole('button', { name: 'Zoom 125%, actual size' })).toBeInTheDocument()
  expect(scroller.scrollTop).toBe((40 + half) * 1.25 - half)
})

it('moves with the arrow keys, opens details with Enter and closes them with Escape', async () => {
  open()
  await item(/^Opportunity/)
  await userEvent.keyboard('j')
  expect(items()[0]).toHaveFocus()
  await userEvent.keyboard('j')
  expect(items()[1]).toHaveFocus()
  await userEvent.keyboard('jk')
  expect(items()[1]).toHaveFocus()
  await userEvent.keyboard('k{ArrowRight}')
  expect(items()[1]).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(items()[1]).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{ArrowLeft}{ArrowUp}')
  expect(items()[0]).toHaveFocus()
  expect(items()[0]).toHaveAttribute('aria-expanded', 'true')
  await userEvent.keyboard('{ArrowLeft}')
  await waitFor(() => expect(items()[0]).toHaveAttribute('aria-expanded', 'false'))
  expect(items()[0]).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  expect(items()[0]).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{ArrowRight}')
  await item(/^Opportunity/)
  await userEvent.keyboard('{ArrowRight}{Enter}')
  const details = await screen.findByRole('region', { name: 'Opportunity details' })
  await waitFor(() => expect(details).toHaveFocus())
  expect(address()).toBe(`/map/opportunities/${opportunity.id}`)
  await userEvent.keyboard('{Escape}')
  expect(address()).toBe('/map')
  await waitFor(() => expect(items()[1]).toHaveFocus())
  await userEvent.keyboard('{End}j')
  expect(items().at(-1)).toHaveFocus()
  await userEvent.keyboard('{Home}k')
  expect(items()[0]).toHaveFocus()
})

it.each([
  ['ArrowDown', 2],
  ['ArrowUp', 0],
])('leads from outside the map to its current card with %s, and from there one card on', async (key, next) => {
  open()
  const card = await item(/^Opportunity/)
  act(() => card.focus())
  act(() => card.blur())
  await userEvent.keyboard(`{${key}}`)
  expect(card).toHaveFocus()
  await userEvent.keyboard(`{${key}}`)
  expect(items()[next]).toHaveFocus()
})

it('lists its keys, and leads to its filters with f', async () => {
  open()
  await item(/^Opportunity/)
  const keys = screen.getByLabelText('Keys').textContent?.split(' ')
  const own = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Enter', 'Escape', 'j', 'k', '/', 'f']
  expect(keys).toEqual(expect.arrayContaining([...own, '+', '-', '0', 'b', 'mod+e']))
  await userEvent.keyboard('f')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Only gaps 2' })).toHaveFocus())
})

it.each([
  [true, ['-', 'Plus', '0']],
  [false, [null, null, null]],
])('exposes the shortcuts of its buttons when single-key shortcuts are on: %s', async (hasSingleKeys, keys) => {
  open({ answers: { 'preferences.read': () => Preferences.parse({ hasSingleKeys }) } })
  const buttons = await Promise.all(
    ['Zoom out', 'Zoom in', 'Fit to view'].map((name) => screen.findByRole('button', { name })),
  )
  expect(buttons.map((button) => button.getAttribute('aria-keyshortcuts'))).toEqual(keys)
})

it('keeps its keys from scrolling the page', async () => {
  open()
  const card = await item(/^Opportunity/)
  for (const key of ['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'Home', 'End', 'Enter', ' ']) {
    expect(fireEvent.keyDown(card, { key })).toBe(false)
  }
})

it.each(['ctrlKey', 'metaKey', 'altKey'])('leaves keys with %s to the window', async (held) => {
  open()
  expect(fireEvent.keyDown(await item(/^Opportunity/), { key: 'ArrowDown', [held]: true })).toBe(true)
})

const scrollerOf = () => screen.getByRole('tree').parentElement?.parentElement?.parentElement as HTMLElement

/** The card begins at 330 pixels, and the level that it opens ends at 920, with its margin. */
it.each([
  [500, 0, '', 306],
  [700, 0, '', 220],
  [1_000, 400, '', 400],
  [500, 0, '+', 1.25 * 330 - 24],
])(
  'scrolls a window of %i pixels from %i to the level that a card opens, zoomed by “%s”',
  async (room, from, zoom, to) => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(room)
    open()
    const card = await item(/^Opportunity/)
    const scroller = scrollerOf()
    act(() => card.focus())
    if (zoom !== '') await userEvent.keyboard(zoom)
    scroller.scrollLeft = from
    await userEvent.keyboard('{ArrowLeft}')
    expect(card).toHaveAttribute('aria-expanded', 'false')
    expect(scroller.scrollLeft).toBe(from)
    await userEvent.keyboard('{ArrowRight}')
    expect(card).toHaveAttribute('aria-expanded', 'true')
    expect(scroller.scrollLeft).toBe(to)
  },
)

it('keeps a card in place on screen when the map around it moves', async () => {
  const second = record('outcome', 'second', [{ list: 'goalOpportunities', total: 1 }])
  open({
    answers: {
      'map.branch': ({ list, of }) => ({
        records:
          list === 'goals'
            ? [goal, second]
            : list === 'goalOpportunities'
              ? [{ ...opportunity, id: `below ${of}` }]
              : [],
        total: 2,
      }),
    },
  })
  const card = await item(/^Goal: Title second/)
  act(() => card.focus())
  await userEvent.keyboard('{ArrowLeft}')
  await waitFor(() => expect(card).toHaveAttribute('aria-expanded', 'false'))
  const scroller = scrollerOf()
  const top = () => Number(/, (\d+)px/.exec(card.style.transform)?.[1])
  const [before, onScreen] = [top(), top() - scroller.scrollTop]
  await userEvent.keyboard('{ArrowRight}')
  await waitFor(() => expect(card).toHaveAttribute('aria-expanded', 'true'))
  expect(top()).not.toBe(before)
  expect(top() - scroller.scrollTop).toBe(onScreen)
})

it('shows the details of the focused card, and opens a brief of it', async () => {
  open()
  await userEvent.click(await item(/^Goal: Title 0/))
  expect(await screen.findByRole('region', { name: 'Goal details' })).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  expect(await screen.findByRole('region', { name: 'Opportunity details' })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Close details' }))
  await userEvent.keyboard('b')
  expect(briefDialog.get()).toEqual({ kind: 'opportunity', id: opportunity.id })
  briefDialog.set(null)
  await userEvent.keyboard('{End}b')
  await announced('This record has no evidence brief.')
})

it('moves the focus to details that assistive technology opened, not to those that a click opened', async () => {
  open()
  await userEvent.click(await item(/^Goal: Title 0/))
  const details = await screen.findByRole('region', { name: 'Goal details' })
  expect(details).not.toHaveFocus()
  fireEvent.click(await item(/^Goal: Title 0/), { detail: 0 })
  await waitFor(() => expect(details).toHaveFocus())
})

it('goes back to the map, not to the record that was open before another one', async () => {
  const { goBack } = open()
  await userEvent.click(await item(/^Goal: Title 0/))
  expect(await screen.findByRole('region', { name: 'Goal details' })).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}')
  expect(await screen.findByRole('region', { name: 'Opportunity details' })).toBeInTheDocument()
  await goBack()
  expect(address()).toBe('/map')
})

it('returns to the card of a record that its address opened, and Back opens the record again', async () => {
  const { goBack } = open({ route: '/map/goals/bare' })
  await screen.findByRole('region', { name: 'Goal details' })
  const card = await item(/^Goal: Title bare/)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(address()).toBe('/map'))
  expect(card).toHaveFocus()
  await goBack()
  expect(address()).toBe('/map/goals/bare')
})

it('masks hidden content, and reads no more of a branch than requested', async () => {
  const { asked } = open()
  await userEvent.click(await item(/^2 insights without a solution/))
  expect(await item(/^Insight: Hidden content/)).toBeInTheDocument()
  expect(document.body.textContent).not.toContain('Secret plans')
  expect(asked.map(({ list, limit }) => [list, limit])).toEqual([
    ['goals', 8],
    ['goalOpportunities', 8],
    ['opportunityInsights', 8],
  ])
  await userEvent.click(await item(/^28 more goals/))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ list: 'goals', limit: 32 }))
})

it('filters by chips, which it keeps in the address, and by search text', async () => {
  const { asked } = open()
  await item(/^Opportunity/)
  await userEvent.click(screen.getByRole('button', { name: 'Only gaps 2' }))
  await userEvent.click(screen.getByRole('button', { name: 'Solutions' }))
  await waitFor(() => expect(asked.at(-1)?.filter).toMatchObject({ onlyGaps: true, kinds: ['solution'] }))
  expect(address()).toBe('/map?status=gaps&status=solutions')
  await userEvent.keyboard('/')
  const search = screen.getByRole('searchbox', { name: 'Search map' })
  expect(search).toHaveFocus()
  await userEvent.type(search, 'zzz')
  expect(await screen.findByRole('heading', { name: 'No matching records' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Search feedback' })).toHaveAttribute('href', '/feedback?q=zzz')
  await userEvent.keyboard('{Enter}')
  await announced('No matching rows')
  await userEvent.keyboard('{Control>}e{/Control}')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save as SVG…' }))
  // Visibly, as pressing the item does nothing else.
  const notice = await screen.findByText('There’s nothing to export.')
  expect(screen.getByRole('status', { name: 'Announcements' })).not.toContainElement(notice)
  await userEvent.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  await item(/^Opportunity/)
  expect(address()).toBe('/map')
})

it('leads from the search field to the first record that matches', async () => {
  const records = [{ ...goal, below: [], matches: false }, bare]
  open({ answers: { 'map.branch': () => ({ records, total: records.length }) } })
  const match = await item(/^Goal: Title bare/)
  await userEvent.keyboard('/{Enter}')
  expect(match).toHaveFocus()
  expect(screen.getByRole('status', { name: 'Announcements' })).toHaveTextContent(/^$/)
})

it('leads to the first match of words that were typed just before Enter, once the map shows it', async () => {
  const first = { ...goal, below: [] }
  open({
    route: '/map/goals/bare',
    answers: {
      'map.branch': ({ filter }) => {
        const records = filter.text === 'bare' ? [bare] : [first, bare]
        return { records, total: records.length }
      },
    },
  })
  await item(/^Goal: Title bare/)
  await userEvent.keyboard('/')
  const search = screen.getByRole('searchbox', { name: 'Search map' })
  fireEvent.change(search, { target: { value: 'bare' } })
  fireEvent.keyDown(search, { key: 'Enter' })
  await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^Goal: Title 0/ })).not.toBeInTheDocument())
  await waitFor(async () => expect(await item(/^Goal: Title bare/)).toHaveFocus())
  expect(address()).toBe('/map/goals/bare?q=bare')
})

it('says that nothing matches words that were typed just before Enter', async () => {
  open()
  await item(/^Opportunity/)
  await userEvent.keyboard('/zzz{Enter}')
  await announced('No matching rows')
  expect(screen.getByRole('searchbox', { name: 'Search map' })).toHaveFocus()
})

it('leads from the empty search field back to the active card with Escape, and opens no other record', async () => {
  open({ route: '/map/goals/bare' })
  const card = await item(/^Goal: Title bare/)
  await userEvent.keyboard('/{Escape}')
  expect(card).toHaveFocus()
  expect(address()).toBe('/map/goals/bare')
})

it.each([
  ['no record', 0, 'No records yet'],
  ['one record', 1, 'No matching records'],
])('says why a filtered map of a workspace with %s is empty', async (_, all, title) => {
  open({ route: '/map?status=gaps', answers: { 'map.top': () => ({ ...top, below: [], matching: 0, all }) } })
  expect(await screen.findByRole('heading', { name: title })).toBeInTheDocument()
})

it.each([
  ['?q=zzz', true],
  ['?status=gaps', false],
])('offers to search feedback where words match nothing, as the map lists none: %s', async (search, isOffered) => {
  open({ route: `/map${search}`, answers: { 'map.top': () => ({ ...top, below: [], matching: 0 }) } })
  await screen.findByRole('heading', { name: 'No matching records' })
  expect(screen.queryByText(/doesn’t list feedback itself/) !== null).toBe(isOffered)
  expect(screen.queryByRole('link', { name: 'Search feedback' }) !== null).toBe(isOffered)
})

it('says that there is nothing yet, whether or not the service sends related records', async () => {
  open({
    answers: {
      'map.top': () => ({ ...top, below: [], matching: 0, all: 0 }),
      'sync.status': () => ({ ...testSyncStatus, hasRelationships: false }),
    },
  })
  expect(await screen.findByRole('heading', { name: 'No records yet' })).toBeInTheDocument()
})

it('scrolls back to its top left when the filter changes', async () => {
  open()
  await item(/^Opportunity/)
  const scroller = scrollerOf()
  scroller.scrollTo(30, 40)
  await userEvent.click(screen.getByRole('button', { name: 'Unseen' }))
  expect([scroller.scrollLeft, scroller.scrollTop]).toEqual([0, 0])
})

it('remembers what was opened and closed with each of the last 20 filters', async () => {
  openedNodes.set(
    new Map(Array.from({ length: 20 }, (_, place) => [`filter ${place}`, { nodes: new Map(), limits: new Map() }])),
  )
  open()
  const chip = screen.getByRole('button', { name: 'Unseen' })
  const first = () => items()[0]
  await item(/^Opportunity/)
  await userEvent.click(first()?.lastElementChild as Element)
  await waitFor(() => expect(first()).toHaveAttribute('aria-expanded', 'false'))
  await userEvent.click(chip)
  await waitFor(() => expect(first()).toHaveAttribute('aria-expanded', 'false'))
  await userEvent.click(first()?.lastElementChild as Element)
  await waitFor(() => expect(first()).toHaveAttribute('aria-expanded', 'true'))
  expect(openedNodes.get().size).toBe(20)
  expect([...openedNodes.get().keys()][0]).toBe('filter 2')
  await userEvent.click(chip)
  await waitFor(() => expect(first()).toHaveAttribute('aria-expanded', 'false'))
})

it('stays as it was, and busy, until an opened branch is read', async () => {
  let answer = () => {}
  open({
    answers: {
      'map.branch': ({ list }) => {
        const found = { records: [...(lists[list] ?? [])], total: lists[list]?.length ?? 0 }
        return list === 'loneInsights' ? new Promise((resolve) => (answer = () => resolve(found))) : found
      },
    },
  })
  const group = await item(/^5 insights/)
  await waitFor(() => expect(screen.getByRole('tree')).toHaveAttribute('aria-busy', 'false'))
  const before = names()
  await userEvent.click(group)
  expect(screen.getByRole('tree')).toHaveAttribute('aria-busy', 'true')
  expect(names()).toEqual(before)
  expect(group).toHaveAttribute('aria-expanded', 'false')
  act(answer)
  await waitFor(() => expect(group).toHaveAttribute('aria-expanded', 'true'))
})

it('leads to the card above when the current one is gone', async () => {
  const second = record('outcome', 'second', [{ list: 'goalOpportunities', total: 1 }])
  const below = { ...opportunity, id: 'below', title: 'Title below' }
  let isGone = false
  const { bridge } = open({
    answers: {
      'map.branch': ({ list, of }) => {
        const found = list === 'goals' ? [goal, second] : of === 'second' && !isGone ? [below] : []
        return { records: found, total: found.length }
      },
    },
  })
  const card = await item(/^Goal: Title second/)
  act(() => card.focus())
  await userEvent.keyboard('{ArrowRight}')
  const last = await item(/^Opportunity: Title below/)
  await userEvent.keyboard('{ArrowRight}')
  await waitFor(() => expect(last).toHaveFocus())
  isGone = true
  act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['opportunities'] }))
  await waitFor(() => expect(last).not.toBeInTheDocument())
  expect(items().map(({ tabIndex }) => tabIndex)).toEqual([
    -1,
    0,
    ...items()
      .slice(2)
      .map(() => -1),
  ])
})

it('opens the details of the record in the address', async () => {
  open({ route: `/map/goals/${goal.id}` })
  expect(await screen.findByRole('region', { name: 'Goal details' })).toBeInTheDocument()
})

it('marks the card of the record in the address', async () => {
  open({ route: '/map/goals/bare' })
  await waitFor(() => expect(items()[3]).toHaveAttribute('aria-selected', 'true'))
  expect(items()[0]).toHaveAttribute('aria-selected', 'false')
})

it('leads to the search or the details when a branch has more than the map can show', async () => {
  const heard = record('insight', 'heard', [{ list: 'insightFeedback', total: 900 }])
  const said = record('feedback', sampleFeedback(1).id, [])
  open({
    answers: {
      'insights.get': () => new Promise(() => undefined),
      'map.branch': ({ list }) => ({
        records: list === 'goals' ? [bare] : list === 'insightFeedback' ? [said] : [heard],
        total: 900,
      }),
    },
  })
  await userEvent.click(await item(/^5 insights not linked to any of these/))
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await item(/^899 more pieces of feedback/)
  const limits = ['/goals', '/loneInsights/loneInsights:heard/insightFeedback'].map(
    (key) => [key, mostOfBranch] as const,
  )
  act(() => {
    openedNodes.set(
      new Map([...openedNodes.get()].map(([key, { nodes }]) => [key, { nodes, limits: new Map(limits) }])),
    )
  })
  await userEvent.click(await item(/^Search for 899 more goals/))
  expect(screen.getByRole('searchbox', { name: 'Search map' })).toHaveFocus()
  await userEvent.click(await item(/^899 more in the insight’s details/))
  expect(address()).toBe('/map/insights/heard')
})

it('keeps the card of the open details in view when the map is resized', async () => {
  const shown: (string | undefined)[] = []
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function (this: HTMLElement) {
    shown.push(this.dataset.key)
  })
  const resized: (() => void)[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly listener: () => void) {}
      observe(element: Element) {
        if (element.querySelector('[role="tree"]')) resized.push(this.listener)
      }
      unobserve() {}
      disconnect() {}
    },
  )
  try {
    open()
    await userEvent.click(await item(/^Opportunity/))
    await screen.findByRole('region', { name: 'Opportunity details' })
    shown.length = 0
    for (const listener of resized) act(listener)
    expect(shown.at(-1)).toMatch(new RegExp(`goalOpportunities:${opportunity.id}$`))
    await userEvent.keyboard('{Escape}')
  } finally {
    vi.unstubAllGlobals()
  }
})

it('wraps a title into the lines that its card has room for', async () => {
  const title = 'The first cold week looks like a defect that nobody would pay to have repaired in any winter'
  open({ answers: { 'map.branch': () => ({ records: [{ ...bare, gap: null, title }], total: 1 }) } })
  const card = await item(/^Goal: The first cold week/)
  const lines = [...card.querySelectorAll('[data-kind="outcome"] > span')].map((line) => line.textContent ?? '')
  expect(lines).toEqual([expect.stringMatching(/^The first cold week/), expect.stringMatching(/…$/)])
  expect(card).toHaveStyle({ height: `${2 * 9 + 18 + lines.length * 18 + 17}px` })
})

it('names a record without a title by its ID, on its card too', async () => {
  open({ answers: { 'map.branch': () => ({ records: [{ ...bare, id: 'abcdefgh-rest', title: ' ' }], total: 1 }) } })
  const card = await item(/^Goal: Untitled abcdefgh\. /)
  expect(card.querySelector('[data-kind="outcome"]')).toHaveTextContent(/^Untitled abcdefgh$/)
})

it('saves the shown map with hidden content masked, even if it was revealed', async () => {
  const hidden = { ...goal, title: 'Secret plans', hideContent: true }
  let saved = false
  const { bridge } = open({
    answers: {
      'map.save': () => ({ saved }),
      ...recordAnswers(() => ({ outcomes: [sampleOutcome(1, { title: 'Secret plans', hideContent: true })] })),
      'map.branch': ({ list }) => ({ records: list === 'goals' ? [hidden] : [opportunity], total: 1 }),
    },
  })
  await userEvent.click(await item(/^Goal: Hidden content/))
  await userEvent.click(await screen.findByRole('button', { name: 'Reveal' }))
  await item(/^Goal: Secret plans/)
  await userEvent.keyboard('{Control>}e{/Control}')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save as SVG…' }))
  await waitFor(() => expect(bridge.calls.some(({ name }) => name === 'map.save')).toBe(true))
  const sent = bridge.calls.find(({ name }) => name === 'map.save')?.input as { drawing: { text: string } }
  expect(sent.drawing.text).toContain('through 4 shared insights')
  expect(sent.drawing.text).toContain('Hidden content')
  expect(sent.drawing.text).not.toContain('Secret plans')
  const again = screen.getByRole('button', { name: 'Export…' })
  await waitFor(() => expect(again).toBeEnabled())
  expect(screen.queryByText('Map saved')).not.toBeInTheDocument()
  saved = true
  await userEvent.click(again)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save as SVG…' }))
  expect(await screen.findByText('Map saved')).toBeInTheDocument()
})

it.each([
  ['drawn', 'PNG', {}, 'Something went wrong'],
  [
    'saved',
    'SVG',
    {
      'map.save': () => {
        throw new AppError('DISK_FULL', '')
      },
    },
    'The disk is full',
  ],
] as const)('says when the map could not be %s', async (_, format, answers: Answers, words) => {
  open({ answers })
  await item(/^Opportunity/)
  await userEvent.keyboard('{Control>}e{/Control}')
  await userEvent.click(await screen.findByRole('menuitem', { name: `Save as ${format}…` }))
  expect(await screen.findByText(words)).toBeInTheDocument()
})

it('says when a branch could not be loaded, and loads it again on request', async () => {
  let isBroken = true
  open({
    answers: {
      'map.branch': ({ list }) => {
        if (list === 'goals') return { records: [goal], total: 1 }
        if (isBroken) throw new AppError('INTERNAL', 'Something failed.')
        return { records: [opportunity], total: 1 }
      },
    },
  })
  const failed = await item(/^Couldn’t load. Try again$/)
  isBroken = false
  await userEvent.click(failed)
  expect(await item(/^Opportunity/)).toBeInTheDocument()
  expect(failed).not.toBeInTheDocument()
})

it('keeps the focus on its button while the map is saved, and saves it once at a time', async () => {
  const { bridge } = open({ answers: { 'map.save': () => new Promise(() => undefined) } })
  await item(/^Opportunity/)
  await userEvent.click(screen.getByRole('button', { name: 'Export…' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save as SVG…' }))
  const button = screen.getByRole('button', { name: 'Export…' })
  await waitFor(() => expect(button).toHaveAttribute('aria-busy', 'true'))
  expect(button).toBeEnabled()
  await waitFor(() => expect(button).toHaveFocus())
  await userEvent.keyboard('{Enter}{Control>}e{/Control}')
  expect(screen.queryByRole('menuitem', { name: 'Save as SVG…' })).not.toBeInTheDocument()
  expect(bridge.calls.filter(({ name }) => name === 'map.save')).toHaveLength(1)
})

it('opens and closes a level with the button at the edge of its card, and with Space', async () => {
  open()
  await item(/^Opportunity/)
  const card = items()[0] as HTMLElement
  await userEvent.click(card.lastElementChild as Element)
  await waitFor(() => expect(card).toHaveAttribute('aria-expanded', 'false'))
  expect(card).toHaveFocus()
  // Only the rest of the card opens the record.
  expect(address()).toBe('/map')
  await userEvent.click(card.lastElementChild as Element)
  await waitFor(() => expect(card).toHaveAttribute('aria-expanded', 'true'))
  await userEvent.keyboard(' ')
  await waitFor(() => expect(card).toHaveAttribute('aria-expanded', 'false'))
  expect(address()).toBe('/map')
})

it('opens a record that has nothing below with Space', async () => {
  open()
  const card = await item(/^Goal: Title bare/)
  act(() => card.focus())
  await userEvent.keyboard(' ')
  const details = await screen.findByRole('region', { name: 'Goal details' })
  expect(address()).toBe('/map/goals/bare')
  await waitFor(() => expect(details).toHaveFocus())
})

it('says why the map could not be loaded, and loads it again on request', async () => {
  let isBroken = true
  open({
    answers: {
      'map.top': () => {
        if (isBroken) throw new AppError('LIBRARY_UNAVAILABLE', '')
        return top
      },
    },
  })
  await screen.findByText('The local library isn’t ready')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await item(/^Opportunity/)).toBeInTheDocument()
})

it.each([
  ['', /^[^,]+ at [^,]+$/],
  ['?q=bare&status=gaps', /^[^,]+ at [^,]+, filtered by “bare”, gaps$/],
])('says in a saved map when it was saved and how /map%s is filtered', async (search, note) => {
  const { bridge } = open({ route: `/map${search}` })
  await item(/^Goal: Title bare/)
  await userEvent.keyboard('{Control>}e{/Control}')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save as SVG…' }))
  await waitFor(() => expect(bridge.calls.some(({ name }) => name === 'map.save')).toBe(true))
  const sent = bridge.calls.find(({ name }) => name === 'map.save')?.input as { drawing: { text: string } }
  const [title, under] = [
    ...new DOMParser().parseFromString(sent.drawing.text, 'image/svg+xml').querySelectorAll('text'),
  ]
  expect(title).toHaveTextContent(/^Evidence map of /)
  expect(under?.textContent).toMatch(note)
})

it('forgets what was opened in an environment that is removed, and only there', () => {
  const [here, elsewhere] = [
    testWorkspace,
    { ...testWorkspace, environment: testWorkspace.environment === 'sandbox' ? 'production' : 'sandbox' },
  ] as const
  const opened = { nodes: new Map(), limits: new Map() }
  openedNodes.set(new Map([here, elsewhere].map((workspace) => [keyIn(workspace, 'filter'), opened])))
  forgetEnvironment(here.environment)
  expect([...openedNodes.get().keys()]).toEqual([keyIn(elsewhere, 'filter')])
})
