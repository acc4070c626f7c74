import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { renderView } from '../testing/render'
import { NameDialog } from './NameDialog'

it('saves once and closes when Enter is pressed twice before the page shows that it is saving', async () => {
  const save = vi.fn(async () => {})
  const onClose = vi.fn()
  renderView(
    <NameDialog
      {...{ title: 'Rename', label: 'Name', action: 'Save name', name: 'Rides', onClose, save }}
      schema={z.object({ name: z.string() })}
      onSaved={() => {}}
    />,
  )
  const { form } = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  act(() => {
    for (const _ of [1, 2]) fireEvent.submit(form as HTMLFormElement)
  })
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(save).toHaveBeenCalledOnce()
})
