import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { renderView } from '../../testing/render'
import { stopClock } from '../../testing/stop-clock'
import { SnoozeDate } from './SnoozeDate'
import { SnoozeMenu } from './SnoozeMenu'

function Snoozed({ onSnooze = () => {} }: { readonly onSnooze?: (until: string | null) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SnoozeMenu kind="insight" isOpen={isOpen} onOpen={setIsOpen} onSnooze={onSnooze}>
      <button type="button">Snooze…</button>
    </SnoozeMenu>
  )
}

it('offers the day after today each time, also in a window that stayed open overnight', async () => {
  stopClock(new Date(2026, 10, 28, 17))
  renderView(<Snoozed />)
  const pick = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Snooze…' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Pick a date…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Snooze until' })
    expect(await within(dialog).findByText(/^Until/)).toBeVisible()
    const { value } = await within(dialog).findByLabelText<HTMLInputElement>('Date')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
    return value
  }
  expect(await pick()).toBe('2026-11-29')
  vi.setSystemTime(new Date(2026, 10, 30, 9))
  expect(await pick()).toBe('2026-12-01')
})

it('asks for a date after today, and snoozes nothing before', async () => {
  stopClock(new Date(2026, 10, 28, 17))
  const onSnooze = vi.fn()
  renderView(<Snoozed onSnooze={onSnooze} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Snooze…' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Pick a date…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Snooze until' }))
  const field = await dialog.findByLabelText('Date')
  const snooze = async (value: string) => {
    fireEvent.change(field, { target: { value } })
    await userEvent.click(dialog.getByRole('button', { name: 'Snooze' }))
  }
  await snooze('2026-11-28')
  expect(field).toHaveAccessibleDescription('Choose a date after today.')
  expect(onSnooze).not.toHaveBeenCalled()
  fireEvent.change(field, { target: { value: '2026-11-30' } })
  expect(field).toHaveAccessibleDescription(/^Until/)
  await snooze('2026-11-30')
  expect(onSnooze.mock.calls).toEqual([['2026-11-30']])
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it('focuses the date also when its form comes after the dialog', () => {
  renderView(<SnoozeDate onClose={() => {}} onChoose={() => {}} />)
  expect(screen.getByLabelText('Date')).toHaveFocus()
})
