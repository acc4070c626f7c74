import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderView } from '../testing/render'
import { confirm } from './confirm'

function ask(title: string) {
  let answer: Promise<boolean> = Promise.resolve(false)
  act(() => {
    answer = confirm({ title, text: 'It can’t be undone.', confirmLabel: 'Remove', tone: 'danger' })
  })
  return answer
}

it('asks with the focus on Cancel, and hears yes only from the button that says so', async () => {
  renderView(null)
  for (const [name, isYes] of [
    ['Cancel', false],
    ['Remove', true],
  ] as const) {
    const answer = ask('Remove it?')
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove it?' }))
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancel', 'Remove'])
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    await userEvent.click(dialog.getByRole('button', { name }))
    expect(await answer).toBe(isYes)
  }
})

it('takes Escape for no, and another question for a no to the first', async () => {
  renderView(null)
  const first = ask('Remove one?')
  await screen.findByRole('dialog', { name: 'Remove one?' })
  const second = ask('Remove another?')
  expect(await first).toBe(false)
  await screen.findByRole('dialog', { name: 'Remove another?' })
  await userEvent.keyboard('{Escape}')
  expect(await second).toBe(false)
})
