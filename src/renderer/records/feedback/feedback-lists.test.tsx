// Feedback in details: for a record it is read, for an insight all of it is there.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderView } from '../../testing/render'
import { recordAnswers, sampleFeedback, sampleId } from '../../testing/sample-records'
import { FeedbackList, FeedbackOf } from '../RelatedLists'

const positive = { sentimentScore: 0.8, sentimentCategory: 'Positive', createdAt: '2026-03-20T10:00:00Z' }
const feedback = [
  ...[1, 2, 3].map((place) => sampleFeedback(place, { createdAt: `2026-0${place}-10T10:00:00Z` })),
  sampleFeedback(4, positive),
  sampleFeedback(5, { ...positive, source: 'Email' }),
]

it('filters the feedback of a record, and keeps the filters in the link to all of it', async () => {
  renderView(<FeedbackList relatedTo={{ kind: 'opportunity', id: sampleId(9) }} />, {
    answers: recordAnswers(() => ({ feedback })),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Positive 2' }))
  await userEvent.click(screen.getByRole('button', { name: 'Email 1' }))
  expect(await screen.findByRole('heading', { name: 'Feedback 1' })).toBeInTheDocument()
  expect(screen.getByText('Somebody said number 5')).toBeInTheDocument()
  expect(screen.queryByText('Somebody said number 4')).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'All feedback' })).toHaveAttribute(
    'href',
    `/feedback?related=${encodeURIComponent(`opportunity:${sampleId(9)}`)}&source=Email&sentiment=Positive`,
  )
})

it('filters the feedback of an insight that has many pieces', async () => {
  renderView(<FeedbackOf feedback={feedback} />, {})
  const moods = within(screen.getByRole('group', { name: 'Sentiment' }))
  await userEvent.click(moods.getByRole('button', { name: 'Positive 2' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  expect(screen.queryByRole('button', { name: 'Survey 1' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: '2 sources' }))
  expect(screen.getByRole('button', { name: 'Survey 1' })).toBeInTheDocument()
  await userEvent.click(moods.getByRole('button', { name: 'Positive 2' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
})

it('leaves out the feedback of an insight that has none', () => {
  renderView(<FeedbackOf feedback={[]} />, {})
  expect(screen.queryByRole('heading')).not.toBeInTheDocument()
})

const chart = '5 pieces of feedback in 3 months, most in March 2026: 3'
const march = 'March 2026, 3 pieces of feedback'

it('charts the feedback of a record per month, moves between months, and filters by one of them', async () => {
  renderView(<FeedbackList relatedTo={{ kind: 'opportunity', id: sampleId(9) }} />, {
    answers: recordAnswers(() => ({ feedback })),
  })
  expect(await screen.findByRole('img', { name: chart })).toBeInTheDocument()
  const months = within(screen.getByRole('toolbar', { name: 'Months' })).getAllByRole('button')
  expect(months.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0])
  months[2]?.focus()
  await userEvent.keyboard('{Home}')
  expect(months[0]).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  expect(months[1]).toHaveFocus()
  expect(months.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1])
  await userEvent.keyboard('{End}')
  expect(months[2]).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: march }))
  expect(await screen.findByRole('heading', { name: 'Feedback 3' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'All feedback' })).toHaveAttribute(
    'href',
    `/feedback?related=${encodeURIComponent(`opportunity:${sampleId(9)}`)}&month=2026-03`,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: March 2026' }))
  expect(await screen.findByRole('heading', { name: 'Feedback 5' })).toBeInTheDocument()
})

it('filters the feedback of an insight by month together with sentiment', async () => {
  renderView(<FeedbackOf feedback={feedback} />, {})
  expect(screen.getByRole('img', { name: chart })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: march }))
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: 'Positive 2' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  // One month has no chart; the month can still be taken away.
  expect(screen.queryByRole('toolbar', { name: 'Months' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: March 2026' }))
  await userEvent.click(screen.getByRole('button', { name: 'Positive 2' }))
  expect(screen.getAllByRole('listitem')).toHaveLength(5)
})

it('shows no filters for few pieces of feedback', () => {
  renderView(<FeedbackOf feedback={feedback.slice(0, 3)} />, {})
  expect(screen.queryByRole('group')).not.toBeInTheDocument()
})

it('offers no filter that would match nothing', () => {
  renderView(<FeedbackOf feedback={feedback} />, {})
  const moods = within(screen.getByRole('group', { name: 'Sentiment' }))
  expect(moods.queryByRole('button', { name: 'Neutral 0' })).not.toBeInTheDocument()
  expect(moods.getAllByRole('button').length).toBeGreaterThan(1)
})
