import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { renderView, testWorkspace } from '../../testing/render'
import { GoalsPicker } from './GoalsPicker'

function Picker() {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const linked = new Set(['goal-2'])
  const state = { chosen, linked, titles: new Map(), onChosen: setChosen, text, onText: setText }
  return <GoalsPicker ref={field} workspace={testWorkspace} {...state} problem={null} />
}

it('offers goals while somebody looks for them, says which are linked already, and stays for the next one', async () => {
  const at = '2025-01-01T00:00:00.000Z'
  const figures = { insights: 1, unseen: 0, feedback: 0, opportunities: 0, solutions: 0, metrics: 0 }
  const texts = { id: 'goal-1', title: 'Longer rides', summary: '', createdAt: at, updatedAt: at }
  const row = { ...texts, ...figures, priority: 1, trend: null, hideContent: false }
  renderView(<Picker />, {
    answers: {
      'outcomes.query': () => ({ rows: [row, { ...row, id: 'goal-2', title: 'Shorter rides' }], total: 2, all: 2 }),
    },
  })
  const picker = await screen.findByRole('combobox', { name: 'Goals to link' })
  const expectOpen = (isOpen: boolean) => waitFor(() => expect(picker).toHaveAttribute('aria-expanded', String(isOpen)))
  picker.focus()
  await expectOpen(false)
  await userEvent.type(picker, 'rides')
  await userEvent.click(await screen.findByRole('option', { name: 'Longer rides' }))
  await expectOpen(true)
  await userEvent.click(await screen.findByRole('option', { name: 'Shorter rides already linked' }))
  await expectOpen(true)
  await userEvent.keyboard('{Escape}')
  await expectOpen(false)
})
