// A note that is being typed is not lost with what it is typed into.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { saveBeforeClosing } from '../../client/closing'
import { untriaged } from '../../testing/places'
import { renderView } from '../../testing/render'
import { OnThisComputer } from './OnThisComputer'

async function typeNote() {
  const saved: string[] = []
  const view = renderView(<OnThisComputer kind="topic" id="t" />, {
    answers: {
      'triage.get': () => ({ ...untriaged, note: saved.at(-1) ?? '' }),
      'triage.setNote': ({ note }) => {
        saved.push(note)
        return null
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Add note' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'Ask Anna')
  return { ...view, saved }
}

it.each([
  ['the field goes', (unmount: () => void) => unmount()],
  ['the window closes', () => saveBeforeClosing()],
  ['the field is left', () => userEvent.tab()],
])('is saved when %s', async (_, end) => {
  const { unmount, saved } = await typeNote()
  await end(unmount)
  await waitFor(() => expect(saved.at(-1)).toBe('Ask Anna'), { timeout: 200 })
})

it('offers no decisions about what is no insight', async () => {
  await typeNote()
  expect(screen.queryByRole('button', { name: 'Mark as reviewed' })).not.toBeInTheDocument()
})
