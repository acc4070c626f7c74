import { notifications } from '@mantine/notifications'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { AppError } from '../../contract/app-error'
import { renderView } from '../testing/render'
import { notifyError, notifyInView, notifySaved } from './notify'
import { notifyUndo } from './notify-undo'

it('shows the key that does the same as the button of a notice, and does it once', async () => {
  const onUndo = vi.fn()
  renderView(null)
  act(() => void notifyUndo('Goal deleted', onUndo, 'mod+z'))
  const button = await screen.findByRole('button', { name: /^Undo/ })
  expect(button).toHaveTextContent('UndoCtrl+Z')
  act(() => {
    button.click()
    button.click()
  })
  expect(onUndo).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByText('Goal deleted')).not.toBeInTheDocument())
})

it('shows no key beside a button that has none', async () => {
  renderView(null)
  act(() => notifySaved('Saved', async () => {}))
  expect(await screen.findByRole('button', { name: 'Show in folder' })).toHaveTextContent(/^Show in folder$/)
})

it('shows a refusal once, however often the key is pressed, and each success', async () => {
  renderView(null)
  act(() => {
    for (const _ of [1, 2]) {
      notifyInView('Nothing is selected', 'yellow')
      notifyInView('Copied', 'green')
    }
  })
  expect(await screen.findAllByText('Copied')).toHaveLength(2)
  expect(screen.getAllByText('Nothing is selected')).toHaveLength(1)
})

it('names the other workspace above a notice about it', async () => {
  renderView(null)
  act(() => notifyInView('Goal deleted', 'green', 'In Real bikes, Production'))
  expect(await screen.findByText('In Real bikes, Production')).toBeInTheDocument()
  act(() => notifications.clean())
})

it('says why the folder of a saved file cannot be shown', async () => {
  renderView(null)
  act(() => notifySaved('Saved', () => Promise.reject(new AppError('INTERNAL', 'The folder is gone.'))))
  const button = await screen.findByRole('button', { name: 'Show in folder' })
  act(() => button.click())
  expect(await screen.findByText(/The folder is gone\./)).toBeInTheDocument()
  act(() => notifyError(new AppError('CANCELLED', '')))
})
