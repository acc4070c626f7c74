import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderView } from '../testing/render'
import { ActionButton } from './ActionButton'

function open(props: Partial<Parameters<typeof ActionButton>[0]>) {
  const onClick = vi.fn()
  renderView(
    <ActionButton disabledReason={null} onClick={onClick} leftSection={<i data-testid="icon" />} {...props}>
      Export
    </ActionButton>,
  )
  return { onClick, button: screen.getByRole('button', { name: 'Export' }) }
}

it('can be pressed, and says no reason, while there is none', async () => {
  const { onClick, button } = open({})
  await userEvent.hover(button)
  await userEvent.click(button)
  expect(onClick).toHaveBeenCalledOnce()
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  expect(button).not.toHaveAccessibleDescription()
  expect(button).not.toHaveAttribute('aria-disabled')
  expect(button).not.toHaveAttribute('aria-busy')
  expect(screen.getByTestId('icon')).toBeInTheDocument()
})

it('shows its reason only once the person turns to it', async () => {
  const { onClick, button } = open({ disabledReason: 'Nothing to export.' })
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  expect(button).toHaveAccessibleDescription('Nothing to export.')
  await userEvent.click(button)
  expect(screen.getByRole('tooltip')).toHaveTextContent('Nothing to export.')
  expect(onClick).not.toHaveBeenCalled()
})

it('is not pressed again while its work is under way, and shows a loader instead of its icon', () => {
  const { onClick, button } = open({ isBusy: true, isSubmit: true })
  // False: the form of the button is not sent.
  expect(fireEvent.click(button)).toBe(false)
  expect(onClick).not.toHaveBeenCalled()
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  expect(button).toHaveAttribute('aria-busy', 'true')
  expect(button.querySelector('.mantine-Loader-root')).toBeInTheDocument()
  expect(screen.queryByTestId('icon')).not.toBeInTheDocument()
})

it.each([
  ['only a main action', { isPrimary: true }, 'filled'],
  ['no main action that cannot be used', { isPrimary: true, disabledReason: 'Not now.' }, 'default'],
  ['no other action', {}, 'default'],
])('has the look of a main action and of its place: %s', (_, props, variant) => {
  const { button } = open({ ...props, look: { 'data-environment': 'production' } })
  expect(button).toHaveAttribute('data-variant', variant)
  expect(button.dataset.environment).toBe(variant === 'filled' ? 'production' : undefined)
})
