import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { address, giveSize, renderList, rowOf, tableOf } from '../../ui/records/list-testing'
import { recordAnswers, sampleFeedback, sampleId } from '../../ui/records/sample-records'
import { FeedbackView } from '.'

beforeEach(giveSize)

const silent = { sentimentScore: null, sentimentCategory: null, sentimentConfidence: null }

function open(route = '/feedback') {
  const feedback = [
    sampleFeedback(1, { sourceUrl: 'javascript:alert(1)', submittedBy: 'rider-7' }),
    sampleFeedback(2, { ...silent, title: 'Short', processed: false }),
  ]
  return renderList(<FeedbackView />, {
    path: '/feedback/:id?',
    route,
    answers: recordAnswers(() => ({ feedback })),
  })
}

it('lists what was said, where and in which mood', async () => {
  open()
  expect(await tableOf('Feedback')).toHaveAttribute('aria-rowcount', '3')
  expect(screen.getByText('2 pieces of feedback')).toBeInTheDocument()
  const words = (title: string) =>
    within(rowOf(title))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(words('Somebody said number 1').slice(0, 4)).toEqual([
    'Somebody said number 1',
    'Survey',
    'Negative · -0.8',
    '1',
  ])
  expect(words('Short')[2]).toBe('not known')
})

it('opens one word for word, with the insights that carry it, and opens no link that is not https', async () => {
  open()
  await tableOf('Feedback')
  await userEvent.click(rowOf('Somebody said number 1'))
  const region = await screen.findByRole('region', { name: 'Feedback details' })
  expect(within(region).getByText('Negative · -0.8 · 90% confident')).toBeInTheDocument()
  expect(within(region).getByText('rider-7')).toBeInTheDocument()
  expect(within(region).queryByRole('link', { name: /Open source/ })).not.toBeInTheDocument()
  expect(await within(region).findByRole('link', { name: 'Show all in Insights' })).toHaveAttribute(
    'href',
    `/insights?related=${encodeURIComponent(`feedback:${sampleId(1)}`)}`,
  )
  expect(address()).toBe(`/feedback/${sampleId(1)}`)
})

it('says when one is not among those it has', async () => {
  open(`/feedback/${sampleId(404)}`)
  expect(await screen.findByText('Not on this part of the list')).toBeInTheDocument()
})
