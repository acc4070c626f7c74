import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { OpportunityDetail } from '../../../contract/features/opportunities'
import type { Answers } from '../../testing/fake-bridge'
import { testEnvironments, testSyncStatus, testWorkspace } from '../../testing/render'
import { address, giveSize, renderList, rowOf, tableOf } from '../../ui/records/list-testing'
import { recordAnswers, sampleFeedback, sampleId, sampleOpportunity } from '../../ui/records/sample-records'
import { OpportunitiesView } from '.'

beforeEach(giveSize)

const twenty = Array.from({ length: 20 }, (_, place) => sampleOpportunity(place + 1))

interface Setting {
  readonly opportunities?: readonly OpportunityDetail[] | (() => readonly OpportunityDetail[])
  readonly route?: string
  readonly answers?: Answers
}

function open({ opportunities = twenty, route, answers }: Setting = {}) {
  const rows = typeof opportunities === 'function' ? opportunities : () => opportunities
  return renderList(<OpportunitiesView />, {
    path: '/opportunities/:id?',
    ...(route === undefined ? {} : { route }),
    answers: {
      ...recordAnswers(() => ({ opportunities: rows(), feedback: [sampleFeedback(50)] })),
      'opportunities.markAllSeenPreview': () => ({
        ...{ title: '', insights: 7, unseen: 5, unseenShared: 2 },
        marked: [
          { id: sampleId(81), title: 'The gauge lies', hideContent: false, alsoIn: 2 },
          { id: sampleId(82), title: 'A secret', hideContent: true, alsoIn: 0 },
        ],
        seenAlready: [{ id: sampleId(83), title: 'An old one', hideContent: false, alsoIn: 0 }],
      }),
      ...answers,
    },
  })
}

const details = () => screen.findByRole('region', { name: 'Opportunity details' })
const dialog = () => screen.findByRole('dialog', { name: 'Mark all as seen' })

async function openMarking() {
  const button = await within(await details()).findByRole('button', { name: 'Mark all as seen' })
  await userEvent.click(button)
  return dialog()
}

it('lists opportunities with their counts, the unseen ones first', async () => {
  const { bridge } = open({ opportunities: Array.from({ length: 2000 }, (_, place) => sampleOpportunity(place + 1)) })
  expect(await tableOf('Opportunities')).toHaveAttribute('aria-rowcount', '2001')
  expect(screen.getAllByRole('row').length).toBeLessThan(40)
  expect(screen.getByRole('status', { name: 'Number of opportunities' })).toHaveTextContent('2,000 opportunities')
  const cells = within(rowOf('Opportunity number 1')).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent).slice(1, 7)).toEqual([
    'In progress',
    '7',
    '5',
    '3',
    '1',
    'Generated',
  ])
  expect(bridge.calls.find(({ name }) => name === 'opportunities.query')?.input).toMatchObject({
    workspace: testWorkspace,
    sort: { column: 'unseen', direction: 'descending' },
    relatedTo: null,
  })
  expect(screen.getByText('Known through insights: what no insight carries is not shown here.')).toBeInTheDocument()
})

it('sorts by a heading and narrows by status, and keeps both in the address', async () => {
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

it('cannot be sorted by what the service has no order for', async () => {
  open()
  const table = await tableOf('Opportunities')
  const heading = within(table).getByRole('columnheader', { name: 'Generated solutions' })
  expect(heading).not.toHaveAttribute('aria-sort')
  expect(within(heading).queryByRole('button')).not.toBeInTheDocument()
})

it('moves, opens, closes and searches with the keys', async () => {
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

it('shows what is related, with the way there, and an unknown status as it is', async () => {
  const mention = { hideContent: false, through: 7 }
  const full = sampleOpportunity(1, {
    status: 'Parked',
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

it('masks hidden content until somebody reveals it', async () => {
  const secret = { hideContent: true, title: 'A secret', summary: 'Of somebody', description: 'Of somebody' }
  open({ opportunities: [sampleOpportunity(1, secret)], route: `/opportunities/${sampleId(1)}` })
  const region = await details()
  const reveal = await within(region).findByRole('button', { name: 'Reveal' })
  await within(region).findByText('Facts')
  expect(document.body).not.toHaveTextContent(/secret|somebody/i)
  await userEvent.click(reveal)
  expect(within(region).getByRole('heading', { name: 'A secret' })).toBeInTheDocument()
  expect(within(await tableOf('Opportunities')).getByText('A secret')).toBeInTheDocument()
})

it('says what marking would do, marks, says how it went, and reads the list again', async () => {
  let rows = twenty
  const { bridge } = open({
    opportunities: () => rows,
    route: `/opportunities/${sampleId(1)}`,
    answers: {
      'opportunities.markAllSeen': () => {
        rows = rows.map((row) => (row.id === sampleId(1) ? { ...row, unseen: 0 } : row))
        return { unseen: 0, rereadError: null }
      },
    },
  })
  const question = await openMarking()
  expect(
    await within(question).findByText(/marks 5 insights as seen.*2 of them also belong to other/),
  ).toBeInTheDocument()
  await waitFor(() => expect(within(question).getByRole('button', { name: 'Cancel' })).toHaveFocus())
  expect(question).toHaveTextContent('Trial bikes')
  const marked = within(question).getByRole('region', { name: 'Will be marked as seen' })
  expect(marked).toHaveTextContent(/seen 5The gauge lies — also in 2 other opportunities.*Hidden content.*and 3 more/)
  expect(question).not.toHaveTextContent('A secret')
  expect(within(marked).getByRole('link')).toHaveAttribute(
    'href',
    `/insights?related=${encodeURIComponent(`opportunity:${sampleId(1)}`)}&seen=unseen`,
  )
  const seen = within(question).getByRole('region', { name: 'Seen already' })
  expect(seen).toHaveTextContent('Seen already 2An old one')
  expect(marked.compareDocumentPosition(seen)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await userEvent.click(within(question).getByRole('button', { name: 'Mark as seen' }))
  expect(await screen.findByText('All insights of the opportunity are marked as seen.')).toBeInTheDocument()
  expect(bridge.calls).toContainEqual({
    name: 'opportunities.markAllSeen',
    input: { workspace: testWorkspace, id: sampleId(1) },
  })
  const button = within(await details()).getByRole('button', { name: 'Mark all as seen' })
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
  await waitFor(() => expect(button).toHaveFocus())
})

it.each([
  ['FORBIDDEN', /Your token may not do this in Trial bikes/],
  ['NOT_FOUND', /It is not there/],
  ['NAME_NOT_FOUND', /name was not found/],
  ['TIMEOUT', /took too long.*Marking again does no harm/],
  ['SERVICE_FAILED', /The service has a problem/],
] as const)('stays with the question when marking fails: %s', async (code, words) => {
  open({
    route: `/opportunities/${sampleId(1)}`,
    answers: {
      'opportunities.markAllSeen': () => {
        throw new AppError(code, '')
      },
    },
  })
  const question = await openMarking()
  const mark = within(question).getByRole('button', { name: 'Mark as seen' })
  await waitFor(() => expect(mark).toBeEnabled())
  await userEvent.click(mark)
  expect(await within(question).findByRole('alert')).toBeInTheDocument()
  expect(question).toHaveTextContent(words)
})

it('tells in words that the list could not be read again after marking, and reads it on demand', async () => {
  const rereadError = new AppError('SERVICE_FAILED', '').report
  let error: typeof rereadError | null = rereadError
  open({
    route: `/opportunities/${sampleId(1)}`,
    answers: {
      'opportunities.markAllSeen': () => ({ unseen: 0, rereadError }),
      'sync.now': () => ({ ...testSyncStatus, error }),
    },
  })
  const question = await openMarking()
  const mark = within(question).getByRole('button', { name: 'Mark as seen' })
  await waitFor(() => expect(mark).toBeEnabled())
  await userEvent.click(mark)
  expect(await within(question).findByText(/^Marked\. The list could not be read again, so/)).toBeInTheDocument()
  expect(within(question).getByRole('alert')).toHaveTextContent('The service has a problem')
  expect(within(question).getByRole('button', { name: 'Close' })).toHaveFocus()
  const again = within(question).getByRole('button', { name: 'Read the list again' })
  await userEvent.click(again)
  await waitFor(() => expect(again).not.toHaveAttribute('aria-busy'))
  expect(within(question).getByRole('alert')).toBeInTheDocument()
  error = null
  await userEvent.click(again)
  expect(await screen.findByText(/^Marked as seen\. 5 insights are unseen still/)).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it('holds the question while the answer is out, and tells a failure in it', async () => {
  let refuse = () => {}
  open({
    route: `/opportunities/${sampleId(1)}`,
    answers: {
      'opportunities.markAllSeen': () =>
        new Promise<never>((_, reject) => {
          refuse = () => reject(new AppError('SERVICE_FAILED', ''))
        }),
    },
  })
  const question = await openMarking()
  const mark = within(question).getByRole('button', { name: 'Mark as seen' })
  await waitFor(() => expect(mark).toBeEnabled())
  await userEvent.click(mark)
  await waitFor(() => expect(within(question).getByRole('button', { name: 'Cancel' })).toBeDisabled())
  await userEvent.keyboard('{Escape}')
  refuse()
  expect(await within(question).findByRole('alert')).toHaveTextContent('The service has a problem')
  await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it.each([
  ['all are seen', { unseen: 0 }, false, /seen already/],
  ['the environment is locked', {}, true, /read-only/],
])('says why nothing can be marked: %s', async (_, changes, isLocked, reason) => {
  const environments = testEnvironments.environments.map((each) => ({ ...each, isLocked }))
  open({
    opportunities: [sampleOpportunity(1, changes)],
    route: `/opportunities/${sampleId(1)}`,
    answers: { 'environments.list': () => ({ ...testEnvironments, environments }) },
  })
  const button = await within(await details()).findByRole('button', { name: 'Mark all as seen' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAccessibleDescription(reason)
  await userEvent.click(button)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('says why nothing can be marked while the service is out of reach', async () => {
  open({
    route: `/opportunities/${sampleId(1)}`,
    answers: { 'sync.status': () => ({ ...testSyncStatus, state: 'offline' }) },
  })
  const button = await within(await details()).findByRole('button', { name: 'Mark all as seen' })
  await waitFor(() => expect(button).toHaveAccessibleDescription(/could not be reached at the last try/))
  await userEvent.click(button)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

const neverSynced = { ...testSyncStatus, state: 'never' as const, syncedAt: null }

it.each([
  ['nothing there', testSyncStatus, 'No opportunities yet'],
  ['never synced', neverSynced, 'Not synced yet'],
  ['first sync', { ...neverSynced, state: 'syncing' as const }, /for the first time/],
  ['offline from the start', { ...neverSynced, error: new AppError('TIMEOUT', '').report }, /too long/],
  ['no permission', { ...neverSynced, error: new AppError('FORBIDDEN', '').report }, /may not read Trial bikes/],
  ['no relationships', { ...testSyncStatus, hasRelationships: false }, 'The service returned no relationships'],
])('tells why there are no rows: %s', async (_, status, words) => {
  open({ opportunities: [], answers: { 'sync.status': () => status } })
  expect(await screen.findByText(words)).toBeInTheDocument()
})

it('does not call lost what only the keychain can open', async () => {
  const environments = testEnvironments.environments.map((each) => ({ ...each, library: 'memory' as const }))
  const error = new AppError('TOKEN_MISSING', '').report
  open({
    opportunities: [],
    answers: {
      'environments.list': () => ({ ...testEnvironments, environments, keychain: 'missing' as const }),
      'sync.status': () => ({ ...neverSynced, state: 'sign-in-needed' as const, error }),
    },
  })
  expect(await screen.findByText(/What was synced with it is not lost/)).toBeInTheDocument()
})

it('tells why there are no rows: nothing matches', async () => {
  open({ route: '/opportunities?q=zzz' })
  expect(await screen.findByText('No opportunity matches')).toBeInTheDocument()
})

it('tries again when the library failed', async () => {
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
  expect(await screen.findByRole('alert')).toHaveTextContent('library is not ready')
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await tableOf('Opportunities')).toBeInTheDocument()
})

it('says when the open opportunity is not known', async () => {
  open({ route: `/opportunities/${sampleId(404)}` })
  expect(await screen.findByText('This opportunity is not known here')).toBeInTheDocument()
})
