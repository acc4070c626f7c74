import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import { briefDialog } from '../../records/brief-dialog'
import { address, giveSize, rowOf, tableOf } from '../../records/list-testing'
import { testEnvironments, testSyncStatus, testWorkspace } from '../../testing/render'
import { recordAnswers, sampleFeedback, sampleId, sampleOpportunity } from '../../testing/sample-records'
import { details, open, twenty } from './opportunities-testing'

beforeEach(giveSize)

it('lists opportunities with their counts, the best supported first', async () => {
  const { bridge } = open({
    opportunities: Array.from({ length: 2000 }, (_, place) => sampleOpportunity(place + 1, { rising: 2 })),
  })
  expect(await tableOf('Opportunities')).toHaveAttribute('aria-rowcount', '2001')
  expect(screen.getAllByRole('row').length).toBeLessThan(40)
  expect(screen.getByRole('status', { name: 'Number of opportunities' })).toHaveTextContent('2,000 opportunities')
  const cells = within(rowOf('Opportunity number 1')).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent).slice(2, 8)).toEqual([
    'In progress',
    '0.80',
    '2',
    '3',
    'Negative · −0.40',
    '7',
  ])
  expect(bridge.calls.find(({ name }) => name === 'opportunities.query')?.input).toMatchObject({
    workspace: testWorkspace,
    sort: { column: 'strongest', direction: 'descending' },
    relatedTo: null,
  })
  expect(screen.getByRole('button', { name: 'Only records linked to an insight appear here.' })).toBeInTheDocument()
})

it('offers the statuses in workflow order, then the needs and the Private filter', async () => {
  open()
  await tableOf('Opportunities')
  const filters = screen.getByRole('group', { name: 'Filters' })
  const chips = within(filters).getAllByRole('button')
  // A line parts the statuses from the rest.
  expect([...filters.children].findIndex(({ textContent }) => textContent === '')).toBe(4)
  expect(chips.map(({ textContent }) => textContent)).toEqual([
    ...['New', 'Planned', 'In progress', 'Solved'],
    ...['Unseen insights', 'Mostly negative', 'No feedback', 'No recent feedback'],
    'Private',
  ])
})

it('filters by a need, and keeps it in the address', async () => {
  const { bridge } = open({ route: '/opportunities?needs=oldFeedback&needs=elephants' })
  const asked = () => bridge.calls.findLast(({ name }) => name === 'opportunities.query')?.input
  const chip = (name: string) =>
    within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name: new RegExp(`^${name}`) })
  await tableOf('Opportunities')
  expect(chip('No recent feedback')).toHaveAttribute('aria-pressed', 'true')
  expect(asked()).toMatchObject({ needs: ['oldFeedback'] })
  await userEvent.click(chip('Unseen insights'))
  await waitFor(() => expect(address()).toBe('/opportunities?needs=oldFeedback&needs=unseen'))
  expect(asked()).toMatchObject({ needs: ['unseen', 'oldFeedback'] })
  await userEvent.click(chip('No recent feedback'))
  await userEvent.click(chip('Unseen insights'))
  await waitFor(() => expect(address()).toBe('/opportunities'))
})

it('opens an evidence brief of the insights behind the selection', async () => {
  open()
  await tableOf('Opportunities')
  await userEvent.click(within(rowOf('Opportunity number 2')).getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Evidence brief' }))
  expect(briefDialog.get()).toEqual({ kind: 'selection', of: 'opportunity', ids: [sampleId(2)] })
  briefDialog.set(null)
})

it('explains its short headings in tooltips', async () => {
  open()
  const table = await tableOf('Opportunities')
  expect(within(table).getByRole('button', { name: 'Top score' })).toHaveAttribute('title', 'Top score of its insights')
  expect(within(table).getByRole('button', { name: 'Sentiment' })).toHaveAttribute('title', 'Average sentiment')
  expect(within(table).getByRole('button', { name: 'Title' })).not.toHaveAttribute('title')
})

it('sorts by a heading and filters by status, and keeps both in the address', async () => {
  open({ opportunities: [...twenty, sampleOpportunity(21, { status: 'Solved' })] })
  const table = await tableOf('Opportunities')
  await userEvent.click(within(table).getByRole('button', { name: 'Title' }))
  expect(screen.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending')
  await userEvent.click(screen.getByRole('button', { name: 'Solved' }))
  expect(await screen.findByText('1 of 21 opportunities')).toBeInTheDocument()
  expect(address()).toBe('/opportunities?status=Solved&sort=title')
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  expect(address()).toBe('/opportunities?sort=title')
})

it('clears the filters and keeps the words of the search', async () => {
  open()
  await tableOf('Opportunities')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search opportunities' }), 'number')
  await userEvent.click(screen.getByRole('button', { name: 'Solved' }))
  await waitFor(() => expect(address()).toBe('/opportunities?q=number&status=Solved'))
  await userEvent.click(
    within(screen.getByRole('group', { name: 'Filters' })).getByRole('button', { name: 'Clear filters' }),
  )
  await waitFor(() => expect(address()).toBe('/opportunities?q=number'))
})

it('cannot be sorted by a column that the service has no order for', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1800)
  open()
  const table = await tableOf('Opportunities')
  const heading = within(table).getByRole('columnheader', { name: 'Generated solutions' })
  expect(heading).not.toHaveAttribute('aria-sort')
  expect(within(heading).queryByRole('button')).not.toBeInTheDocument()
})

it('moves, opens, closes and searches with the keyboard', async () => {
  open()
  await tableOf('Opportunities')
  await userEvent.keyboard('jj')
  expect(rowOf('Opportunity number 2')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(await details()).toHaveFocus()
  expect(address()).toBe(`/opportunities/${sampleId(2)}`)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(rowOf('Opportunity number 2')).toHaveFocus())
  await userEvent.keyboard('/')
  expect(screen.getByRole('searchbox', { name: 'Search opportunities' })).toHaveFocus()
  await userEvent.keyboard('number 20')
  expect(await screen.findByText('1 of 20 opportunities')).toBeInTheDocument()
  await waitFor(() => expect(address()).toBe('/opportunities?q=number+20'))
})

it('leaves the focus where it is when it begins with an open opportunity', async () => {
  open({ route: `/opportunities/${sampleId(3)}` })
  await tableOf('Opportunities')
  const region = await details()
  await within(region).findByRole('region', { name: 'Only on this computer' })
  expect(region).not.toHaveFocus()
})

it('goes back to the list, not to the opportunity that was open before another one', async () => {
  const { goBack } = open()
  await tableOf('Opportunities')
  for (const place of [1, 2]) {
    await userEvent.click(rowOf(`Opportunity number ${place}`))
    expect(address()).toBe(`/opportunities/${sampleId(place)}`)
  }
  await goBack()
  expect(address()).toBe('/opportunities')
})

it('links to related records, and shows an unknown status as it is', async () => {
  const mention = { hideContent: false, through: 7, strongest: null }
  const full = sampleOpportunity(1, {
    ...{ status: 'Parked', read: false },
    relatedSolutions: [{ ...mention, id: sampleId(60), title: 'A gauge', status: 'Live' }],
    relatedOutcomes: [{ ...mention, id: sampleId(61), title: 'Fewer calls', through: 1 }],
    relatedOpportunities: [{ ...mention, id: sampleId(62), title: 'A secret', status: 'New', hideContent: true }],
  })
  open({ opportunities: [full], route: `/opportunities/${sampleId(1)}` })
  const region = await details()
  expect(await within(region).findByRole('link', { name: 'A gauge' })).toHaveAttribute(
    'href',
    `/solutions/${sampleId(60)}`,
  )
  expect(within(region).getByText('Parked')).toBeInTheDocument()
  expect(within(region).getByRole('region', { name: 'Details' })).toHaveTextContent(/Created by\s*Person\s*Read\s*No/)
  expect(within(region).getAllByText('through 7 shared insights')).toHaveLength(2)
  expect(within(region).getByText('through 1 shared insight')).toBeInTheDocument()
  expect(within(region).getByRole('link', { name: 'Fewer calls' })).toHaveAttribute('href', `/goals/${sampleId(61)}`)
  expect(within(region).queryByText('A secret')).not.toBeInTheDocument()
  expect(await within(region).findByRole('link', { name: 'Show all in Insights' })).toHaveAttribute(
    'href',
    `/insights?related=${encodeURIComponent(`opportunity:${sampleId(1)}`)}`,
  )
  expect(await within(region).findByText('Somebody said number 50')).toBeInTheDocument()
  expect(within(region).getByRole('link', { name: 'All feedback' })).toBeInTheDocument()
})

it('shows rising insights first, without the titles of hidden ones', async () => {
  const rose = { hideContent: false, before: 0.7, after: 0.97 }
  const risingInsights = [
    { ...rose, id: sampleId(93), title: 'The gauge lies' },
    { ...rose, id: sampleId(94), title: 'A secret', hideContent: true },
  ]
  open({
    opportunities: [sampleOpportunity(1, { rising: 2, risingInsights, strongest: 1.234, sentiment: 0.3 })],
    route: `/opportunities/${sampleId(1)}`,
  })
  const region = within(await details())
  const rising = await region.findByRole('region', { name: 'Rising insights' })
  await region.findByRole('link', { name: 'Insight number 91' })
  expect(region.getAllByRole('region').map((section) => section.getAttribute('aria-label'))).toEqual([
    ...['Only on this computer', 'Rising insights', 'Insights', 'Feedback', 'Details'],
  ])
  expect(within(rising).getByRole('link', { name: 'The gauge lies' })).toHaveAttribute(
    'href',
    `/insights/${sampleId(93)}`,
  )
  expect(within(rising).getAllByText('0.70 → 0.97')).toHaveLength(2)
  expect(within(rising).queryByText('A secret')).not.toBeInTheDocument()
  expect(region.getByText('1.23')).toBeInTheDocument()
  expect(region.getByText('Positive · +0.30')).toBeInTheDocument()
})

it('keeps a hidden opportunity in the list, with its figures', async () => {
  open({ opportunities: [sampleOpportunity(1), sampleOpportunity(2, { hideContent: true, strongest: 0.7 })] })
  await tableOf('Opportunities')
  const cells = within(rowOf('Hidden content')).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent).slice(2, 5)).toEqual(['In progress', '0.70', '0'])
})

it('masks hidden content until it is revealed', async () => {
  const secret = { hideContent: true, title: 'A secret', summary: 'Of somebody', description: 'Of somebody' }
  open({ opportunities: [sampleOpportunity(1, secret)], route: `/opportunities/${sampleId(1)}` })
  const region = await details()
  const reveal = await within(region).findByRole('button', { name: 'Reveal' })
  await within(region).findByText('Dates and ID')
  expect(document.body).not.toHaveTextContent(/secret|somebody/i)
  await userEvent.click(reveal)
  expect(within(region).getByRole('heading', { name: 'A secret' })).toBeInTheDocument()
  expect(within(await tableOf('Opportunities')).getByText('A secret')).toBeInTheDocument()
})

it('reveals a hidden title in its row, without opening the details', async () => {
  const secret = { hideContent: true, title: 'A secret' }
  open({ opportunities: [sampleOpportunity(1, secret), sampleOpportunity(2, { ...secret, title: 'Another secret' })] })
  const table = await tableOf('Opportunities')
  const [reveal] = within(table).getAllByRole('button', { name: 'Reveal' })
  await userEvent.click(reveal as Element)
  expect(within(table).getByText('A secret')).toBeInTheDocument()
  expect(within(table).queryByText('Another secret')).not.toBeInTheDocument()
  expect(address()).toBe('/opportunities')
})

it('hides a revealed title again on request, and no other', async () => {
  const secret = { hideContent: true, title: 'A secret' }
  open({ opportunities: [sampleOpportunity(1, secret), sampleOpportunity(2, { ...secret, title: 'Another secret' })] })
  const table = within(await tableOf('Opportunities'))
  for (const reveal of table.getAllByRole('button', { name: 'Reveal' })) await userEvent.click(reveal)
  await userEvent.click(rowOf('A secret'))
  await userEvent.click(await within(await details()).findByRole('button', { name: 'Hide' }))
  expect(table.queryByText('A secret')).not.toBeInTheDocument()
  expect(table.getByText('Another secret')).toBeInTheDocument()
})

it.each([
  ['Insights', 'insights.query', 'Insight number 91'],
  ['Feedback', 'feedback.query', 'Somebody said number 50'],
] as const)(
  'says in the details when the %s could not be read, and reads them again on request',
  async (title, call, of) => {
    let isBroken = true
    const good = recordAnswers(() => ({ feedback: [sampleFeedback(50)] }))[call] as (query: unknown) => never
    open({
      route: `/opportunities/${sampleId(1)}`,
      answers: {
        [call]: (query: unknown) => {
          if (isBroken) throw new AppError('LIBRARY_UNAVAILABLE', '')
          return good(query)
        },
      },
    })
    const section = within(await within(await details()).findByRole('region', { name: title }))
    expect(await section.findByRole('alert')).toHaveTextContent('library isn’t ready')
    isBroken = false
    await userEvent.click(section.getByRole('button', { name: 'Try again' }))
    expect(await within(await details()).findByText(of)).toBeInTheDocument()
  },
)

it('syncs on request when nothing was synced yet, and says so meanwhile', async () => {
  let answer = () => {}
  const { bridge } = open({
    opportunities: [],
    answers: {
      'sync.status': () => neverSynced,
      'sync.now': () =>
        new Promise((resolve) => {
          answer = () => resolve(neverSynced)
        }),
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Sync now' }))
  expect(await screen.findByRole('button', { name: 'Syncing…' })).toBeInTheDocument()
  expect(bridge.calls.filter(({ name }) => name === 'sync.now')).toEqual([
    { name: 'sync.now', input: { workspace: testWorkspace } },
  ])
  await act(async () => answer())
  expect(await screen.findByRole('button', { name: 'Sync now' })).toBeInTheDocument()
})

const neverSynced = { ...testSyncStatus, state: 'never' as const, syncedAt: null }

it.each([
  ['nothing there', testSyncStatus, 'No opportunities yet'],
  ['never synced', neverSynced, 'Not synced yet'],
  ['first sync', { ...neverSynced, state: 'syncing' as const }, /for the first time/],
  ['offline from the start', { ...neverSynced, error: new AppError('TIMEOUT', '').report }, /too long/],
  [
    'no permission',
    { ...neverSynced, error: new AppError('FORBIDDEN', '').report },
    /don’t have permission to read Trial bikes/,
  ],
  ['no relationships', { ...testSyncStatus, hasRelationships: false }, 'No related records from the service'],
])('says why there are no rows, and counts none before the first sync: %s', async (_, status, words) => {
  open({ opportunities: [], answers: { 'sync.status': () => status } })
  expect(await screen.findByText(words)).toBeInTheDocument()
  const number = screen.getByRole('status', { name: 'Number of opportunities' })
  expect(number.textContent).toBe(status.syncedAt === null ? '' : '0 opportunities')
})

it('says above the rows that the service returned no related records', async () => {
  open({ answers: { 'sync.status': () => ({ ...testSyncStatus, hasRelationships: false }) } })
  await tableOf('Opportunities')
  expect(await screen.findByText(/^The service returned no related records\./)).toBeInTheDocument()
})

it('does not call synced data lost when only the keychain can open it', async () => {
  const environments = testEnvironments.environments.map((each) => ({ ...each, library: 'memory' as const }))
  const error = new AppError('TOKEN_MISSING', '').report
  open({
    opportunities: [],
    answers: {
      'environments.list': () => ({ ...testEnvironments, environments, keychain: 'missing' as const }),
      'sync.status': () => ({ ...neverSynced, state: 'sign-in-needed' as const, error }),
    },
  })
  expect(await screen.findByText(/It isn’t lost and returns once/)).toBeInTheDocument()
})

it.each([
  ['the keychain is available', 'memory', 'available'],
  ['the data is on disk', 'encrypted', 'missing'],
] as const)('does not mention the keychain before the first sync when %s', async (_, library, keychain) => {
  const environments = testEnvironments.environments.map((each) => ({ ...each, library }))
  open({
    opportunities: [],
    answers: {
      'environments.list': () => ({ ...testEnvironments, environments, keychain }),
      'sync.status': () => neverSynced,
    },
  })
  expect(await screen.findByText('Not synced yet')).toBeInTheDocument()
  expect(screen.queryByText(/isn’t lost/)).not.toBeInTheDocument()
})

it.each([
  ['words', '?q=zzz', 'Try other words.'],
  ['words and filters', '?q=zzz&status=Solved', 'Try fewer words or clear filters.'],
  ['filters', '?status=Solved', 'Clear filters to see everything.'],
])('says why there are no rows, and what to try: %s match nothing', async (_, search, hint) => {
  open({ route: `/opportunities${search}` })
  expect(await screen.findByText('No matching opportunities')).toBeInTheDocument()
  expect(screen.getByText(hint)).toBeInTheDocument()
})

it('offers each word of a search on its own when nothing matches them all', async () => {
  open({ route: '/opportunities?q=zzz+%22Opportunity%22' })
  await userEvent.click(await screen.findByRole('button', { name: 'Opportunity 20' }))
  expect(await screen.findByText('20 of 20 opportunities')).toBeInTheDocument()
  expect(screen.queryByRole('group', { name: 'Search for one word' })).not.toBeInTheDocument()
})

it('tries again on request after the library failed', async () => {
  let isBroken = true
  const good = recordAnswers(() => ({ opportunities: twenty }))['opportunities.query']
  open({
    answers: {
      'opportunities.query': (query) => {
        if (isBroken || good === undefined) throw new AppError('LIBRARY_UNAVAILABLE', '')
        return good(query)
      },
    },
  })
  expect(await screen.findByRole('alert')).toHaveTextContent('library isn’t ready')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await tableOf('Opportunities')).toBeInTheDocument()
})

it('says why the rows of a part of the list are missing, beside those that are there', async () => {
  const many = Array.from({ length: 200 }, (_, place) => sampleOpportunity(place + 1))
  let isBroken = true
  const good = recordAnswers(() => ({ opportunities: many }))['opportunities.query']
  open({
    answers: {
      'opportunities.query': (query) => {
        if ((query.offset > 0 && isBroken) || good === undefined) throw new AppError('LIBRARY_UNAVAILABLE', '')
        return good(query)
      },
    },
  })
  const scroller = (await tableOf('Opportunities')).parentElement as HTMLElement
  scroller.scrollTop = 95 * 52
  fireEvent.scroll(scroller)
  expect(await screen.findByRole('alert')).toHaveTextContent('library isn’t ready')
  expect(rowOf('Opportunity number 99')).toBeInTheDocument()
  // Nobody knows yet which record this is.
  await userEvent.click(document.querySelector('tr[aria-busy]') as Element)
  expect(address()).toBe('/opportunities')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Opportunity number 101')).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('says when the open opportunity is not found', async () => {
  open({ route: `/opportunities/${sampleId(404)}` })
  expect(await screen.findByText('Opportunity not found')).toBeInTheDocument()
})
