// Feedback in details: of a record it is asked for, of an insight all of it is there.
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderView } from '../../testing/render'
import { recordAnswers, sampleFeedback, sampleId } from '../../testing/sample-records'
import { FeedbackList, FeedbackOf } from '../RelatedLists'

const positive = { sentimentScore: 0.8, sentimentCategory: 'Positive' }
const feedback = [
  ...[1, 2, 3].map((place) => sampleFeedback(place)),
  sampleFeedback(4, positive),
  sampleFeedback(5, { ...positive, source: 'Email' }),
]

it('narrows the feedback of a record, and the way to all of it keeps the filters', async () => {
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

it('narrows the feedback of an insight, where there is much', async () => {
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

it('shows no filters for few', () => {
  renderView(<FeedbackOf feedback={feedback.slice(0, 3)} />, {})
  expect(screen.queryByRole('group')).not.toBeInTheDocument()
})

it('offers no filter that would leave nothing', () => {
  renderView(<FeedbackOf feedback={feedback} />, {})
  const moods = within(screen.getByRole('group', { name: 'Sentiment' }))
  expect(moods.queryByRole('button', { name: 'Neutral 0' })).not.toBeInTheDocument()
  expect(moods.getAllByRole('button').length).toBeGreaterThan(1)
})
