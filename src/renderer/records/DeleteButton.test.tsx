import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, it, vi } from 'vitest'
import { deletionWanted } from '../navigation/location-state'
import type { Answers } from '../testing/fake-bridge'
import { testEnvironments } from '../testing/places'
import { renderView, testSyncStatus } from '../testing/render'
import { offlineReason } from '../ui/words'
import { DeleteButton } from './DeleteButton'

function State() {
  return <output aria-label="State">{JSON.stringify(useLocation().state)}</output>
}

const open = (isLocked: boolean, answers: Answers = {}) => {
  const onDelete = vi.fn()
  renderView(
    <>
      <DeleteButton onDelete={onDelete} />
      <State />
    </>,
    {
      route: { pathname: '/goals/g1', state: deletionWanted },
      answers: {
        'environments.list': () => ({
          ...testEnvironments,
          environments: testEnvironments.environments.map((each) => ({ ...each, isLocked })),
        }),
        ...answers,
      },
    },
  )
  return onDelete
}

it('asks once when the navigation state requests it, and again when pressed', async () => {
  const onDelete = open(false)
  await waitFor(() => expect(screen.getByLabelText('State')).toHaveTextContent('null'))
  expect(onDelete).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('button', { name: 'Delete…' }))
  expect(onDelete).toHaveBeenCalledTimes(2)
})

it('does not ask while editing is locked', async () => {
  const onDelete = open(true)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete…' }))
  expect(onDelete).not.toHaveBeenCalled()
})

it('shows why it is disabled while offline, when hovered, pressed or reached with Tab', async () => {
  open(false, { 'sync.status': () => ({ ...testSyncStatus, state: 'offline' }) })
  const button = await screen.findByRole('button', { name: 'Delete…' })
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'))
  const shown = async () => expect(await screen.findByRole('tooltip')).toHaveTextContent(offlineReason)
  const gone = () => waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument())
  await userEvent.hover(button)
  await shown()
  await userEvent.keyboard('{Shift}')
  expect(screen.getByRole('tooltip')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await gone()
  await userEvent.click(button)
  await shown()
  await userEvent.unhover(button)
  await gone()
  await userEvent.click(document.body)
  await userEvent.tab()
  expect(button).toHaveFocus()
  await shown()
  await userEvent.keyboard('{Escape}')
  await gone()
  await userEvent.keyboard('{Enter}')
  await shown()
})
