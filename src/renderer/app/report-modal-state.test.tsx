import { Modal } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderView } from '../testing/render'
import { reportModalState } from './report-modal-state'

function Two({ first, second }: { readonly first: boolean; readonly second: boolean }) {
  return (
    <>
      <Modal opened={first} onClose={() => {}} title="First" />
      <Modal opened={second} onClose={() => {}} title="Second" />
    </>
  )
}

it('tells main when a dialog opens and when the last one is closed, once each', async () => {
  const covered: boolean[] = []
  const answers = {
    'shell.setModalOpen': ({ isOpen }: { isOpen: boolean }) => {
      covered.push(isOpen)
      return null
    },
  }
  const show = (first: boolean, second: boolean) => renderView(<Two first={first} second={second} />, { answers })
  const one = show(true, true)
  const stop = reportModalState()
  await screen.findByRole('dialog', { name: 'Second' })
  await waitFor(() => expect(covered).toEqual([true]))
  one.unmount()
  await waitFor(() => expect(covered).toEqual([true, false]))
  show(false, true)
  await waitFor(() => expect(covered).toEqual([true, false, true]))
  stop()
})
