import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { AppError } from '../../../contract/errors'
import { untriaged } from '../../testing/places'
import { testEnvironments, testSyncStatus, testWorkspace } from '../../testing/render'
import { sampleId, sampleRow } from '../../testing/sample-insights'
import { sampleFeedback } from '../../testing/sample-records'
import { address, open, row, table, thirty } from './insights-testing'

it('shows what the service knows about the open insight', async () => {
  const related = { description: '', hideContent: false }
  open({
    route: `/insights/${sampleId(2)}`,
    details: {
      [sampleId(2)]: {
        opportunities: [
          { ...related, id: sampleId(50), title: 'Trust the range', status: 'InProgress' },
          { ...related, id: sampleId(49), title: 'A secret', status: 'New', hideContent: true },
        ],
        outcomes: [{ ...related, id: sampleId(51), title: 'Fewer calls', rank: 2, trend: -1 }],
        feedback: [
          {
            id: sampleId(52),
            title: null,
            content: 'It <b>lies</b>',
            source: 'Survey',
            sourceId: null,
            sourceUrl: 'javascript:alert(1)',
            submittedBy: null,
            processed: true,
            sentimentScore: -0.8,
            sentimentCategory: 'Negative',
            sentimentConfidence: 0.9,
            createdAt: '2026-01-01T00:00:00Z',
          },
        ],
        embeddingLength: 384,
      },
    },
  })
  const details = await screen.findByRole('region', { name: 'Insight details' })
  expect(await within(details).findByText('In progress')).toBeInTheDocument()
  expect(within(details).getByText('Priority 2 · Falling')).toBeInTheDocument()
  expect(within(details).getByText('Unseen')).toBeInTheDocument()
  expect(within(details).getByText(/in two lines$/)).toBeInTheDocument()
  expect(within(details).queryByRole('button', { name: /of the description$/ })).not.toBeInTheDocument()
  expect(within(details).getByText('It <b>lies</b>')).toBeInTheDocument()
  expect(within(details).getByText('Negative · −0.80 · 90% confident')).toBeInTheDocument()
  expect(within(details).queryByRole('link', { name: /source/ })).not.toBeInTheDocument()
  expect(within(details).getByRole('link', { name: 'Trust the range' })).toHaveAttribute(
    'href',
    `/opportunities/${sampleId(50)}`,
  )
  expect(within(details).getByRole('link', { name: 'Fewer calls' })).toHaveAttribute('href', `/goals/${sampleId(51)}`)
  expect(within(details).getByText(/384 dimensions/)).toBeInTheDocument()
  expect(within(details).getByText(sampleId(2))).toBeInTheDocument()
  await waitFor(() => expect(row(2)).toHaveAttribute('aria-current', 'true'))
  const reveal = within(details).getByRole('button', { name: 'Reveal' })
  expect(reveal.closest('li')).toHaveTextContent(/^Hidden content ?Reveal$/)
  await userEvent.click(reveal)
  expect(within(details).getByRole('link', { name: 'A secret' })).toBeInTheDocument()
})

it('shows the scores in one line, each with its meaning and its history', async () => {
  const scored = { combinedScore: 1.5, strengthScore: 0.4, momentumScore: null }
  open({
    rows: [sampleRow(1, scored), sampleRow(2, { combinedScore: 2.25 })],
    details: { [sampleId(1)]: { lastScoreCalculatedAt: new Date(Date.now() - 3 * 3_600_000).toISOString() } },
    answers: {
      'insights.scoreHistory': () => [
        { at: '2026-01-01T10:00:00Z', combinedScore: 1, strengthScore: 0.4, momentumScore: null },
        { at: '2026-01-02T10:00:00Z', combinedScore: 1.5, strengthScore: 0.4, momentumScore: null },
      ],
    },
    route: `/insights/${sampleId(1)}`,
  })
  const details = within(await screen.findByRole('region', { name: 'Insight details' }))
  await waitFor(() =>
    expect(details.getByText('Score').closest('dt')).toHaveTextContent(/more; highest here: 2\.25\.$/),
  )
  const value = (name: string, meaning: RegExp) => {
    const term = details.getByText(name).closest('dt')
    expect(term).toHaveTextContent(meaning)
    return term?.nextElementSibling
  }
  await waitFor(() =>
    expect(value('Score', /^Score: Strength and momentum combined/)).toHaveTextContent(/^1.50.*first 1.00, last 1.50/),
  )
  expect(value('Strength', /independent feedback/)).toHaveTextContent(/^0.40 Strength over time: first 0.40/)
  expect(value('Momentum', /recently\. 0 or more\.$/)).toHaveTextContent(/^not scored$/)
  expect(value('Momentum', /recently/)).toHaveAttribute('data-missing', 'true')
  expect(value('Score', /combined/)).not.toHaveAttribute('data-missing')
  await userEvent.hover(details.getByText('Score'))
  expect(await screen.findByRole('tooltip')).toHaveTextContent('highest here: 2.25')
  expect(details.getByText('Scored').nextElementSibling).toHaveTextContent(/^3 hr ago/)
})

it('says that an insight has no related records, or that the service returned none', async () => {
  const { bridge } = open({ route: `/insights/${sampleId(2)}` })
  const details = within(await screen.findByRole('region', { name: 'Insight details' }))
  expect(await details.findByText('No related opportunities, solutions, goals or feedback.')).toBeInTheDocument()
  act(() => bridge.push('sync.changed', { ...testSyncStatus, hasRelationships: false }))
  expect(await details.findByText(/^The service returned no related records\./)).toBeInTheDocument()
})

it('says when the open insight is gone', async () => {
  open({ route: `/insights/${sampleId(404)}` })
  expect(await screen.findByText('Insight not found')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Only on this computer' })).not.toBeInTheDocument()
})

it('shows the note of an insight that is gone', async () => {
  const answers = { 'triage.get': () => ({ ...untriaged, note: 'Ask Anna' }) }
  const { bridge } = open({ route: `/insights/${sampleId(404)}`, answers })
  const own = within(await screen.findByRole('region', { name: 'Only on this computer' }))
  expect(own.getByText('Ask Anna')).toBeInTheDocument()
  expect(own.queryByText('Labels')).not.toBeInTheDocument()
  const read = { workspace: testWorkspace, kind: 'insight', id: sampleId(404) }
  expect(bridge.calls).toContainEqual({ name: 'triage.get', input: read })
})

it('widens the details with the arrow keys and saves the width', async () => {
  const { bridge } = open({ route: `/insights/${sampleId(1)}` })
  const handle = await screen.findByRole('separator', { name: 'Width of the details' })
  expect(handle).toHaveAttribute('aria-valuenow', '420')
  handle.focus()
  await userEvent.keyboard('{ArrowLeft}')
  expect(handle).toHaveAttribute('aria-valuenow', '436')
  expect(bridge.calls.findLast(({ name }) => name === 'preferences.save')?.input).toEqual({
    paneWidths: { insights: 436 },
  })
})

const neverSynced = { ...testSyncStatus, state: 'never' as const, syncedAt: null }
const refused = new AppError('FORBIDDEN', '').report

it.each([
  ['nothing there', testSyncStatus, '', 'No insights yet'],
  ['nothing there, whatever is searched', testSyncStatus, '?q=range', 'No insights yet'],
  ['never synced', neverSynced, '', 'Not synced yet'],
  ['first sync', { ...neverSynced, state: 'syncing' as const }, '', /for the first time/],
  [
    'no permission',
    { ...neverSynced, state: 'failed' as const, error: refused },
    '',
    /You don’t have permission to read Trial bikes/,
  ],
  [
    'permission taken away since the last sync',
    { ...testSyncStatus, state: 'failed' as const, error: refused },
    '',
    /You don’t have permission to read Trial bikes/,
  ],
])('explains why there are no rows: %s', async (_, status, search, words) => {
  open({ rows: [], route: `/insights${search}`, answers: { 'sync.status': () => status } })
  expect(await screen.findByText(words)).toBeInTheDocument()
})

it('shows lines in place of the rows during the first sync', async () => {
  const status = { ...neverSynced, state: 'syncing' as const }
  open({ rows: [], answers: { 'sync.status': () => status } })
  const loading = (await screen.findByText(/for the first time/)).closest('[role="status"]') as HTMLElement
  const widths = [...loading.querySelectorAll<HTMLElement>('[aria-hidden] > span')].map(({ style }) => style.width)
  expect(widths.length).toBeGreaterThan(5)
  expect(widths).not.toContain('')
})

it('orders its sections: triage, related records, feedback, description, scores, similar insights', async () => {
  const solution = { status: 'New', description: '', hideContent: false }
  const piece = { title: null, source: 'Survey', sourceId: null, sourceUrl: null, submittedBy: null, processed: true }
  const noSentiment = { sentimentScore: null, sentimentCategory: null, sentimentConfidence: null }
  open({
    route: `/insights/${sampleId(2)}`,
    details: {
      [sampleId(2)]: {
        opportunities: [
          { id: sampleId(50), title: 'Trust the range', status: 'InProgress', description: '', hideContent: false },
        ],
        solutions: [
          { ...solution, id: sampleId(53), title: 'A better estimate', horizon: 'next' },
          { ...solution, id: sampleId(54), title: 'A bigger battery', horizon: null },
        ],
        feedback: [
          { ...piece, ...noSentiment, id: sampleId(52), content: 'It lies', createdAt: '2026-01-01T00:00:00Z' },
        ],
      },
    },
  })
  const details = await screen.findByRole('region', { name: 'Insight details' })
  await within(details).findByRole('region', { name: 'Only on this computer' })
  await within(details).findByRole('region', { name: 'Similar insights' })
  expect(
    within(details)
      .getAllByRole('region')
      .map((region) => region.getAttribute('aria-label')),
  ).toEqual([
    ...['Only on this computer', 'Opportunities', 'Solutions'],
    ...['Feedback', 'Description', 'Scores', 'Similar insights'],
  ])
  const solutions = within(within(details).getByRole('region', { name: 'Solutions' })).getAllByRole('listitem')
  expect(solutions.map(({ textContent }) => textContent)).toEqual([
    'A better estimateNew · Next',
    'A bigger batteryNew',
  ])
})

it('has no section for an empty description', async () => {
  const goal = { id: sampleId(51), title: 'Fewer calls', rank: 2, trend: 1, description: '', hideContent: false }
  open({ route: `/insights/${sampleId(2)}`, details: { [sampleId(2)]: { description: '', outcomes: [goal] } } })
  const details = within(await screen.findByRole('region', { name: 'Insight details' }))
  expect(await details.findByRole('region', { name: 'Goals' })).toBeInTheDocument()
  expect(details.queryByRole('region', { name: 'Description' })).not.toBeInTheDocument()
})

it('calls no goal rising or falling that the goals call steady', async () => {
  const goal = { description: '', hideContent: false, rank: 1 }
  open({
    route: `/insights/${sampleId(2)}`,
    details: {
      [sampleId(2)]: {
        outcomes: [
          { ...goal, id: sampleId(51), title: 'Fewer calls', trend: 0.001 },
          { ...goal, id: sampleId(52), title: 'Fewer returns', trend: 0.006 },
        ],
      },
    },
  })
  const goals = within(await screen.findByRole('region', { name: 'Goals' }))
  expect(goals.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Fewer callsPriority 1',
    'Fewer returnsPriority 1 · Rising',
  ])
})

it('shows two lines of a long description below the feedback, and all of it on request', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(200)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(44)
  open({
    route: `/insights/${sampleId(2)}`,
    details: {
      [sampleId(2)]: {
        description: 'Long words about the range.',
        outcomes: [{ id: sampleId(51), title: 'Fewer calls', rank: 2, trend: 1, description: '', hideContent: false }],
        feedback: [sampleFeedback(1)],
      },
    },
  })
  const details = within(await screen.findByRole('region', { name: 'Insight details' }))
  const description = await details.findByText('Long words about the range.')
  expect(details.getByText('Priority 2 · Rising')).toBeInTheDocument()
  const quotes = details.getByRole('region', { name: 'Feedback' })
  expect(quotes.compareDocumentPosition(description)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(description).toHaveAttribute('data-clamped')
  const more = await details.findByRole('button', { name: 'Show more of the description' })
  expect(more).toHaveAttribute('aria-expanded', 'false')
  await userEvent.click(more)
  expect(description).not.toHaveAttribute('data-clamped')
  await userEvent.click(details.getByRole('button', { name: 'Show less of the description' }))
  expect(description).toHaveAttribute('data-clamped')
})

it('explains a score on keyboard focus too', async () => {
  open({ rows: [sampleRow(1, { combinedScore: 1.5 })], route: `/insights/${sampleId(1)}` })
  const details = within(await screen.findByRole('region', { name: 'Insight details' }))
  const score = await details.findByRole('button', { name: /^Score ?: Strength and momentum combined/ })
  score.focus()
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Strength and momentum combined. 0 or more')
})

it('says once that nothing is scored yet', async () => {
  const none = { combinedScore: null, strengthScore: null, momentumScore: null }
  open({ rows: [sampleRow(1, none)], route: `/insights/${sampleId(1)}` })
  const details = await screen.findByRole('region', { name: 'Insight details' })
  expect(await within(details).findByText('Not scored yet.')).toBeInTheDocument()
  expect(within(details).queryByText('Momentum')).not.toBeInTheDocument()
})

it('starts a note with n, and leaves it with Escape or Ctrl+Enter', async () => {
  open({ route: `/insights/${sampleId(1)}` })
  const own = within(await screen.findByRole('region', { name: 'Only on this computer' }))
  for (const leave of ['{Escape}', '{Control>}{Enter}{/Control}']) {
    await userEvent.keyboard('n')
    expect(await own.findByRole('textbox', { name: 'Note' })).toHaveFocus()
    await userEvent.keyboard(leave)
    expect(screen.getByRole('region', { name: 'Insight details' })).toHaveFocus()
  }
})

it('starts a note and a label with their buttons', async () => {
  open({ route: `/insights/${sampleId(1)}` })
  const own = within(await screen.findByRole('region', { name: 'Only on this computer' }))
  await userEvent.click(await own.findByRole('button', { name: 'Label…' }))
  expect(await own.findByRole('combobox', { name: 'Labels' })).toHaveFocus()
  await userEvent.click(own.getByRole('button', { name: 'Add note' }))
  expect(await own.findByRole('textbox', { name: 'Note' })).toHaveFocus()
})

it('says why a decision in the details could not be saved', async () => {
  const down = () => {
    throw new AppError('DISK_FULL', '')
  }
  open({ route: `/insights/${sampleId(1)}`, answers: { 'triage.decideAll': down } })
  const own = within(await screen.findByRole('region', { name: 'Only on this computer' }))
  await userEvent.click(await own.findByRole('button', { name: /^Mark as reviewed/ }))
  expect(await screen.findByText(/disk is full/i)).toBeInTheDocument()
})

const nobody = { without: 0, incomparable: 0, leftOut: 0 }
const near = (place: number, similarity: number | null) => ({
  ...{ id: sampleId(place), type: 'Bug', title: `Near number ${place}`, hideContent: place === 14, similarity },
})

it('lists similar insights with their similarity, five at first, and says how many are not compared', async () => {
  const rows = Array.from({ length: 7 }, (_, place) => near(10 + place, 0.9 - place / 100))
  open({
    route: `/insights/${sampleId(2)}`,
    answers: { 'duplicates.similar': () => ({ by: 'meaning', rows, uncompared: { ...nobody, without: 3 } }) },
  })
  const similar = await screen.findByRole('region', { name: 'Similar insights' })
  expect(await within(similar).findByRole('link', { name: 'Near number 10' })).toBeInTheDocument()
  expect(within(similar).getAllByRole('link')).toHaveLength(5)
  expect(within(similar).getByText('similarity 0.90')).toBeInTheDocument()
  expect(within(similar).queryByText('Near number 14')).not.toBeInTheDocument()
  expect(within(similar).getByText('3 insights have no embedding and aren’t compared.')).toBeInTheDocument()
  await userEvent.click(within(similar).getByRole('button', { name: 'Show 2 more' }))
  expect(within(similar).getAllByRole('link')).toHaveLength(7)
})

it('makes the row of the insight that a link in the details leads to the active one', async () => {
  open({
    rows: thirty.slice(0, 3),
    answers: { 'duplicates.similar': () => ({ by: 'meaning', rows: [near(1, 0.9)], uncompared: nobody }) },
  })
  await table()
  await userEvent.keyboard('jjj{Enter}')
  const similar = within(await screen.findByRole('region', { name: 'Similar insights' }))
  await userEvent.click(await similar.findByRole('link', { name: 'Near number 1' }))
  await waitFor(() => expect(address()).toBe(`/insights/${sampleId(1)}`))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(row(1)).toHaveFocus())
})

it('says when similar insights were found by words because there is no embedding', async () => {
  open({
    route: `/insights/${sampleId(2)}`,
    answers: { 'duplicates.similar': () => ({ by: 'words', rows: [near(10, null)], uncompared: nobody }) },
  })
  const similar = await screen.findByRole('region', { name: 'Similar insights' })
  expect(await within(similar).findByText(/can’t be compared by meaning/)).toBeInTheDocument()
  expect(within(similar).queryByText(/^similarity/)).not.toBeInTheDocument()
})

it('says why an insight was rejected, and offers to edit it', async () => {
  const error = new AppError('REFUSED', 'The title is too long.').report
  const pending = { changeId: 'c', version: 3, state: 'failed' as const, error, needsReview: false }
  open({ route: `/insights/${sampleId(1)}`, rows: [sampleRow(1, { pending })] })
  const details = within(await screen.findByRole('region', { name: 'Insight details' }))
  expect(await details.findByText(/^The service rejected this\. The title is too long\./)).toBeInTheDocument()
  expect(details.getByText('Rejected')).toBeInTheDocument()
  expect(await details.findByRole('link', { name: /^Edit and retry/ })).toBeInTheDocument()
})

it('says how an unsent insight gets to production', async () => {
  const pending = { changeId: 'c', version: 3, state: 'waiting' as const, error: null, needsReview: true }
  open({
    ...{ route: `/insights/${sampleId(1)}`, rows: [sampleRow(1, { pending })] },
    answers: {
      'environments.list': () => ({ ...testEnvironments, active: { ...testWorkspace, environment: 'production' } }),
    },
  })
  const details = within(await screen.findByRole('region', { name: 'Insight details' }))
  expect(await details.findByText(/To send it to Production, choose Review and send\./)).toBeInTheDocument()
})

it.each([
  ['CONNECTION_REFUSED', false, /It will be sent once the service is available\./, 'Send now'],
  ['TLS_UNTRUSTED', false, /Couldn’t send: /, 'Send now'],
  ['UNAUTHENTICATED', false, /Add a new access token to send it\./, 'Send now'],
  ['CONNECTION_REFUSED', true, /To send it, choose Review and send\./, 'Review and send…'],
] as const)(
  'says what an unsent insight is waiting for after %s, needs review: %s',
  async (code, needsReview, words, button) => {
    const error = new AppError(code, '').report
    const pending = { changeId: 'c', version: 3, state: 'waiting' as const, error, needsReview }
    open({ route: `/insights/${sampleId(1)}`, rows: [sampleRow(1, { pending })] })
    const details = within(await screen.findByRole('region', { name: 'Insight details' }))
    expect(await details.findByText(words)).toBeInTheDocument()
    expect((await details.findByText(button)).closest('button')).toBeEnabled()
  },
)
