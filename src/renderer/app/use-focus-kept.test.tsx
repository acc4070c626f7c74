import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { useFocusKept } from './use-focus-kept'

function Parts() {
  useFocusKept()
  const [isThere, setIsThere] = useState(true)
  const [isPart, setIsPart] = useState(true)
  const [isNotice, setIsNotice] = useState(true)
  return (
    <>
      <button type="button">Skip to content</button>
      {isNotice && (
        <aside>
          <button type="button" onClick={() => setIsNotice(false)}>
            Dismiss
          </button>
        </aside>
      )}
      <main tabIndex={-1}>
        <fieldset>
          <button type="button">Chip</button>
          {isThere && (
            <button type="button" onClick={() => setIsThere(false)}>
              Clear
            </button>
          )}
        </fieldset>
        {isPart && (
          <section>
            <button type="button" onClick={() => setIsPart(false)}>
              Remove
            </button>
          </section>
        )}
        <p>Text</p>
      </main>
    </>
  )
}

const press = async (name: string) => {
  screen.getByRole('button', { name }).focus()
  await userEvent.keyboard('{Enter}')
}

it('when a button goes with what it did, what stood nearest has the focus', async () => {
  render(<Parts />)
  await press('Clear')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Chip' })).toHaveFocus())
})

it('when a whole part goes, the view around it has the focus', async () => {
  render(<Parts />)
  await press('Remove')
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

it('when what stood beside the view goes, the view has the focus', async () => {
  render(<Parts />)
  await press('Dismiss')
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

it('leaves the focus alone after a click beside everything', async () => {
  render(<Parts />)
  screen.getByRole('button', { name: 'Chip' }).focus()
  await userEvent.click(document.body)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(document.body).toHaveFocus()
})
