import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { renderView, testWorkspace } from '../../testing/render'
import { sampleFeedback, sampleId } from '../../testing/sample-records'
import { FeedbackNames } from './FeedbackNames'

it('shows what customers said behind the ids that the library has, the first five', async () => {
  const ids = ['half-typed', ...[1, 2, 3, 4, 5, 6, 7].map(sampleId), sampleId(2)]
  renderView(<FeedbackNames workspace={testWorkspace} ids={ids} />, {
    answers: {
      'feedback.get': ({ id }) => {
        const place = ids.indexOf(id)
        if (place === 3) throw new AppError('NOT_FOUND', '')
        return sampleFeedback(place, place === 1 ? { title: 'Range anxiety' } : {})
      },
    },
  })
  expect(await screen.findByText('Somebody said number 5')).toBeInTheDocument()
  expect(screen.getByRole('list', { name: 'Chosen feedback' }).textContent).toBe(
    ['Range anxiety', 'Somebody said number 2', 'Somebody said number 4', 'Somebody said number 5', 'and 2 more'].join(
      '',
    ),
  )
})
