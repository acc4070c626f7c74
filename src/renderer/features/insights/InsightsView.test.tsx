import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { announced } from '../../testing/announced'
import { testEnvironments, testSyncStatus } from '../../testing/render'
import { answersFor, sampleId, sampleRow } from '../../testing/sample-insights'
import { stopClock } from '../../testing/stop-clock'
import { address, filter, open, row, table, thirty } from './insights-testing'

it('renders only the rows near the viewport and shows the total', async () => {
  open({ rows: Array.from({ length: 5000 }, (_, place) => sampleRow(place + 1)) })
  expect(await table()).toHaveAttribute('aria-rowcount', '5001')
  expect(screen.getAllByRole('row').length).toBeLessThan(40)
  expect(row(1)).toHaveAttribute('aria-rowindex', '2')
  expect(screen.getByRole('status', { name: 'Number of insights' })).toHaveTextContent('5,000 insights')
})

it('writes filters to the address and queries with them', async () => {
  const { bridge } = open()
  await table()
  await userEvent.click(filter('Bug'))
  await userEvent.click(filter('Unseen'))
  expect(address()).toBe('/insights?type=Bug&seen=unseen')
  expect(await screen.findByText('10 of 30 insights')).toBeInTheDocument()
  expect(filter('Bug')).toHaveAttribute('aria-pressed', 'true')
  expect(bridge.calls.findLast(({ name }) => name === 'insights.query')?.input).toMatchObject({
    filter: { types: ['Bug'], seen: 'unseen' },
  })
  await userEvent.click(filter('Seen'))
  expect(address()).toBe('/insights?type=Bug&seen=seen')
  await userEvent.click(filter('Clear filters'))
  expect(address()).toBe('/insights')
})

it('combines types, and turns an active filter off with the next click', async () => {
  open()
  await table()
  await userEvent.click(filter('Bug'))
  await userEvent.click(filter('General feedback'))
  expect(await screen.findByText('30 of 30 insights')).toBeInTheDocument()
  await userEvent.click(filter('Bug'))
  expect(filter('Bug')).toHaveAttribute('aria-pressed', 'false')
  expect(filter('General feedback')).toHaveAttribute('aria-pressed', 'true')
  expect(await screen.findByText('15 of 30 insights')).toBeInTheDocument()
  await userEvent.click(filter('General feedback'))
  await userEvent.click(filter('Has opportunity'))
  expect(address()).toBe('/insights?opportunity=with')
  await userEvent.click(filter('No opportunity'))
  expect(address()).toBe('/insights?opportunity=without')
  await userEvent.click(filter('No opportunity'))
  expect(address()).toBe('/insights')
  expect(screen.queryByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument()
})

it('filters by lowest and highest score, and names the range', async () => {
  const { bridge } = open({ rows: [sampleRow(1), sampleRow(2, { combinedScore: 0.9 })] })
  await table()
  expect(filter('Score')).not.toHaveAttribute('data-on')
  await userEvent.click(filter('Score'))
  await userEvent.type(await screen.findByLabelText('Lowest score'), '1')
  expect(await screen.findByRole('button', { name: 'Score ≥ 1.00' })).toHaveAttribute('data-on')
  await userEvent.type(screen.getByLabelText('Highest score'), '2')
  expect(await screen.findByRole('button', { name: 'Score 1.00–2.00' })).toBeInTheDocument()
  await waitFor(() =>
    expect(bridge.calls.findLast(({ name }) => name === 'insights.query')?.input).toMatchObject({
      filter: { minScore: 1, maxScore: 2 },
    }),
  )
  await userEvent.clear(screen.getByLabelText('Lowest score'))
  expect(await screen.findByRole('button', { name: 'Score ≤ 2.00' })).toHaveAttribute('data-on')
})

it('builds on the current address, even when two clicks come before a render', async () => {
  open({ route: '/insights?text=range', answers: { 'insights.drafts': () => [] } })
  await table()
  const newInsight = screen.getByRole('button', { name: 'New insight' })
  act(() => {
    filter('Unseen').click()
    newInsight.click()
  })
  expect(address()).toBe('/insights?text=range&seen=unseen&new=1')
})

it('searches on every keystroke, and writes the text to the address after a pause', async () => {
  open()
  await table()
  await userEvent.keyboard('/')
  const field = screen.getByRole('searchbox', { name: 'Search insights' })
  expect(field).toHaveFocus()
  await userEvent.keyboard('number 30')
  expect(await screen.findByText('1 of 30 insights')).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/insights?q=number+30'))
  await userEvent.keyboard('{Escape}')
  expect(field).toHaveValue('')
  await waitFor(() => expect(address()).toBe('/insights'))
})

it('starts from the address and ignores invalid parameters', async () => {
  open({ route: '/insights?q=number&type=Bug&seen=perhaps&sort=title&sorted=1' })
  await table()
  expect(screen.getByRole('searchbox')).toHaveValue('number')
  expect(filter('Bug')).toHaveAttribute('aria-pressed', 'true')
  expect(filter('Seen')).toHaveAttribute('aria-pressed', 'false')
  expect(screen.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending')
})

it('shows only one opportunity’s insights until that filter is removed', async () => {
  const { bridge } = open({
    route: `/insights?related=${encodeURIComponent(`opportunity:${sampleId(50)}`)}`,
    answers: {
      'opportunities.get': () => {
        throw new AppError('NOT_FOUND', '')
      },
    },
  })
  await table()
  expect(bridge.calls.find(({ name }) => name === 'insights.query')?.input).toMatchObject({
    filter: { relatedTo: { kind: 'opportunity', id: sampleId(50) } },
  })
  await userEvent.click(filter('Remove filter: linked to an opportunity'))
  expect(address()).toBe('/insights')
})

it.each([
  ['since=2026-02-02', 'Since 2 Feb 2026'],
  ['picked=abc', 'Selected on the topic map'],
])('takes back the filter %s', async (query, name) => {
  open({ route: `/insights?${query}` })
  await table()
  await userEvent.click(filter(`Remove filter: ${name}`))
  expect(address()).toBe('/insights')
})

it('tells that the buttons above the list and in the details are each a toolbar', async () => {
  open({ route: `/insights/${sampleId(1)}` })
  await table()
  const toolbar = (name: string) => within(screen.getByRole('toolbar', { name }))
  expect(toolbar('Insights').getByRole('button', { name: 'New insight' })).toBeInTheDocument()
  expect(toolbar('Insights').queryByRole('searchbox')).not.toBeInTheDocument()
  expect(toolbar('Insight details').getByRole('button', { name: 'Close details' })).toBeInTheDocument()
  await screen.findByRole('button', { name: 'Mark as reviewed' })
  expect(toolbar('Actions').getByRole('button', { name: 'Mark as reviewed' })).toBeInTheDocument()
})

it('sorts by a column heading, and reverses the order when it is clicked again', async () => {
  open()
  await table()
  const heading = screen.getByRole('columnheader', { name: 'Title' })
  await userEvent.click(within(heading).getByRole('button'))
  expect(heading).toHaveAttribute('aria-sort', 'ascending')
  expect(address()).toBe('/insights?sort=title')
  await announced('Sorted by Title, A to Z')
  await userEvent.click(within(heading).getByRole('button'))
  expect(heading).toHaveAttribute('aria-sort', 'descending')
  await announced('Sorted by Title, Z to A')
})

it('moves with the keys, opens with Enter, and returns the focus to the row on Escape', async () => {
  open()
  await table()
  await userEvent.keyboard('j')
  expect(row(1)).toHaveFocus()
  await userEvent.keyboard('jj{ArrowDown}k')
  expect(row(3)).toHaveFocus()
  expect(row(3)).toHaveAttribute('tabindex', '0')
  expect(row(1)).toHaveAttribute('tabindex', '-1')
  await userEvent.keyboard('{Enter}')
  const details = await screen.findByRole('region', { name: 'Insight details' })
  expect(address()).toBe(`/insights/${sampleId(3)}`)
  await waitFor(() => expect(details).toHaveFocus())
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Insight details' })).not.toBeInTheDocument()
  expect(row(3)).toHaveFocus()
  await userEvent.keyboard('{End}')
  await waitFor(() => expect(row(30)).toHaveFocus())
  await userEvent.keyboard('{Home}')
  await waitFor(() => expect(row(1)).toHaveFocus())
  // Seven whole rows are seen below the heading: this is the last of them.
  await userEvent.keyboard('{PageDown}')
  await waitFor(() => expect(row(7)).toHaveFocus())
  await userEvent.keyboard('{PageUp}')
  await waitFor(() => expect(row(1)).toHaveFocus())
})

it('moves from the search to the first result with Enter, and back to the row with Escape', async () => {
  open()
  await table()
  await userEvent.keyboard('jjj/{Escape}')
  expect(row(3)).toHaveFocus()
  await userEvent.keyboard('/number 2')
  expect(await screen.findByText('11 of 30 insights')).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  const [, first] = screen.getAllByRole('row')
  expect(first).toHaveFocus()
  expect(first).toHaveAttribute('aria-rowindex', '2')
  await userEvent.keyboard('/{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toHaveAttribute('aria-rowindex', '3')
  // The key selects the words from before.
  await userEvent.keyboard('/7')
  expect(screen.getByRole('searchbox', { name: 'Search insights' })).toHaveValue('7')
})

it('shows the error of a search that failed, and not the rows of the one before', async () => {
  let isBroken = true
  open({
    answers: {
      'insights.query': ({ filter: { text } }) => {
        if (text !== '' && isBroken) throw new AppError('LIBRARY_UNAVAILABLE', 'The library stopped.')
        const rows = thirty.filter(({ title }) => title.includes(text))
        return { rows, total: rows.length, all: 30, unseen: 20, left: 20, greatestScore: 0.5 }
      },
    },
  })
  await table()
  const field = screen.getByRole('searchbox', { name: 'Search insights' })
  await userEvent.type(field, '17{Enter}')
  const alert = await screen.findByRole('alert')
  expect(screen.queryByRole('table')).not.toBeInTheDocument()
  expect(field).toHaveFocus()
  isBroken = false
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await table()).toHaveTextContent('Insight number 17')
})

it('announces that a search found nothing when Enter came before its answer', async () => {
  let answer = () => {}
  open({
    answers: {
      'insights.query': async ({ filter: { text } }) => {
        if (text !== '') await new Promise<void>((resolve) => (answer = resolve))
        const rows = text === '' ? thirty : []
        return { rows, total: rows.length, all: 30, unseen: 20, left: 20, greatestScore: 0.5 }
      },
    },
  })
  await table()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search insights' }), '?{Enter}')
  expect(screen.getByRole('status', { name: 'Announcements' })).toHaveTextContent('')
  await act(async () => answer())
  await announced('No matching rows')
})

it('moves to the first result only once the search is answered, and not while the person types on', async () => {
  const answers = new Map<string, () => void>()
  const found = (text: string) => thirty.filter(({ title }) => title.includes(text))
  open({
    answers: {
      'insights.query': async ({ filter: { text } }) => {
        if (text !== '') await new Promise<void>((resolve) => answers.set(text, resolve))
        const rows = found(text)
        return { rows, total: rows.length, all: 30, unseen: 20, left: 20, greatestScore: 0.5 }
      },
    },
  })
  await table()
  const field = screen.getByRole('searchbox', { name: 'Search insights' })
  await userEvent.type(field, '1{Enter}')
  expect(field).toHaveFocus()
  await userEvent.keyboard('7')
  await waitFor(() => expect(answers.has('17')).toBe(true))
  await act(async () => answers.get('17')?.())
  expect(await screen.findByText('1 of 30 insights')).toBeInTheDocument()
  expect(field).toHaveFocus()
  await userEvent.keyboard('{Backspace}2{Enter}')
  expect(field).toHaveFocus()
  await waitFor(() => expect(answers.has('12')).toBe(true))
  await act(async () => answers.get('12')?.())
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/^UnseenBugInsight number 12/))
})

it('keeps the focus on the insight when another one is added above it', async () => {
  let rows = thirty
  const { bridge } = open({ rows: () => rows })
  await table()
  await userEvent.click(screen.getByText('Insight number 2'))
  rows = [sampleRow(99), ...thirty]
  bridge.push('library.changed', { workspace: testSyncStatus.workspace, features: ['insights'] })
  expect(await screen.findByText('Insight number 99')).toBeInTheDocument()
  await waitFor(() => expect(row(2)).toHaveAttribute('aria-rowindex', '4'))
  await waitFor(() => expect(row(2)).toHaveFocus())
})

it('masks hidden content until it is revealed', async () => {
  const secret = sampleRow(7, { hideContent: true, title: 'A secret', summary: 'Of somebody' })
  open({ rows: [secret, sampleRow(8)] })
  await table()
  expect(screen.getByText('Hidden content')).toBeInTheDocument()
  expect(document.body).not.toHaveTextContent(/secret|somebody/)
  await userEvent.click(screen.getByText('Hidden content'))
  const details = await screen.findByRole('region', { name: 'Insight details' })
  expect(await within(details).findByText('Dates and ID')).toBeInTheDocument()
  expect(document.body).not.toHaveTextContent(/secret|somebody/)
  await userEvent.click(within(details).getByRole('button', { name: 'Reveal' }))
  expect(within(details).getByText('A secret')).toBeInTheDocument()
  expect(within(details).getByText(/Of somebody/)).toBeInTheDocument()
  expect(within(await table()).getByText('A secret')).toBeInTheDocument()
  expect(await within(details).findByRole('region', { name: 'Similar insights' })).toBeInTheDocument()
  const hide = within(details).getByRole('button', { name: 'Hide' })
  expect(hide).toHaveFocus()
  await userEvent.click(hide)
  expect(document.body).not.toHaveTextContent(/secret|somebody/)
  expect(within(details).queryByRole('region', { name: 'Similar insights' })).not.toBeInTheDocument()
})

it('scales the bars to the highest score in the workspace, even when it is filtered out', async () => {
  const scored = [0.5, 1, 4].map((combinedScore, place) => sampleRow(place + 1, { combinedScore, type: 'Bug' }))
  open({ rows: [...scored, sampleRow(4, { combinedScore: 5, type: 'Feedback' })], route: '/insights?type=Bug' })
  await table()
  const width = (place: number) => row(place)?.querySelector<HTMLElement>('[aria-hidden] > span[style]')?.style.width
  await waitFor(() => expect([1, 2, 3].map(width)).toEqual(['10%', '20%', '80%']))
})

it('says in words that an insight is unseen, not scored and not confirmed yet', async () => {
  const unscored = { combinedScore: null, strengthScore: null, momentumScore: null }
  const pending = { changeId: 'c', version: 3, state: 'unknown' as const, error: null, needsReview: false }
  open({ rows: [sampleRow(1, { seen: false, ...unscored, pending })] })
  await table()
  const cells = within(row(1) as HTMLElement).getAllByRole('cell')
  expect(cells[1]).toHaveTextContent('Unseen')
  expect(cells[3]).toHaveTextContent('Checking')
  expect(cells[4]).toHaveTextContent(/^not scored$/)
})

it('says in the list that an insight waits for a review', async () => {
  const pending = { changeId: 'c', version: 3, state: 'waiting' as const, error: null, needsReview: true }
  open({ rows: [sampleRow(1, { pending })] })
  await table()
  expect(within(row(1) as HTMLElement).getByText('To review')).toBeInTheDocument()
})

it('marks an unscored insight as new until the end of the next day, which is why it comes first', async () => {
  const unscored = { combinedScore: null, strengthScore: null, momentumScore: null, seen: false }
  stopClock()
  const daysAgo = (days: number, hour: number) => new Date(2026, 10, 28 - days, hour).toISOString()
  open({
    rows: [
      sampleRow(1, { ...unscored, createdAt: daysAgo(1, 1) }),
      sampleRow(2, { ...unscored, createdAt: daysAgo(2, 23) }),
      sampleRow(3, { ...unscored, createdAt: '2999-01-01T10:00:00Z' }),
    ],
  })
  await table()
  const score = (place: number) => within(row(place) as HTMLElement).getAllByRole('cell')[4]
  expect(score(1)).toHaveTextContent(/^new, not scored$/)
  expect(screen.getByTitle('New insights stay on top until the end of the next day.')).toBe(score(1)?.firstChild)
  for (const place of [2, 3]) expect(score(place)).toHaveTextContent(/^not scored$/)
})

it('offers to create an insight where there are none', async () => {
  open({ rows: [] })
  expect(await screen.findByText('0 insights')).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('button', { name: 'Create an insight' }))
  expect(await screen.findByRole('dialog', { name: 'New insight' })).toBeInTheDocument()
})

it('marks the row of an insight that was just created', async () => {
  open({
    route: '/insights?new=1',
    answers: {
      'insights.create': () => ({ insightId: sampleId(2), changeId: 'c', state: 'done', error: null }),
      'insights.saveDraft': () => ({ savedAt: '2026-01-01T10:00:00Z' }),
      'insights.discardDraft': () => null,
    },
  })
  const form = within(await screen.findByRole('dialog', { name: 'New insight' }))
  const values = { Title: 'Late alarm', Description: 'It rings after the theft.' }
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(await form.findByLabelText(label), { target: { value } })
  }
  fireEvent.change(form.getAllByRole('combobox')[0] as HTMLElement, { target: { value: 'Bug' } })
  fireEvent.click(form.getByRole('button', { name: 'Create insight' }))
  await waitFor(() => expect(row(2)).toHaveAttribute('data-marked'))
  expect(row(1)).not.toHaveAttribute('data-marked')
})

it('shows no number of insights before the first sync', async () => {
  open({ rows: [], answers: { 'sync.status': () => ({ ...testSyncStatus, state: 'never', syncedAt: null }) } })
  expect(await screen.findByText('Not synced yet')).toBeInTheDocument()
  expect(screen.getByRole('status', { name: 'Number of insights' })).toBeEmptyDOMElement()
})

it('opens neither the form nor a draft where no insight can be created, and says why', async () => {
  const environments = testEnvironments.environments.map((each) => ({
    ...each,
    workspaces: each.workspaces.map((workspace) => ({ ...workspace, canCreateInsights: false })),
  }))
  open({
    rows: [],
    answers: {
      'environments.list': () => ({ ...testEnvironments, environments }),
      'insights.drafts': () => [{ draftId: 'a', values: { title: 'Kept' }, savedAt: '2026-01-01T10:00:00Z' }],
    },
  })
  expect(await screen.findByText('No insights yet')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'New insight' })).toHaveAccessibleDescription(
    /requires organisation and workspace IDs that are UUIDs/,
  )
  expect(screen.queryByRole('button', { name: '1 draft' })).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Create an insight' })).not.toBeInTheDocument()
  await userEvent.keyboard('c')
  // The code of the form comes later than its address.
  expect(address()).toBe('/insights')
})

it('explains why there are no rows when nothing matches, and clears the search on request', async () => {
  open({ route: '/insights?q=zzz' })
  expect(await screen.findByText('No matching insights')).toBeInTheDocument()
  expect(screen.getByText('Try other words.')).toBeVisible()
  // No filter is on.
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
  await userEvent.click(screen.getAllByRole('button', { name: 'Clear search' })[1] as HTMLElement)
  expect(await table()).toBeInTheDocument()
})

it('says how many results there are without the filters, and repeats the search without them', async () => {
  open({ route: '/insights?q=number+15&type=Bug' })
  expect(await screen.findByText('1 result without filters.')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Search without filters' }))
  expect(await table()).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/insights?q=number+15'))
})

it('offers to search for each word alone, within the filters, when no insight has them all', async () => {
  open({ route: '/insights?q=number+zzz+Number&type=Bug' })
  expect(await screen.findByText(/No results contain all of these words/)).toBeInTheDocument()
  const words = within(screen.getByRole('group', { name: 'Search for one word' }))
  expect(await words.findByRole('button', { name: 'zzz 0' })).toBeDisabled()
  expect(words.getAllByRole('button')).toHaveLength(2)
  await userEvent.click(await words.findByRole('button', { name: 'number 15' }))
  expect(await screen.findByText('15 of 30 insights')).toBeInTheDocument()
  expect(screen.getByRole('searchbox')).toHaveValue('number')
  await waitFor(() => expect(address()).toBe('/insights?q=number&type=Bug'))
})

it('explains why there are no rows when the library fails, and tries again on request', async () => {
  let isBroken = true
  const good = answersFor(() => thirty)['insights.query']
  open({
    answers: {
      'insights.query': (query) => {
        if (isBroken) throw new AppError('LIBRARY_UNAVAILABLE', '')
        return good?.(query) ?? { rows: [], total: 0, all: 0, unseen: 0 }
      },
    },
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('library isn’t ready')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await table()).toBeInTheDocument()
})

it('toggles the unseen filter with u and the highest-score order with s', async () => {
  open()
  await table()
  await userEvent.keyboard('us')
  await waitFor(() => expect(address()).toBe('/insights?seen=unseen&sort=-combinedScore'))
  await userEvent.keyboard('us')
  await waitFor(() => expect(address()).toBe('/insights'))
})
