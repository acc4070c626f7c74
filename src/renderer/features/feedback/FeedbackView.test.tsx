import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { address, giveSize, renderList, rowOf, tableOf } from '../../records/list-testing'
import type { Answers } from '../../testing/fake-bridge'
import { testWorkspace } from '../../testing/render'
import { recordAnswers, sampleFeedback, sampleId } from '../../testing/sample-records'
import { FeedbackView } from '.'

beforeEach(giveSize)

const silent = { sentimentScore: null, sentimentCategory: null, sentimentConfidence: null }

/** Location state passed to another view. */
function Along() {
  return <output aria-label="Along">{JSON.stringify(useLocation().state)}</output>
}

interface Opened {
  readonly route?: string
  /** Path of the route; `*` also matches other views. */
  readonly path?: string
  readonly answers?: Answers
}

function open({ route = '/feedback', path = '/feedback/:id?', answers }: Opened = {}) {
  const feedback = [
    sampleFeedback(1, { sourceUrl: 'javascript:alert(1)', submittedBy: 'rider-7' }),
    sampleFeedback(2, { ...silent, title: 'Short', processed: false }),
  ]
  const view = (
    <>
      <FeedbackView />
      <Along />
    </>
  )
  return renderList(view, { path, route, answers: { ...recordAnswers(() => ({ feedback })), ...answers } })
}

it('lists feedback with its text, which it can’t be sorted by, source and sentiment', async () => {
  const { bridge } = open()
  expect(await tableOf('Feedback')).toHaveAttribute('aria-rowcount', '3')
  expect(screen.getByText('2 pieces of feedback')).toBeInTheDocument()
  const words = (title: string) =>
    within(rowOf(title))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(words('Somebody said number 1').slice(1, 5)).toEqual([
    'Somebody said number 1',
    'Survey',
    'Negative · −0.80',
    '1',
  ])
  expect(words('Short')[3]).toBe('–')
  const heading = (name: string) => within(screen.getByRole('columnheader', { name }))
  expect(heading('Source').getByRole('button')).toBeInTheDocument()
  expect(heading('Feedback').queryByRole('button')).not.toBeInTheDocument()
  // The list and the counts of its filters are of one page.
  expect(bridge.calls.filter(({ name }) => name === 'feedback.query')).toMatchObject([{ input: { offset: 0 } }])
})

it('shows of the sentiment in the list what is known, its word or its score', async () => {
  const feedback = [
    sampleFeedback(1, { ...silent, sentimentCategory: 'Neutral' }),
    sampleFeedback(2, { ...silent, sentimentScore: -0.8 }),
  ]
  open({ answers: recordAnswers(() => ({ feedback })) })
  await tableOf('Feedback')
  const sentiment = (place: number) =>
    within(rowOf(`Somebody said number ${place}`)).getAllByRole('cell')[3]?.textContent
  expect([1, 2].map(sentiment)).toEqual(['Neutral', 'Negative · −0.80'])
})

it('shows the details of a piece of feedback, linking to its insights but to no address that is not https', async () => {
  open()
  await tableOf('Feedback')
  await userEvent.click(rowOf('Somebody said number 1'))
  const region = await screen.findByRole('region', { name: 'Feedback details' })
  expect(within(region).getByText('Negative · −0.80 · 90% confident')).toBeInTheDocument()
  expect(within(region).getByText('rider-7')).toBeInTheDocument()
  expect(within(region).getByText('Survey')).toBeInTheDocument()
  expect(within(region).queryByText('Not processed into insights yet')).not.toBeInTheDocument()
  expect(within(region).queryByRole('link', { name: /View original/ })).not.toBeInTheDocument()
  expect(await within(region).findByRole('link', { name: 'Show all in Insights' })).toHaveAttribute(
    'href',
    `/insights?related=${encodeURIComponent(`feedback:${sampleId(1)}`)}`,
  )
  expect(address()).toBe(`/feedback/${sampleId(1)}`)
})

it('opens the source in the browser, and says when feedback is not processed yet', async () => {
  const piece = sampleFeedback(1, {
    title: 'Squeals',
    sourceId: 'T-77',
    sourceUrl: 'https://help.example/t-77',
    processed: false,
    sentimentCategory: null,
  })
  const { bridge } = open({
    route: `/feedback/${sampleId(1)}`,
    answers: { ...recordAnswers(() => ({ feedback: [piece] })), 'shell.openLink': () => null },
  })
  const region = within(await screen.findByRole('region', { name: 'Feedback details' }))
  expect(await region.findByText('Survey T-77')).toBeInTheDocument()
  expect(region.getByText('Squeals')).toBeInTheDocument()
  expect(region.getByText('Somebody said number 1')).toBeInTheDocument()
  expect(region.getByText('Negative · −0.80 · 90% confident')).toBeInTheDocument()
  expect(region.getByText('Not processed into insights yet')).toBeInTheDocument()
  expect(region.queryByText('Submitted by')).not.toBeInTheDocument()
  await userEvent.click(region.getByRole('link', { name: /View original/ }))
  expect(bridge.calls.findLast(({ name }) => name === 'shell.openLink')?.input).toEqual({
    url: 'https://help.example/t-77',
  })
})

const manyFeedback = Array.from({ length: 300 }, (_, place) => sampleFeedback(place + 1))

it('opens a piece of feedback far beyond the loaded rows', async () => {
  open({ route: `/feedback/${sampleId(290)}`, answers: recordAnswers(() => ({ feedback: manyFeedback })) })
  const region = within(await screen.findByRole('region', { name: 'Feedback details' }))
  expect(await region.findByText('Somebody said number 290')).toBeInTheDocument()
  expect(await region.findByRole('link', { name: 'Show all in Insights' })).toBeInTheDocument()
  await tableOf('Feedback')
  expect(region.getByText('Somebody said number 290')).toBeInTheDocument()
})

it('says that a piece of feedback which is not listed is being read until it is', async () => {
  let answer = () => {}
  open({
    route: `/feedback/${sampleId(404)}`,
    answers: {
      'feedback.get': () => new Promise((resolve) => (answer = () => resolve(sampleFeedback(404)))),
    },
  })
  const region = within(await screen.findByRole('region', { name: 'Feedback details' }))
  expect(await region.findByRole('status', { name: 'Loading details' })).toBeInTheDocument()
  answer()
  expect(await region.findByText('Somebody said number 404')).toBeInTheDocument()
  expect(region.queryByRole('status', { name: 'Loading details' })).not.toBeInTheDocument()
})

it('says when a piece of feedback is not found, and when it cannot be read', async () => {
  let code: 'NOT_FOUND' | 'LIBRARY_UNAVAILABLE' | null = 'NOT_FOUND'
  const feedback = [sampleFeedback(1)]
  const { bridge } = open({
    route: `/feedback/${sampleId(404)}`,
    answers: {
      ...recordAnswers(() => ({ feedback })),
      'feedback.get': () => {
        if (code !== null) throw new AppError(code, '')
        return { ...sampleFeedback(404), relatedInsights: [] }
      },
    },
  })
  expect(await screen.findByText('Feedback not found')).toBeInTheDocument()
  code = 'LIBRARY_UNAVAILABLE'
  act(() => bridge.push('library.changed', { workspace: testWorkspace, features: ['feedback'] }))
  const region = within(screen.getByRole('region', { name: 'Feedback details' }))
  expect(await region.findByText('The local library isn’t ready')).toBeInTheDocument()
  expect(region.queryByText('Feedback not found')).not.toBeInTheDocument()
  expect(region.queryByRole('status', { name: 'Loading details' })).not.toBeInTheDocument()
  code = null
  await userEvent.click(region.getByRole('button', { name: 'Try again' }))
  expect(await region.findByText('Somebody said number 404')).toBeInTheDocument()
})

it.each([
  ['the button', (button: HTMLElement) => userEvent.click(button)],
  ['c', () => userEvent.keyboard('c')],
])('passes the selected feedback and a way back to the new insight form with %s', async (_, start) => {
  open({ path: '*', route: '/feedback?sort=source' })
  await tableOf('Feedback')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Short' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Somebody said number 1' }))
  const bar = screen.getByRole('region', { name: 'Selection' })
  await start(within(bar).getByRole('button', { name: 'New insight from these' }))
  await waitFor(() => expect(address()).toBe('/insights?new=1'))
  expect(JSON.parse(screen.getByLabelText('Along').textContent)).toEqual({
    feedbackIds: [sampleId(1), sampleId(2)],
    returnTo: { address: '/feedback?sort=source', state: { isReturn: true } },
  })
})
