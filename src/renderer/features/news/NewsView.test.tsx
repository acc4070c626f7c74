import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link, useLocation } from 'react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { MadeReview, NewsDetail, NewsPage } from '../../../contract/features/news'
import { address, giveSize, renderList, rowOf, tableOf } from '../../records/list-testing'
import { announced } from '../../testing/announced'
import type { Answers } from '../../testing/fake-bridge'
import { noNews, testInSandbox, testSandbox, testWorkspace, untriaged } from '../../testing/places'
import { sampleFeedback } from '../../testing/sample-records'
import { useViewCommands } from '../../ui/view-commands'
import { NewsView } from '.'

beforeEach(giveSize)

const item = (id: string, changes: Partial<NewsDetail>): NewsDetail => ({
  ...{ id, kind: 'rising', title: `Insight ${id}`, type: 'Bug', hideContent: false, before: 0.8, after: 1.2 },
  ...{ size: 0.5, addedFeedback: 0, group: null, scores: [] },
  ...{ at: '2025-06-02T10:00:00.000Z', description: `All about ${id}.`, ownerId: null },
  ...{ createdAt: '2025-01-01T10:00:00.000Z', updatedAt: '2025-01-02T10:00:00.000Z' },
  newFeedback: [],
  ...changes,
})

const items = [
  item('fresh', { kind: 'new', before: null, after: null }),
  item('up', { addedFeedback: 3 }),
  item('down', { kind: 'fading', before: 2, after: 1.5 }),
  item('gone', { kind: 'vanished', before: 0.5, after: 0.6 }),
  item('secret', { kind: 'vanished', hideContent: true, title: 'Do not tell' }),
]

function pageOf(
  rows: readonly NewsDetail[],
  { text = '', kinds = [] as readonly string[], offset = 0, limit = 100 } = {},
) {
  const counts = { new: 0, rising: 0, fading: 0, feedback: 0, vanished: 0 }
  for (const { kind } of rows) counts[kind] += 1
  const matching = rows.filter(
    ({ kind, title }) => (kinds.length === 0 || kinds.includes(kind)) && title.toLowerCase().includes(text),
  )
  return { ...noNews, rows: matching.slice(offset, offset + limit), total: matching.length, all: rows.length, counts }
}

function Offered() {
  const commands = useViewCommands().map(({ of, label, run }) => ({ name: `${of}: ${label}`, run }))
  return (
    <output aria-label="In the palette">
      {commands.map(({ name, run }) => (
        <button key={name} type="button" onClick={run}>
          {name}
        </button>
      ))}
    </output>
  )
}

function answersOf(answers: Answers, page: Partial<NewsPage> = {}): Answers {
  return {
    'news.query': (input) => ({ ...pageOf(items, input), upTo: 7, ...page }),
    'news.get': ({ id }) => {
      const found = items.find((each) => each.id === id)
      if (found === undefined) throw new AppError('NOT_FOUND', '')
      return found
    },
    ...answers,
  }
}

/** The view at its address, with a link out of it. */
function WithWayOut() {
  const { pathname } = useLocation()
  return (
    <>
      {pathname.startsWith('/news') && <NewsView />}
      <Link to="/opportunities">Elsewhere</Link>
    </>
  )
}

function open(route = '/news', answers: Answers = {}, page: Partial<NewsPage> = {}) {
  const view = (
    <main tabIndex={-1}>
      <NewsView />
      <Offered />
    </main>
  )
  return renderList(view, { path: '/news/:id?', route, answers: answersOf(answers, page) })
}

const madeOf = (ids: readonly string[]): MadeReview => ({
  ...{ upTo: 7, all: null },
  marks: ids.map((id) => ({ id, before: null })),
})
const madeAll: MadeReview = { upTo: 7, marks: [], all: { before: null } }

it('lists the changes with the scores before and after, and states their rule and start date', async () => {
  open()
  await tableOf('What changed')
  expect(rowOf('Insight fresh')).toHaveTextContent(/New.*not scored/)
  expect(rowOf('Insight up')).toHaveTextContent(/Rising \+50%.*\+3 pieces of feedback.*0\.80 → 1\.20/)
  expect(screen.getAllByText(/\d pieces of feedback/)).toHaveLength(1)
  expect(rowOf('Insight down')).toHaveTextContent(/Falling −25%.*2\.00 → 1\.50/)
  expect(rowOf('Insight gone')).toHaveTextContent(/Removed.*0\.60/)
  expect(screen.queryByText('Do not tell')).not.toBeInTheDocument()
  expect(screen.getByText(/Changes since your last review on .*2025/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /at least 10% and 0\.05\. / })).toBeInTheDocument()
  expect(screen.getByRole('status', { name: 'Number of changes' })).toHaveTextContent('5 changes')
})

it('keeps the word and the amount of each change beside open details, and gives up the charts first', async () => {
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get')
  const said = item('said', { kind: 'feedback', addedFeedback: 2 })
  const headings = () =>
    within(screen.getByRole('table'))
      .getAllByRole('columnheader')
      .slice(1)
      .map((each) => each.textContent)
  // Details at 1440 pixels, and a window of 1024.
  width.mockReturnValue(806)
  const { unmount } = open('/news', {}, pageOf([...items, said]))
  await tableOf('What changed')
  expect(headings()).toEqual(['Change', 'Insight', 'Score', 'Size', 'Noticed'])
  expect(screen.getByRole('columnheader', { name: 'Size' })).toHaveAccessibleDescription(/^How far the score moved/)
  expect(within(rowOf('Insight said')).getByText('New feedback')).not.toHaveClass(/iconWord/)
  expect(rowOf('Insight said')).toHaveTextContent(/New feedback \+2/)
  unmount()
  // Details in a window of 1024.
  width.mockReturnValue(412)
  open()
  await tableOf('What changed')
  expect(headings()).toEqual(['Change', 'Insight'])
  expect(rowOf('Insight up')).toHaveTextContent(/Rising \+50%/)
})

it('draws a score sparkline and the size of a change in a row, hidden from screen readers, which read the text beside it', async () => {
  const scores = [0.8, 0.7, 1.2].map((combinedScore, day) => ({
    at: `2025-06-0${day + 1}T10:00:00.000Z`,
    combinedScore,
  }))
  const rows = [item('a', { scores }), item('b', { size: 0.25 }), item('c', { kind: 'feedback', size: 0 })]
  open('/news', { 'news.query': (input) => pageOf(rows, input) })
  await tableOf('What changed')
  const line = rowOf('Insight a').querySelector('polyline')?.closest('svg')
  expect(line).toHaveAttribute('aria-hidden', 'true')
  expect(line?.parentElement).toHaveTextContent(
    /^Score over time: first 0\.80, last 1\.20, lowest 0\.70, highest 1\.20, in 3 readings/,
  )
  expect(rowOf('Insight b').querySelector('polyline')).toBeNull()
  const bars = ['a', 'b', 'c'].map((id) => rowOf(`Insight ${id}`).querySelector('svg[data-kind] rect'))
  expect(bars.map((bar) => bar && Number(bar.getAttribute('width')))).toEqual([0.5, 0.25, null])
})

it('groups changes under opportunities with counts, or lists them flat, and skips headings with the keys', async () => {
  const group = (title: string | null, counts: Partial<NewsPage['counts']>, hideContent = false) => ({
    opportunity: title === null ? null : { id: `of ${title}`, title, hideContent },
    total: Object.values(counts).reduce((sum, each) => sum + each, 0),
    counts: { ...noNews.counts, ...counts },
  })
  const grouped = [
    item('a', { group: group('Brakes', { new: 1, rising: 1, feedback: 2 }) }),
    item('b', {}),
    item('c', { group: group('Whispered', { rising: 1 }, true) }),
    item('d', { group: group(null, { vanished: 1 }) }),
  ]
  const { bridge } = open('/news', {
    'news.query': ({ sort, ...input }) =>
      sort === 'opportunity'
        ? { ...pageOf(grouped, input), starts: [0, 2, 3] }
        : pageOf(
            grouped.map((row) => ({ ...row, group: null })),
            input,
          ),
  })
  const table = await tableOf('What changed')
  const lines = () => [...table.querySelectorAll('tbody tr')].map((line) => line.textContent.trim())
  await waitFor(() => expect(lines()).toHaveLength(7))
  const [brakes, , , hidden, , none] = lines()
  expect(brakes).toBe('Brakes 4 changes: 1 new, 1 rising, 2 with new feedback')
  expect(hidden).toBe('Hidden content 1 rising')
  expect(none).toBe('No opportunity 1 removed')
  const places = [...table.querySelectorAll('tr')].map((line) => Number(line.getAttribute('aria-rowindex')))
  expect(places).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(table).toHaveAttribute('aria-rowcount', '8')
  expect(table).not.toHaveTextContent('Whispered')
  expect(within(table).getByRole('link', { name: 'Brakes' })).toHaveAttribute('href', '/opportunities/of%20Brakes')
  await userEvent.keyboard('jjj')
  expect(rowOf('Insight c')).toHaveFocus()
  const toggle = screen.getByRole('button', { name: 'Group by opportunity' })
  expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await userEvent.click(toggle)
  await waitFor(() => expect(lines()).toHaveLength(4))
  expect(toggle).toHaveAttribute('aria-pressed', 'false')
  expect(address()).toBe('/news?sort=-scores')
  await userEvent.click(toggle)
  await waitFor(() => expect(lines()).toHaveLength(7))
  expect(address()).toBe('/news')
  // The order narrows nothing, and the badge's query is unchanged.
  expect(screen.getByRole('button', { name: 'Mark all as reviewed' })).toBeEnabled()
  expect(bridge.calls).toContainEqual({
    name: 'news.query',
    input: { workspace: testWorkspace, text: '', kinds: [], offset: 0, limit: 1 },
  })
})

it('filters the list by kind, and shows the count of each kind', async () => {
  open()
  await tableOf('What changed')
  for (const name of ['New 1', 'Rising 1', 'Falling 1']) expect(screen.getByRole('button', { name })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Removed 2' }))
  await waitFor(() =>
    expect(screen.getByRole('status', { name: 'Number of changes' })).toHaveTextContent('2 of 5 changes'),
  )
  expect(screen.queryByText('Insight up')).not.toBeInTheDocument()
  expect(address()).toBe('/news?status=vanished')
})

it('links to the insight, and describes its score history in words', async () => {
  const score = (day: number, combinedScore: number) => ({
    ...{ at: `2025-06-0${day}T10:00:00.000Z`, combinedScore, strengthScore: null, momentumScore: null },
  })
  open('/news/up', { 'insights.scoreHistory': () => [score(1, 0.8), score(2, 0.7), score(3, 1.2)] })
  const details = await screen.findByRole('region', { name: 'Change details' })
  expect(await within(details).findByText('Its score rose from 0.80 to 1.20.')).toBeInTheDocument()
  // The scores appear once, in the sentence.
  expect(details).not.toHaveTextContent('0.80 → 1.20')
  expect(details).toHaveTextContent('+50%+3 pieces of feedback')
  const words = /^Score over time: first 0\.80, last 1\.20, lowest 0\.70, highest 1\.20, in 3 readings since/
  expect(await within(details).findByText(words)).toBeInTheDocument()
  expect(within(details).getByRole('link', { name: 'Open the insight' })).toHaveAttribute('href', '/insights/up')
})

it.each([false, true])('shows the new feedback before the description, hidden content: %s', async (hideContent) => {
  const said = { ...sampleFeedback(1), content: 'Its bell freezes.' }
  const news = item('said', { kind: 'feedback', addedFeedback: 2, newFeedback: [said], hideContent })
  open('/news/said', { 'news.query': (input) => pageOf([news], input), 'news.get': () => news })
  const details = await screen.findByRole('region', { name: 'Change details' })
  expect(await within(details).findByText('It has new feedback; its score is about the same.')).toBeInTheDocument()
  expect((await tableOf('What changed')).querySelector('tbody tr')).toHaveTextContent(/New feedback.*1\.20/)
  if (hideContent) {
    expect(within(details).queryByText('Its bell freezes.')).not.toBeInTheDocument()
    await userEvent.click(within(details).getByRole('button', { name: 'Reveal' }))
  }
  const section = within(details).getByRole('region', { name: 'New feedback' })
  expect(within(section).getByRole('heading')).toHaveTextContent('New feedback 2')
  const quote = within(section).getByText('Its bell freezes.')
  const description = within(details).getByText('All about said.')
  expect(quote.compareDocumentPosition(description)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(within(section).getByRole('link', { name: 'Show all in Feedback' })).toHaveAttribute(
    'href',
    '/feedback?related=insight%3Asaid',
  )
})

it('links to no more feedback when all that is new is shown', async () => {
  const news = item('said', { kind: 'feedback', addedFeedback: 1, newFeedback: [sampleFeedback(1)] })
  open('/news/said', { 'news.query': (input) => pageOf([news], input), 'news.get': () => news })
  const section = within(await screen.findByRole('region', { name: 'New feedback' }))
  expect(section.getByRole('heading')).toHaveTextContent('New feedback 1')
  expect(section.queryByRole('link', { name: 'Show all in Feedback' })).not.toBeInTheDocument()
})

it('shows the last known data of a removed insight without links, and hidden content only on request', async () => {
  open('/news/gone')
  const details = await screen.findByRole('region', { name: 'Change details' })
  expect(await within(details).findByText('All about gone.')).toBeInTheDocument()
  expect(within(details).getByText(/no longer in the service/)).toBeInTheDocument()
  expect(within(details).queryByRole('link')).not.toBeInTheDocument()
  expect(within(details).queryByRole('region', { name: 'New feedback' })).not.toBeInTheDocument()
  await userEvent.click(rowOf('Hidden content'))
  await userEvent.click(await within(details).findByRole('button', { name: 'Reveal' }))
  expect(await within(details).findByText('All about secret.')).toBeInTheDocument()
})

it('shows the note and labels of a removed insight', async () => {
  open('/news/gone', { 'triage.get': () => ({ ...untriaged, note: 'Ask Anna', labels: ['Q3', 'Brakes'] }) })
  const details = within(await screen.findByRole('region', { name: 'Change details' }))
  const own = within(await details.findByRole('region', { name: 'Only on this computer' }))
  expect(own.getByText('Ask Anna')).toBeInTheDocument()
  expect(own.getByText('Q3, Brakes')).toBeInTheDocument()
})

it('marks all listed changes as reviewed on request, and undoes it', async () => {
  let looked = false
  const { bridge } = open('/news/up', {
    'news.query': (input) => ({ ...pageOf(looked ? [] : items, input), upTo: 7, canUndo: looked }),
    'news.markReviewed': () => {
      looked = true
      return { reviewed: 5, undo: madeAll }
    },
    'news.undoReview': () => {
      looked = false
      return { isUndone: true }
    },
  })
  await tableOf('What changed')
  await userEvent.keyboard('x')
  expect(await screen.findByRole('region', { name: 'Selection' })).toHaveTextContent('1 selected')
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as reviewed' }))
  expect(await screen.findByText(/^Nothing has changed since your last review on .*2025/)).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Selection' })).not.toBeInTheDocument()
  expect(bridge.calls).toContainEqual({
    name: 'news.markReviewed',
    input: { workspace: testWorkspace, text: '', kinds: [], upTo: 7 },
  })
  await waitFor(() => expect(address()).toBe('/news'))
  const look = screen.getByRole('button', { name: 'Mark all as reviewed' })
  expect(look).toHaveAccessibleDescription('You’re up to date.')
  expect(look).toHaveFocus()
  expect(await screen.findByText('Marked 5 changes as reviewed')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Undo last review' }))
  await tableOf('What changed')
  await waitFor(() => expect(rowOf('Insight up')).toHaveFocus())
  await waitFor(() => expect(screen.queryByText('Marked 5 changes as reviewed')).not.toBeInTheDocument())
  await announced('Last review undone')
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(bridge.calls.filter(({ name }) => name === 'news.undoReview')).toHaveLength(1)
})

it('marks the changes that match the filters and search as reviewed, then shows the rest', async () => {
  const { bridge } = open('/news?q=insight&status=vanished&status=new', {
    'news.markReviewed': () => ({ reviewed: 2, undo: madeOf(['gone', 'fresh']) }),
  })
  await tableOf('What changed')
  await userEvent.click(await screen.findByRole('button', { name: 'Mark 2 as reviewed' }))
  await waitFor(() => expect(address()).toBe('/news'))
  const filter = { text: 'insight', kinds: ['vanished', 'new'] }
  const calls = bridge.calls.filter(({ name }) => name === 'news.markReviewed')
  expect(calls).toEqual([{ name: 'news.markReviewed', input: { workspace: testWorkspace, ...filter, upTo: 7 } }])
  expect(await screen.findByRole('button', { name: 'Mark all as reviewed' })).toHaveFocus()
})

describe('marking individual changes as reviewed', () => {
  const reviewing = (route = '/news', answers: Answers = {}) => {
    const reviewed = new Set<string>()
    const view = open(route, {
      'news.query': (input) => ({
        ...pageOf(
          items.filter(({ id }) => !reviewed.has(id)),
          input,
        ),
        upTo: 7,
      }),
      'news.markReviewed': ({ ids = [] }) => {
        const listed = ids.filter((id) => !reviewed.has(id))
        for (const id of listed) reviewed.add(id)
        return { reviewed: listed.length, undo: listed.length === 0 ? null : madeOf(listed) }
      },
      'news.undoReview': ({ review }) => {
        for (const { id } of review?.marks ?? []) reviewed.delete(id)
        return { isUndone: true }
      },
      ...answers,
    })
    const refresh = () => view.bridge.push('library.changed', { workspace: testWorkspace, features: ['news'] })
    const marked = () => view.bridge.calls.flatMap(({ name, input }) => (name === 'news.markReviewed' ? [input] : []))
    return { ...view, reviewed, refresh, marked }
  }
  const of = (...ids: string[]) => ({ workspace: testWorkspace, text: '', kinds: [], ids, upTo: 7 })
  const isGone = (title: string) => waitFor(() => expect(screen.queryByText(title)).not.toBeInTheDocument())

  it('marks a change with e, moves to the next, and undoes the latest first with Ctrl+Z', async () => {
    const { reviewed, refresh, marked } = reviewing()
    await tableOf('What changed')
    await userEvent.keyboard('je')
    expect(await screen.findByText('Marked “Insight fresh” as reviewed')).toBeInTheDocument()
    refresh()
    await isGone('Insight fresh')
    expect(rowOf('Insight up')).toHaveFocus()
    // Twice, faster than the list is read again.
    await userEvent.keyboard('ee')
    await waitFor(() => expect(marked()).toEqual([of('fresh'), of('up'), of('down')]))
    refresh()
    await isGone('Insight down')
    await waitFor(() => expect(rowOf('Insight gone')).toHaveFocus())
    await userEvent.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect([...reviewed]).toEqual(['fresh', 'up']))
    await userEvent.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect([...reviewed]).toEqual(['fresh']))
  })

  it('ignores e while no row has the focus', async () => {
    const { marked } = reviewing()
    await tableOf('What changed')
    await userEvent.click(screen.getByRole('button', { name: 'New 1' }))
    await userEvent.keyboard('e')
    expect(marked()).toEqual([])
  })

  it('marks the open change with the button or e, then shows the next, and closes the details after the last', async () => {
    const { refresh, marked } = reviewing('/news/gone?status=vanished')
    const details = await screen.findByRole('region', { name: 'Change details' })
    const button = () => within(details).findByRole('button', { name: 'Mark as reviewed' })
    await userEvent.click(await button())
    await waitFor(() => expect(address()).toBe('/news/secret?status=vanished'))
    refresh()
    await isGone('Insight gone')
    await button()
    await userEvent.keyboard('e')
    await waitFor(() => expect(address()).toBe('/news?status=vanished'))
    expect(marked()).toEqual([of('gone'), of('secret')])
  })

  it.each([
    ['/news/up', 'the details of', () => expect(address()).toBe('/news/fresh')],
    ['/news', 'the row of', () => expect(rowOf('Insight fresh')).toHaveFocus()],
  ])('goes on from the last change at %s to %s the first', async (route, _, isThere) => {
    const { marked } = reviewing(route, {
      'news.query': (input) => ({ ...pageOf(items.slice(0, 2), input), upTo: 7 }),
    })
    await tableOf('What changed')
    if (route === '/news') await userEvent.keyboard('jj')
    await userEvent.keyboard('e')
    await waitFor(() => expect(marked()).toEqual([of('up')]))
    await waitFor(isThere)
  })

  it('marks the open change when a filter excludes it from the list, and closes the details', async () => {
    const { marked } = reviewing('/news/gone?status=new')
    const details = await screen.findByRole('region', { name: 'Change details' })
    await userEvent.click(await within(details).findByRole('button', { name: 'Mark as reviewed' }))
    await waitFor(() => expect(marked()).toEqual([of('gone')]))
    expect(address()).toBe('/news?status=new')
  })

  it('marks the selected changes together, and selects them again after an undo', async () => {
    const { refresh, marked } = reviewing()
    await tableOf('What changed')
    await userEvent.keyboard('jxjxj')
    const bar = await screen.findByRole('region', { name: 'Selection' })
    await userEvent.click(within(bar).getByRole('button', { name: /^Mark as reviewed/ }))
    await waitFor(() => expect(bar).not.toBeInTheDocument())
    expect(marked()).toEqual([of('fresh', 'up')])
    expect(await screen.findByText('Marked 2 changes as reviewed')).toBeInTheDocument()
    refresh()
    await isGone('Insight up')
    // The keys were at a row that stays.
    await waitFor(() => expect(rowOf('Insight down')).toHaveFocus())
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(await screen.findByRole('region', { name: 'Selection' })).toHaveTextContent('2 selected')
  })

  it('moves from the details of one of several selected changes to the nearest one left', async () => {
    const { marked } = reviewing('/news/down')
    await tableOf('What changed')
    for (const name of ['up', 'down', 'gone']) {
      await userEvent.click(within(rowOf(`Insight ${name}`)).getByRole('checkbox'))
    }
    await userEvent.keyboard('e')
    await waitFor(() => expect(address()).toBe('/news/secret'))
    await waitFor(() => expect(marked()).toEqual([of('up', 'down', 'gone')]))
  })

  it('includes changes selected under another filter', async () => {
    const { marked } = reviewing('/news?status=new')
    await tableOf('What changed')
    await userEvent.keyboard('jx')
    await userEvent.click(screen.getByRole('button', { name: 'New 1' }))
    await userEvent.click(screen.getByRole('button', { name: 'Falling 1' }))
    await waitFor(() => expect(rowOf('Insight down')).toBeVisible())
    await userEvent.click(within(rowOf('Insight down')).getByRole('checkbox'))
    await userEvent.keyboard('e')
    await waitFor(() => expect(marked()).toEqual([of('fresh', 'down')]))
  })

  it('keeps the selection and shows the error when nothing could be marked', async () => {
    const { marked } = reviewing('/news', {
      'news.markReviewed': () => {
        throw new AppError('DISK_FULL', '')
      },
    })
    await tableOf('What changed')
    await userEvent.keyboard('jxjxe')
    expect(await screen.findByRole('alert')).toBeInTheDocument()
    expect(marked()).toHaveLength(1)
    expect(screen.getByRole('region', { name: 'Selection' })).toHaveTextContent('2 selected')
  })

  it('leaves the focus in the search when a review of selected changes is saved late', async () => {
    let answer = () => {}
    const review = { reviewed: 2, undo: madeOf(['fresh', 'up']) }
    reviewing('/news', {
      'news.markReviewed': () => new Promise((resolve) => (answer = () => resolve(review))),
    })
    await tableOf('What changed')
    await userEvent.keyboard('jxjxe/')
    await act(async () => answer())
    expect(await screen.findByText('Marked 2 changes as reviewed')).toBeInTheDocument()
    expect(screen.getByRole('searchbox')).toHaveFocus()
  })

  it('offers palette commands for all changes, the selected ones or the open one, which it marks', async () => {
    const { marked } = reviewing()
    await tableOf('What changed')
    const offered = () => screen.getByLabelText('In the palette').textContent
    expect(offered()).toMatch(/view: Mark all as reviewed/)
    expect(offered()).not.toMatch(/selection: Mark|record: Mark/)
    await userEvent.keyboard('jxjx')
    expect(offered()).toMatch(/selection: Mark 2 changes as reviewed/)
    await userEvent.keyboard('{Escape}{Enter}')
    await userEvent.click(await screen.findByRole('button', { name: 'record: Mark as reviewed' }))
    await waitFor(() => expect(marked()).toEqual([of('up')]))
  })

  it('skips reviewed changes that are still in the list', async () => {
    const { marked } = reviewing('/news', { 'news.query': (input) => ({ ...pageOf(items, input), upTo: 7 }) })
    await tableOf('What changed')
    await userEvent.keyboard('j{End}')
    await waitFor(() => expect(rowOf('Hidden content')).toHaveFocus())
    await userEvent.keyboard('eee')
    await waitFor(() => expect(marked()).toEqual([of('secret'), of('gone'), of('down')]))
  })

  it('skips the first change too while its review has not reached the list', async () => {
    let listed = items.slice(0, 3)
    const { refresh, marked } = reviewing('/news/fresh', {
      'news.query': (input) => ({ ...pageOf(listed, input), upTo: 7 }),
    })
    await tableOf('What changed')
    await userEvent.keyboard('e')
    await waitFor(() => expect(address()).toBe('/news/up'))
    listed = items.slice(0, 2)
    refresh()
    await isGone('Insight down')
    await userEvent.keyboard('e')
    await waitFor(() => expect(marked()).toEqual([of('fresh'), of('up')]))
    expect(address()).toBe('/news')
  })

  it('does not skip a change that came back', async () => {
    const { reviewed, refresh, marked } = reviewing()
    await tableOf('What changed')
    await userEvent.keyboard('je')
    await waitFor(() => expect(reviewed).toContain('fresh'))
    refresh()
    await isGone('Insight fresh')
    reviewed.clear()
    refresh()
    await waitFor(() => expect(rowOf('Insight fresh')).toBeVisible())
    await userEvent.keyboard('{End}')
    await waitFor(() => expect(rowOf('Hidden content')).toHaveFocus())
    // Up to the first, one by one.
    await userEvent.keyboard('eeeee')
    await waitFor(() => expect(marked().at(-1)).toEqual(of('fresh')))
  })

  it('says when there was nothing to change, and offers no undo', async () => {
    reviewing('/news', { 'news.markReviewed': () => ({ reviewed: 0, undo: null }) })
    await tableOf('What changed')
    await userEvent.keyboard('je')
    expect(await screen.findByText('Already up to date')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  it('marks an unselected row alone from its context menu, which shows the key for selected rows', async () => {
    const { marked } = reviewing()
    await tableOf('What changed')
    await userEvent.keyboard('jx')
    const item = async (title: string) => {
      await userEvent.pointer({ keys: '[MouseRight]', target: rowOf(title) })
      return screen.findByRole('menuitem', { name: /^Mark as reviewed/ })
    }
    expect(await item('Insight fresh')).toHaveTextContent(/E$/)
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('jx')
    expect(await item('Insight fresh')).toHaveTextContent(/E$/)
    await userEvent.keyboard('{Escape}')
    const alone = await item('Insight gone')
    expect(alone).toHaveTextContent(/E$/)
    await userEvent.click(alone)
    await waitFor(() => expect(marked()).toEqual([of('gone')]))
  })
})

it('moves the focus to the view when a sync removes the last row', async () => {
  let rows = items.slice(0, 1)
  const { bridge } = open('/news', { 'news.query': (input) => ({ ...pageOf(rows, input), upTo: 7 }) })
  await tableOf('What changed')
  await userEvent.keyboard('j')
  await waitFor(() => expect(rowOf('Insight fresh')).toHaveFocus())
  rows = []
  bridge.push('library.changed', { workspace: testWorkspace, features: ['news'] })
  expect(await screen.findByText(/^Nothing has changed/)).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

it('stays in another view that was opened while all changes were being marked', async () => {
  let finish = () => {}
  const { bridge } = renderList(<WithWayOut />, {
    ...{ path: '/:view?/:id?', route: '/news' },
    answers: answersOf({
      'news.markReviewed': () => new Promise((resolve) => (finish = () => resolve({ reviewed: 5, undo: madeAll }))),
    }),
  })
  await tableOf('What changed')
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as reviewed' }))
  await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('news.markReviewed'))
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await act(async () => finish())
  expect(await screen.findByText('Marked 5 changes as reviewed')).toBeInTheDocument()
  expect(address()).toBe('/opportunities')
})

it('keeps what was opened and selected while all changes were being marked', async () => {
  let finish = () => {}
  open('/news', {
    'news.markReviewed': () => new Promise((resolve) => (finish = () => resolve({ reviewed: 5, undo: madeAll }))),
  })
  await tableOf('What changed')
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as reviewed' }))
  await userEvent.keyboard('jx')
  await userEvent.click(rowOf('Insight up'))
  await waitFor(() => expect(address()).toBe('/news/up'))
  await act(async () => finish())
  expect(await screen.findByText('Marked 5 changes as reviewed')).toBeInTheDocument()
  expect(address()).toBe('/news/up')
  expect(screen.getByRole('region', { name: 'Selection' })).toHaveTextContent('1 selected')
})

it('says that the list is still loading when a change is marked before the filtered list is read', async () => {
  const { bridge } = open('/news', {
    'news.query': (input) => (input.kinds.length > 0 ? new Promise(() => {}) : { ...pageOf(items, input), upTo: 7 }),
  })
  await tableOf('What changed')
  await userEvent.keyboard('jx')
  await userEvent.click(screen.getByRole('button', { name: 'Removed 2' }))
  await userEvent.keyboard('e')
  // In a notice; the button that marks all gives the same reason.
  const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  await waitFor(() => expect(said()).toContain('Still loading.'))
  expect(bridge.calls.map(({ name }) => name)).not.toContain('news.markReviewed')
})

it('does not claim to restore changes when there was no review left to undo', async () => {
  const { bridge } = open('/news', { 'news.undoReview': () => ({ isUndone: false }) }, { canUndo: true })
  await tableOf('What changed')
  await userEvent.click(await screen.findByRole('button', { name: 'Undo last review' }))
  await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('news.undoReview'))
  await act(async () => {})
  expect(screen.queryByText('Last review undone')).not.toBeInTheDocument()
})

it('marks nothing as reviewed when nothing matches', async () => {
  const { bridge } = open('/news?q=xyz')
  await screen.findByRole('heading', { name: 'No matching changes' })
  const review = screen.getByRole('button', { name: 'Mark all as reviewed' })
  expect(review).toHaveAccessibleDescription('No matching changes.')
  await userEvent.click(review)
  expect(bridge.calls.map(({ name }) => name)).not.toContain('news.markReviewed')
})

it('distinguishes the kinds by icon, not only by colour', async () => {
  open()
  await tableOf('What changed')
  const icons = ['fresh', 'up', 'down', 'gone'].map(
    (id) => rowOf(`Insight ${id}`).querySelector('[data-kind] svg')?.innerHTML,
  )
  expect(new Set(icons).size).toBe(4)
  const classOf = (id: string) => rowOf(`Insight ${id}`).querySelector('[data-kind] svg')?.getAttribute('class')
  expect(classOf('up')).toMatch(/arrow-up/)
  expect(classOf('down')).toMatch(/arrow-down/)
})

it('marks nothing as reviewed when the view is opened and left', async () => {
  const { bridge, unmount } = open()
  await tableOf('What changed')
  unmount()
  expect(bridge.calls.map(({ name }) => name)).not.toContain('news.markReviewed')
})

it.each([
  ['/news', null, 'Nothing to compare yet'],
  [
    '/news',
    { kind: 'first-sync', at: '2025-06-01T10:00:00.000Z' },
    /^Nothing has changed since your first sync on .*2025/,
  ],
  [
    '/news?q=xyz',
    { kind: 'review', at: '2025-06-01T10:00:00.000Z' },
    /^Nothing has changed since your last review on .*2025/,
  ],
] as const)('explains an empty list at %s of changes since %j: %s', async (route, since, title) => {
  open(route, { 'news.query': (input) => ({ ...pageOf([], input), since }) })
  expect(await screen.findByText(title)).toBeInTheDocument()
})

it('says when nothing matches, and when the open insight has no changes', async () => {
  open('/news/nobody?q=xyz')
  expect(await screen.findByText('No matching changes')).toBeInTheDocument()
  expect(await screen.findByText('No changes to this insight')).toBeInTheDocument()
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear search' })[1] as HTMLElement)
  await tableOf('What changed')
})

it('lets a week pass in the sandbox only', async () => {
  const none = { 'news.query': () => pageOf([]) }
  const elsewhere = open('/news', none)
  expect(await screen.findByText(/^Nothing has changed since your last review/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Let a week pass/ })).not.toBeInTheDocument()
  elsewhere.unmount()

  let rows: readonly NewsDetail[] = []
  const { bridge } = open('/news', {
    'news.query': (input) => pageOf(rows, input),
    'environments.list': () => testInSandbox,
    'sandbox.passWeek': () => {
      rows = items
      return null
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Let a week pass in the sandbox' }))
  await waitFor(() => expect(bridge.calls.map(({ name }) => name)).toContain('sandbox.passWeek'))
  // The button goes with the empty state, so the focus moves to the new changes.
  const refresh = () => bridge.push('library.changed', { workspace: testSandbox, features: ['news'] })
  refresh()
  await tableOf('What changed')
  await waitFor(() => expect(rowOf('Insight fresh')).toHaveFocus())
  rowOf('Insight fresh').blur()
  rows = items.slice(0, 4)
  refresh()
  expect(await screen.findByText('4 changes')).toBeInTheDocument()
  expect(document.body).toHaveFocus()
  rows = []
  refresh()
  await userEvent.click(await screen.findByRole('button', { name: 'Let a week pass in the sandbox' }))
  await userEvent.keyboard('/')
  refresh()
  await tableOf('What changed')
  expect(screen.getByRole('searchbox')).toHaveFocus()
})
