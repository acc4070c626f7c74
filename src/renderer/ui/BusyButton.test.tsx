import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderView } from '../testing/render'
import { BusyButton } from './BusyButton'

function Form({ onSubmit }: { readonly onSubmit: () => void }) {
  const [isBusy, setIsBusy] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
        setIsBusy(true)
      }}
    >
      <input aria-label="Name" />
      <BusyButton type="submit" isBusy={isBusy}>
        Save
      </BusyButton>
    </form>
  )
}

it('keeps the focus while its work runs, and submits the form only once', async () => {
  const submitted = vi.fn()
  renderView(<Form onSubmit={submitted} />)
  const button = await screen.findByRole('button', { name: 'Save' })
  button.focus()
  await userEvent.keyboard('{Enter}')
  expect(button).toHaveAttribute('aria-busy', 'true')
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toBeEnabled()
  expect(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await userEvent.type(screen.getByLabelText('Name'), 'again{Enter}')
  expect(submitted).toHaveBeenCalledOnce()
})

it.each([false, true])('shows a loader in place of its icon only while its work runs: %s', (isBusy) => {
  renderView(
    <BusyButton isBusy={isBusy} leftSection={<i data-testid="icon" />}>
      Save
    </BusyButton>,
  )
  expect(screen.queryAllByTestId('icon')).toHaveLength(isBusy ? 0 : 1)
  expect(document.querySelectorAll('.mantine-Loader-root')).toHaveLength(isBusy ? 1 : 0)
})
