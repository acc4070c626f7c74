import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import type { EnvironmentName } from '../../../contract/workspace'
import { testEnvironments } from '../../testing/places'
import { renderView, testWorkspace } from '../../testing/render'
import { reviewDialog } from '../../ui/dialogs'
import { goalId } from './metrics-testing'
import { useRelate } from './use-relate'

it('links again after a key that came before the page showed that it was linking', async () => {
  function Linking() {
    const { relate, reset } = useRelate(testWorkspace, 'm1', new Set())
    const onClick = () => {
      relate('add', ['goal-1'])
      // As when a goal is searched.
      reset()
    }
    return (
      <button type="button" onClick={onClick}>
        Link
      </button>
    )
  }
  const { bridge } = renderView(<Linking />, {
    answers: { 'metrics.relate': () => ({ changeId: 'c1', state: 'done', error: null }) },
  })
  const sent = () => bridge.calls.filter(({ name }) => name === 'metrics.relate')
  const link = await screen.findByRole('button', { name: 'Link' })
  await waitFor(() => {
    fireEvent.click(link)
    expect(sent().length).toBeGreaterThan(1)
  })
})

function openWaiting(environment: EnvironmentName, code: 'CONNECTION_REFUSED' | 'ENVIRONMENT_CHANGED') {
  const workspace = { ...testWorkspace, environment }
  function Linking() {
    const { relate } = useRelate(workspace, 'm1', new Set())
    const isReviewing = reviewDialog.useIsOpen()
    return (
      <>
        <button type="button" onClick={() => relate('add', [goalId(1)])}>
          Link
        </button>
        {isReviewing && 'Reviewing'}
      </>
    )
  }
  const { report } = new AppError(code, '')
  return renderView(<Linking />, {
    answers: {
      'environments.list': () => ({ ...testEnvironments, active: workspace }),
      'metrics.relate': () => ({ changeId: 'c1', state: 'waiting', error: report }),
    },
  })
}

it.each([
  ['production', 'CONNECTION_REFUSED'],
  ['staging', 'ENVIRONMENT_CHANGED'],
] as const)('opens the review from the notice of a change in %s that waits for it', async (environment, code) => {
  openWaiting(environment, code)
  await userEvent.click(await screen.findByRole('button', { name: 'Link' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Review and send…' }))
  expect(screen.getByText('Reviewing')).toBeInTheDocument()
  act(reviewDialog.close)
})

it('offers no review for a change that is sent by itself', async () => {
  openWaiting('staging', 'CONNECTION_REFUSED')
  await userEvent.click(await screen.findByRole('button', { name: 'Link' }))
  expect(await screen.findByText(/^Saved on this computer/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Review and send…' })).not.toBeInTheDocument()
})
