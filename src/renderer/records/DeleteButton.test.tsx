import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, it, vi } from 'vitest'
import { deletionWanted } from '../navigation/location-state'
import { testEnvironments } from '../testing/places'
import { renderView } from '../testing/render'
import { DeleteButton } from './DeleteButton'

function State() {
  return <output aria-label="State">{JSON.stringify(useLocation().state)}</output>
}

const open = (isLocked: boolean) => {
  const onDelete = vi.fn()
  renderView(
    <>
      <DeleteButton onDelete={onDelete}>Delete goal…</DeleteButton>
      <State />
    </>,
    {
      route: { pathname: '/goals/g1', state: deletionWanted },
      answers: {
        'environments.list': () => ({
          ...testEnvironments,
          environments: testEnvironments.environments.map((each) => ({ ...each, isLocked })),
        }),
      },
    },
  )
  return onDelete
}

it('asks once for the way here that wanted it, and again when it is pressed', async () => {
  const onDelete = open(false)
  await waitFor(() => expect(screen.getByLabelText('State')).toHaveTextContent('null'))
  expect(onDelete).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByRole('button', { name: 'Delete goal…' }))
  expect(onDelete).toHaveBeenCalledTimes(2)
})

it('asks for nothing while editing is locked', async () => {
  const onDelete = open(true)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete goal…' }))
  expect(onDelete).not.toHaveBeenCalled()
})
