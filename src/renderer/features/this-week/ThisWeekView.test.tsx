import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { Need } from '../../../contract/features/needs'
import type { NewsRow } from '../../../contract/features/news'
import type { Decision, PrioritisedKind } from '../../../contract/features/priorities'
import type { Needy, NeedyRecord, ThisWeek, Trends } from '../../../contract/features/this-week'
import { mondays } from '../../../contract/weeks'
import { renderList } from '../../records/list-testing'
import type { Answers } from '../../testing/fake-bridge'
import { testSyncStatus } from '../../testing/places'
import { priorityAnswers, priorityRecord } from '../../testing/priority-answers'
import { ThisWeekView } from '.'

afterEach(() => {
  vi.useRealTimers()
})

const record = (id: string, changes: Partial<NeedyRecord> = {}): NeedyRecord => ({
  ...{ id, title: `Title ${id}`, hideContent: false, insights: 9, unseen: 0, rated: 0, negative: 0, latest: null },
  ...changes,
})
const none = { total: 0, top: [] }
const needy = (all: number, groups: Partial<Needy['groups']> = {}): Needy => ({
  all,
  groups: {
    unseen: none,
    unhappy: none,
    noFeedback: none,
    oldFeedback: none,
    noOpportunity: none,
    ...groups,
  } as Record<Need, Needy['groups'][Need]>,
})
const week: ThisWeek = {
  opportunities: needy(15, {
    unseen: { total: 4, top: [record('a', { unseen: 6 }), record('b', { unseen: 1, hideContent: true })] },
    unhappy: { total: 1, top: [record('a', { rated: 4, negative: 3 })] },
    oldFeedback: { total: 1, top: [record('c', { latest: new Date(2026, 4, 2, 10).toISOString() })] },
  }),
  goals: needy(7, { noOpportunity: { total: 1, top: [record('g', { insights: 1 })] } }),
}

const weeks = mondays(new Date(), 12)
const only = (value: number) => weeks.map((_, place) => (place === 11 ? value : 0))
const trends: Trends = {
  weeks: [...weeks],
  insights: [{ type: 'Bug', counts: only(3) }],
  feedback: [
    { sentiment: null, counts: only(1) },
    { sentiment: 'Negative', counts: only(5) },
  ],
  scores: {
    combinedScore: weeks.map((_, place) => (place < 10 ? null : 0.5)),
    strengthScore: weeks.map(() => null),
    momentumScore: weeks.map(() => null),
  },
  scored: only(40),
  scoresSince: new Date(2026, 10, 10, 10).toISOString(),
}

const news = {
  ...{ rows: [], all: 0, counts: { new: 0, rising: 0, fading: 0, feedback: 0, vanished: 0 }, starts: [] },
  ...{ upTo: 1, canUndo: false },
}
const heard = (feedback: number) => ({ feedback, rated: 0, negative: 0 })
const ranked = (id: string, strongest: number, decision: Decision | null = null) =>
  priorityRecord(id, { strongest }, decision === null ? {} : { decision, ...decidedBefore })
const decidedBefore = {
  decidedAt: '2026-11-02T09:00:00.000Z',
  since: { later: heard(8), earlier: heard(90), strongestThen: null, strongestNow: null },
}

// A page without layout has no room for charts, which they warn of.
beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue()
})

function open(answers: Answers = {}, route = '/this-week') {
  return renderList(<ThisWeekView />, {
    path: '/this-week',
    route,
    answers: {
      'insights.query': () => ({ rows: [], total: 126, all: 126, unseen: 50, left: 42 }),
      'news.query': ({ kinds: [kind] }) => ({
        ...news,
        total: kind === 'rising' ? 2 : kind === 'new' ? 7 : kind === 'vanished' ? 1 : 0,
        since: { kind: 'review', at: new Date(2026, 0, 12, 9, 30).toISOString() },
      }),
      'thisWeek.get': () => week,
      'thisWeek.trends': () => trends,
      ...priorityAnswers((kind) =>
        kind === 'opportunity' || kind === 'insight'
          ? [ranked('a', 5, 'notNow'), ...[4, 3, 2, 1].map((each) => ranked(`n${each}`, each))]
          : [],
      ),
      ...answers,
    },
  })
}

const section = (name: string) => screen.findByRole('region', { name })
const links = (within_: HTMLElement) =>
  within(within_)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')?.replace(/^#/, '')])

it('links each figure to the list that shows it', async () => {
  open()
  const unseen = await section('Unseen')
  await within(unseen).findByText(/6 unseen of 9 insights/)
  expect(links(unseen)).toEqual([
    ['50 unseen insights', '/insights?seen=unseen'],
    ['4 of 15 opportunities have unseen insights', '/opportunities?needs=unseen'],
    ['Title a', '/insights?seen=unseen&related=opportunity%3Aa'],
    [expect.stringContaining('ontent'), '/insights?seen=unseen&related=opportunity%3Ab'],
  ])
  expect(unseen).toHaveTextContent('42 to triage')
  expect(unseen).not.toHaveTextContent('Title b')
  const changes = await section('What changed')
  expect(links(changes)).toEqual([
    ['7 new insights', '/news?status=new'],
    ['2 rising insights', '/news?status=rising'],
    ['1 removed insight', '/news?status=vanished'],
  ])
  expect(changes).toHaveTextContent(/Since your last review on 12 Jan 2026/)
  expect(changes).toHaveTextContent('0 falling insights')
  expect(within(changes).queryByRole('list')).not.toBeInTheDocument()
  expect(links(await section('Unhappy customers'))).toEqual([
    ['1 of 15 opportunities with mostly negative feedback', '/opportunities?needs=unhappy'],
    ['Title a', '/opportunities/a?needs=unhappy'],
  ])
  const gaps = await section('Gaps in evidence')
  expect(links(gaps)).toEqual([
    ['1 of 15 opportunities with only older feedback', '/opportunities?needs=oldFeedback'],
    ['Title c', '/opportunities/c?needs=oldFeedback'],
    ['1 of 7 goals without an opportunity', '/goals?needs=noOpportunity'],
    ['Title g', '/goals/g?needs=noOpportunity'],
  ])
  expect(gaps).toHaveTextContent('last on 2 May 2026')
  expect(gaps).not.toHaveTextContent('opportunities without an opportunity')
})

it('does not mention triage when nothing is unseen', async () => {
  open({ 'insights.query': () => ({ rows: [], total: 1, all: 1, unseen: 0, left: 0 }) })
  const unseen = await section('Unseen')
  await waitFor(() => expect(unseen).toHaveTextContent('0 unseen insights'))
  expect(unseen).not.toHaveTextContent('to triage')
})

it('counts all contradicted decisions of a kind, and names three', async () => {
  const strengths = Array.from({ length: 20 }, (_, place) => 20 - place)
  open(
    priorityAnswers((kind) =>
      kind === 'opportunity'
        ? strengths.map((strongest) => ranked(`n${strongest}`, strongest, strongest > 16 ? 'notNow' : null))
        : [],
    ),
  )
  const decisions = await section('Decisions contradicted by evidence')
  await within(decisions).findByRole('link', { name: '4 opportunities' })
  expect(links(decisions)).toHaveLength(4)
})

it('names the week that has begun and calls yesterday by its date, in a window that stayed open', async () => {
  // With clearInterval, so that the polls of the two finished finds end.
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date(2026, 10, 29, 23) })
  const at = new Date(2026, 10, 29, 9, 30).toISOString()
  open({ 'news.query': () => ({ ...news, total: 0, since: { kind: 'review', at } }) })
  expect(await screen.findByText('Week of 23 Nov 2026')).toBeInTheDocument()
  expect(await screen.findByText('Since your last review, today at 09:30')).toBeInTheDocument()
  vi.setSystemTime(new Date(2026, 10, 30))
  act(() => vi.advanceTimersByTime(10_000))
  expect(screen.getByText('Week of 30 Nov 2026')).toBeInTheDocument()
  expect(screen.getByText('Since your last review on 29 Nov 2026, 09:30')).toBeInTheDocument()
})

it('shows decisions that newer evidence contradicts, for insights too, with that evidence', async () => {
  open()
  const decisions = await section('Decisions contradicted by evidence')
  await waitFor(() =>
    expect(links(decisions)).toEqual([
      ['1 opportunity', '/prioritise?status=contradicted'],
      ['Title a', '/prioritise/a?status=contradicted'],
      ['1 insight', '/prioritise?rows=insights&status=contradicted'],
      ['Title a', '/prioritise/a?rows=insights&status=contradicted'],
    ]),
  )
  expect(decisions).toHaveTextContent('Not now: 8 pieces of feedback since you decided; rank 1 of 5')
  expect(decisions).not.toHaveTextContent('0 ')
})

it.each(['priorities.decisions', 'priorities.since', 'priorities.titles'] as const)(
  'offers to try again when %s fails, and reads it again',
  async (name) => {
    let isBroken = true
    const answers = priorityAnswers((kind) =>
      kind === 'solution' ? [5, 4, 3, 2, 1].map((each) => ranked(`n${each}`, each, each === 5 ? 'notNow' : null)) : [],
    )
    open({
      ...answers,
      [name]: (input: { readonly kind: PrioritisedKind }) => {
        if (isBroken && input.kind === 'solution') throw new AppError('LIBRARY_UNAVAILABLE', 'The library stopped.')
        return answers[name](input)
      },
    })
    const decisions = await section('Decisions contradicted by evidence')
    const retry = await within(decisions).findByRole('button', { name: 'Try again' })
    expect(within(decisions).queryByRole('link')).toBeNull()
    isBroken = false
    await userEvent.click(retry)
    expect(await within(decisions).findByRole('link', { name: '1 solution' })).toBeVisible()
  },
)

it('does not rank a kind of record without decisions', async () => {
  const { bridge } = open()
  const decisions = await section('Decisions contradicted by evidence')
  await within(decisions).findByRole('link', { name: '1 insight' })
  await waitFor(() =>
    expect(bridge.calls).toContainEqual(
      expect.objectContaining({ name: 'priorities.decisions', input: expect.objectContaining({ kind: 'solution' }) }),
    ),
  )
  expect(decisions).not.toHaveTextContent('solution')
  const rankedKinds = bridge.calls.flatMap(({ name, input }) =>
    name === 'priorities.rows' ? [(input as { readonly kind: string }).kind] : [],
  )
  expect(rankedKinds.sort()).toEqual(['insight', 'opportunity'])
})

it('counts the changes waiting for review', async () => {
  open({ 'sync.status': () => ({ ...testSyncStatus, changesToReview: 1 }) })
  const reviews = await section('Changes to review')
  await waitFor(() => expect(links(reviews)).toEqual([['1 change to review', '/activity?status=here&status=review']]))
})

it('words one and several of each figure, and says when a date is unknown', async () => {
  const counts = { rows: [], total: 1, all: 1, unseen: 1, left: 1 }
  const opportunities = needy(1, {
    unseen: { total: 1, top: [record('a', { unseen: 1, insights: 1 })] },
    oldFeedback: {
      total: 3,
      top: [
        record('x'),
        record('y', { latest: 'soon' }),
        record('c', { latest: new Date(2026, 4, 2, 10).toISOString() }),
      ],
    },
  })
  open({
    'sync.status': () => ({ ...testSyncStatus, changesToReview: 2 }),
    'insights.query': () => counts,
    'thisWeek.get': () => ({ ...week, opportunities }),
    'thisWeek.trends': () => ({ ...trends, scored: only(1) }),
  })
  const reviews = await section('Changes to review')
  await waitFor(() => expect(links(reviews)).toEqual([['2 changes to review', '/activity?status=here&status=review']]))
  const unseen = await section('Unseen')
  await within(unseen).findByText('1 unseen of 1 insight')
  expect(links(unseen).slice(0, 2)).toEqual([
    ['1 unseen insight', '/insights?seen=unseen'],
    ['1 of 1 opportunity has unseen insights', '/opportunities?needs=unseen'],
  ])
  const old = within(await section('Gaps in evidence')).getByRole('list', { name: /with only older feedback/ })
  expect(
    within(old)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Title xdate unknown', 'Title ydate unknown', 'Title clast on 2 May 2026'])
  expect(await screen.findByText(/Averages over 1 scored insight\./)).toBeInTheDocument()
})

it('has no section for changes to review or contradicted decisions when there are none', async () => {
  open(priorityAnswers(() => []))
  await within(await section('Gaps in evidence')).findByText('Title g')
  expect(screen.queryByRole('region', { name: 'Changes to review' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Decisions contradicted by evidence' })).toBeNull()
})

it('spells out the figure beside a title in words', async () => {
  open()
  const figure = await within(await section('Unhappy customers')).findByTitle('3 of 4 negative, 75%')
  expect(figure.querySelector('[aria-hidden]')).toHaveTextContent(/^3 of 4$/)
  expect(await within(await section('Unseen')).findByTitle('6 unseen of 9 insights')).toHaveTextContent('6 of 9')
})

it('shows trends as a table too, with a dash rather than 0 for unknown values', async () => {
  open()
  const chart = await screen.findByRole('figure', { name: 'Average scores' })
  await userEvent.click(within(chart).getByRole('button', { name: 'Show as table: Average scores' }))
  const rows = within(within(chart).getByRole('table')).getAllByRole('row')
  expect(rows).toHaveLength(13)
  await userEvent.click(within(chart).getByRole('button', { name: 'Show as table: Average scores' }))
  expect(within(chart).queryByRole('table')).not.toBeInTheDocument()
  await userEvent.click(within(chart).getByRole('button', { name: 'Show as table: Average scores' }))
  expect(
    within(rows[1] as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['–', '–', '–'])
  expect(
    within(rows[12] as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['0.50', '–', '–'])
  expect(chart).toHaveTextContent(
    'Averages over 40 scored insights. Scores are known from the first sync on 10 Nov 2026.',
  )
  const feedback = screen.getByRole('figure', { name: 'Feedback by sentiment' })
  await userEvent.click(within(feedback).getByRole('button', { name: /Show as table/ }))
  const heads = within(feedback)
    .getAllByRole('columnheader')
    .map((head) => head.textContent)
  expect(heads).toEqual(['Week of', 'Negative', 'No sentiment'])
  expect(within(feedback).getByRole('link')).toHaveAttribute('href', `/feedback?since=${weeks[0]}`)
  expect(within(feedback).getByRole('link')).toHaveTextContent(/^6 pieces of feedback in 12 weeks$/)
  expect(within(feedback).getAllByRole('row')[1]).toHaveTextContent('00')
})

it('counts a single insight and a single piece of feedback as one', async () => {
  open({
    'thisWeek.trends': () => ({
      ...trends,
      insights: [{ type: 'Bug', counts: only(1) }],
      feedback: [{ sentiment: null, counts: only(1) }],
    }),
  })
  const linkIn = async (name: string) => within(await screen.findByRole('figure', { name })).getByRole('link')
  expect(await linkIn('Insights by type')).toHaveTextContent(/^1 insight created in 12 weeks$/)
  expect(await linkIn('Feedback by sentiment')).toHaveTextContent(/^1 piece of feedback in 12 weeks$/)
})

it('gives types whose names have no Latin letters patterns of their own', async () => {
  const counts = only(1)
  const types = ['Bug', 'バグ', '要望', '질문']
  open({ 'thisWeek.trends': () => ({ ...trends, insights: types.map((type) => ({ type, counts })) }) })
  const bars = await screen.findByRole('figure', { name: 'Insights by type' })
  const fills = [...bars.querySelectorAll('li rect')].map((each) => each.getAttribute('fill'))
  expect(new Set(fills).size).toBe(types.length)
})

it('tells series apart without colours: bars by patterns, lines by dashes', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  try {
    const types = ['Bug', 'FeatureRequest', 'Feedback', '要望']
    open({ 'thisWeek.trends': () => ({ ...trends, insights: types.map((type) => ({ type, counts: only(1) })) }) })
    const bars = await screen.findByRole('figure', { name: 'Insights by type' })
    await waitFor(() => expect(bars.querySelectorAll('pattern')).toHaveLength(3))
    const shapes = [...bars.querySelectorAll('pattern')].map((pattern) => [
      ...[...pattern.children].map(({ tagName }) => tagName.toLowerCase()),
      pattern.getAttribute('patternTransform'),
    ])
    expect(shapes).toEqual([
      ['rect', 'circle', null],
      ['rect', 'rect', 'rotate(45)'],
      ['rect', 'path', null],
    ])
    const fills = [...bars.querySelectorAll('li rect')].map((each) => each.getAttribute('fill'))
    expect(fills.filter((fill) => !fill?.startsWith('url('))).toEqual(['var(--type-feedback)'])
    const lines = screen.getByRole('figure', { name: 'Average scores' })
    const dashes = [...lines.querySelectorAll('li line')].map((line) => line.getAttribute('stroke-dasharray'))
    expect(dashes).toEqual(['0', '6 4', '2 4'])
  } finally {
    vi.unstubAllGlobals()
  }
})

it('draws no line across weeks without a known score', async () => {
  vi.stubGlobal('ResizeObserver', WideElement)
  try {
    const combinedScore = weeks.map((_, place) => (place === 6 ? null : 0.5))
    open({ 'thisWeek.trends': () => ({ ...trends, scores: { ...trends.scores, combinedScore } }) })
    const chart = await screen.findByRole('figure', { name: 'Average scores' })
    await waitFor(() => expect(chart.querySelector('path.recharts-line-curve')).not.toBeNull())
    expect(chart.querySelector('path.recharts-line-curve')?.getAttribute('d')?.match(/M/g)).toHaveLength(2)
  } finally {
    vi.unstubAllGlobals()
  }
})

it('says that no scores are known before any were synced', async () => {
  open({ 'thisWeek.trends': () => ({ ...trends, scoresSince: null }) })
  const chart = await screen.findByRole('figure', { name: 'Average scores' })
  expect(chart).toHaveTextContent('No scores have been synced yet.')
  expect(chart).not.toHaveTextContent('Averages')
})

it.each(['reduce', 'no-preference'])(
  'draws charts at once without animation, with prefers-reduced-motion: %s',
  async (motion) => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      ...{ matches: query.includes(`prefers-reduced-motion: ${motion}`), media: query },
      ...{ addEventListener: () => undefined, removeEventListener: () => undefined },
      ...{ addListener: () => undefined, removeListener: () => undefined },
    }))
    vi.stubGlobal('ResizeObserver', WideElement)
    // No frame ever runs, so an animation would stay at its start.
    vi.stubGlobal('requestAnimationFrame', () => 0)
    try {
      open()
      const bars = await screen.findByRole('figure', { name: 'Feedback by sentiment' })
      await waitFor(() => expect(bars.querySelectorAll('path.recharts-rectangle')).toHaveLength(2))
      const heights = [...bars.querySelectorAll('path.recharts-rectangle')].map((bar) =>
        Number(bar.getAttribute('height')),
      )
      expect(Math.max(...heights)).toBeGreaterThan(50)
      const looks = (of: string) => [...bars.querySelectorAll(of)].map((each) => each.getAttribute('fill'))
      expect(looks('path.recharts-rectangle')).toEqual(looks('li rect'))
      // A fill that is nowhere draws nothing.
      const patterns = [...bars.querySelectorAll('[fill^="url("]')].map((each) =>
        each.getAttribute('fill')?.slice(5, -1),
      )
      expect(new Set(patterns).size).toBe(2)
      for (const id of patterns) expect(bars.querySelector(`pattern[id="${id}"]`)).not.toBeNull()
      const lines = screen.getByRole('figure', { name: 'Average scores' })
      await waitFor(() => expect(lines.querySelector('path.recharts-line-curve')).not.toBeNull())
    } finally {
      vi.unstubAllGlobals()
    }
  },
)

it.each([
  ['right below Unseen in a wide window when it is short', true, 2, ['Unseen', 'What changed', 'Unhappy customers']],
  ['in a column of its own in a wide window when it is long', true, 3, ['Unseen', 'Unhappy customers', 'What changed']],
  ['right below Unseen in a narrow window', false, 3, ['Unseen', 'What changed', 'Unhappy customers']],
])('puts What changed %s', async (_, isWide, rows, expected) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: isWide && query.includes('min-width'), media: query },
    ...{ addEventListener: () => undefined, removeEventListener: () => undefined },
    ...{ addListener: () => undefined, removeListener: () => undefined },
  }))
  try {
    const row: Omit<NewsRow, 'id' | 'title'> = {
      ...{ kind: 'rising', type: 'Bug', hideContent: false, before: 1, after: 2, size: 1, addedFeedback: 0 },
      ...{ scores: [], at: '2026-01-12T09:30:00.000Z', group: null },
    }
    open({
      'news.query': ({ kinds: [kind = 'new'] }) => ({
        ...{ ...news, since: null, total: rows },
        rows: kind === 'rising' ? ['a', 'b', 'c'].slice(0, rows).map((id) => ({ ...row, id, title: id })) : [],
      }),
    })
    await waitFor(() => {
      const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
      expect(headings.filter((heading) => expected.includes(heading ?? ''))).toEqual(expected)
    })
  } finally {
    vi.unstubAllGlobals()
  }
})

/** Reports a width like a real window's. */
class WideElement {
  constructor(private readonly tell: (entries: readonly object[]) => void) {}
  observe(target: Element) {
    const contentRect = { width: 900, height: 220 }
    this.tell([{ target, contentRect, borderBoxSize: [{ inlineSize: 900, blockSize: 220 }] }])
  }
  unobserve() {}
  disconnect() {}
}

it('counts nothing before the first sync', async () => {
  open({
    'sync.status': () => ({ ...testSyncStatus, state: 'offline', syncedAt: null }),
  })
  expect(await screen.findByRole('heading', { name: 'Not synced yet' })).toBeVisible()
  expect(screen.queryByRole('region')).toBeNull()
})
