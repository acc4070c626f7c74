import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { renderView } from '../testing/render'
import { confirm } from './confirm'

function ask(title: string, tone: 'danger' | 'calm' = 'danger') {
  let answer: Promise<boolean> = Promise.resolve(false)
  act(() => {
    answer = confirm({ title, text: 'It can’t be undone.', confirmLabel: 'Remove', tone })
  })
  return answer
}

it('asks with the focus on Cancel, and takes only the confirm button for a yes', async () => {
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

it('takes Escape for a no, and a second question for a no to the first', async () => {
  renderView(null)
  const first = ask('Remove one?')
  await screen.findByRole('dialog', { name: 'Remove one?' })
  const second = ask('Remove another?')
  expect(await first).toBe(false)
  await screen.findByRole('dialog', { name: 'Remove another?' })
  await userEvent.keyboard('{Escape}')
  expect(await second).toBe(false)
})

it.each([
  ['danger', true],
  ['calm', false],
] as const)('has a red confirm button only for a dangerous action: %s', async (tone, isRed) => {
  renderView(null)
  const answer = ask('Remove it?', tone)
  const button = await screen.findByRole('button', { name: 'Remove' })
  expect(button.style.getPropertyValue('--button-bg').includes('red')).toBe(isRed)
  await userEvent.keyboard('{Escape}')
  expect(await answer).toBe(false)
})
