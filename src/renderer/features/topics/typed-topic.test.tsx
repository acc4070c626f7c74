import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { Link, useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { renderView, testWorkspace } from '../../testing/render'
import { OpenTopicForm } from './OpenTopicForm'

function InWindow() {
  const isThere = useLocation().pathname === '/topics'
  return (
    <>
      {isThere && (
        <OpenTopicForm
          workspace={testWorkspace}
          keptIds={[]}
          adding={{
            isOpen: true,
            canOpen: false,
            canClose: false,
            idField: createRef(),
            open() {},
            show() {},
            leave() {},
          }}
        >
          {null}
        </OpenTopicForm>
      )}
      <Link to="/goals">Away</Link>
      <Link to="/topics">Back</Link>
    </>
  )
}

it('keeps a typed ID while another view is open, and requests it with Ctrl+Enter', async () => {
  renderView(<InWindow />, {
    route: '/topics',
    answers: {
      'topics.open': () => {
        throw new AppError('NOT_FOUND', '')
      },
    },
  })
  await userEvent.type(await screen.findByLabelText('Topic ID'), 'topic-7')
  await userEvent.click(screen.getByRole('link', { name: 'Away' }))
  await userEvent.click(screen.getByRole('link', { name: 'Back' }))
  expect(screen.getByLabelText('Topic ID')).toHaveValue('topic-7')
  await userEvent.click(screen.getByLabelText('Topic ID'))
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText(/No topic has this ID/)).toBeInTheDocument()
})

const topic = {
  ...{ id: 'topic-7', title: 'Quiet brakes', description: null, createdAt: null, updatedAt: null },
  ...{ opportunities: [], insights: [], isPinned: false },
  ...{ readAt: '2026-01-02T10:00:00Z', openedAt: '2026-01-02T10:00:00Z' },
}

it('keeps the next ID, typed while the service is answering for the last one', async () => {
  let answer: () => void = () => undefined
  renderView(<InWindow />, {
    route: '/topics',
    answers: {
      'topics.open': () =>
        new Promise((resolve) => {
          answer = () => resolve(topic)
        }),
    },
  })
  const field = await screen.findByLabelText('Topic ID')
  await userEvent.type(field, 'topic-7{Enter}')
  await userEvent.clear(field)
  await userEvent.type(field, 'topic-8')
  answer()
  await waitFor(() => expect(screen.queryByLabelText('Topic ID')).not.toBeInTheDocument())
  await userEvent.click(screen.getByRole('link', { name: 'Back' }))
  expect(screen.getByLabelText('Topic ID')).toHaveValue('topic-8')
})

it('does not blame the next ID, typed meanwhile, for the failure of the last one', async () => {
  let refuse = () => {}
  renderView(<InWindow />, {
    route: '/topics',
    answers: {
      'topics.open': () => new Promise((_, reject) => (refuse = () => reject(new AppError('NOT_FOUND', '')))),
    },
  })
  const field = await screen.findByLabelText('Topic ID')
  await userEvent.clear(field)
  await userEvent.type(field, 'topic-7{Enter}')
  await userEvent.clear(field)
  await userEvent.type(field, 'topic-8')
  await act(async () => refuse())
  expect(field).toHaveValue('topic-8')
  expect(field).not.toHaveAccessibleDescription()
})
