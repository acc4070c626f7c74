import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
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

it('focuses the nearest control when a button removes itself', async () => {
  render(<Parts />)
  await press('Clear')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Chip' })).toHaveFocus())
})

it('does not scroll when it moves a lost focus', async () => {
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  onTestFinished(() => focus.mockRestore())
  render(<Parts />)
  await press('Clear')
  const chip = screen.getByRole('button', { name: 'Chip' })
  await waitFor(() => expect(chip).toHaveFocus())
  const calls = focus.mock.calls.filter((_, place) => focus.mock.contexts[place] === chip)
  expect(calls).toEqual([[{ preventScroll: true }]])
})

it('focuses the surrounding view when a whole part is removed', async () => {
  render(<Parts />)
  await press('Remove')
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

function Nested() {
  useFocusKept()
  const [isPart, setIsPart] = useState(true)
  return (
    <main tabIndex={-1}>
      <div>
        <button type="button">In another part</button>
        {isPart && (
          <p>
            <button type="button" onClick={() => setIsPart(false)}>
              Remove
            </button>
          </p>
        )}
      </div>
    </main>
  )
}

it('focuses the view, not a control of another part, when a part of a part is removed', async () => {
  render(<Nested />)
  await press('Remove')
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

function Row() {
  useFocusKept()
  const [isMarked, setIsMarked] = useState(true)
  return (
    <ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: as the current row of a list */}
      <li tabIndex={0}>
        <button type="button">Open</button>
        {isMarked && (
          <button type="button" onClick={() => setIsMarked(false)}>
            Unmark
          </button>
        )}
      </li>
    </ul>
  )
}

it('focuses the row in which a button removes itself, not its neighbour', async () => {
  render(<Row />)
  await press('Unmark')
  await waitFor(() => expect(screen.getByRole('listitem')).toHaveFocus())
})

function Hidden() {
  useFocusKept()
  const [isRevealed, setIsRevealed] = useState(false)
  return (
    <section>
      {isRevealed ? (
        <details>
          <summary>JSON</summary>
          <button type="button">Copy</button>
        </details>
      ) : (
        <button type="button" onClick={() => setIsRevealed(true)}>
          Reveal
        </button>
      )}
    </section>
  )
}

it('focuses what unfolds a part, not a control folded in it', async () => {
  render(<Hidden />)
  await press('Reveal')
  await waitFor(() => expect(screen.getByText('JSON')).toHaveFocus())
})

function Details() {
  useFocusKept()
  const [id, setId] = useState(1)
  return (
    <main tabIndex={-1}>
      <div>
        {/* biome-ignore lint/a11y/useSemanticElements: as the handle between a list and its details. */}
        <div role="separator" tabIndex={0} aria-valuenow={1} />
        <section key={id} tabIndex={-1} aria-label={`Details ${id}`}>
          <button type="button" onClick={() => setId(2)}>
            Next
          </button>
        </section>
      </div>
    </main>
  )
}

it('focuses the new details when they replace others, not the handle beside them', async () => {
  render(<Details />)
  screen.getByRole('region', { name: 'Details 1' }).focus()
  screen.getByRole('button', { name: 'Next' }).click()
  await waitFor(() => expect(screen.getByRole('region', { name: 'Details 2' })).toHaveFocus())
})

it('focuses the view when a part beside it is removed', async () => {
  render(<Parts />)
  await press('Dismiss')
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus())
})

it('leaves the focus alone after a click on the empty page', async () => {
  render(<Parts />)
  screen.getByRole('button', { name: 'Chip' }).focus()
  await userEvent.click(document.body)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(document.body).toHaveFocus()
})

function Dialogs({ first = null }: { readonly first?: 'first' | null }) {
  useFocusKept()
  const [open, setOpen] = useState<'first' | 'second' | 'both' | null>(first)
  const [isRowThere, setIsRowThere] = useState(true)
  return (
    <>
      <main tabIndex={-1}>
        <section tabIndex={-1} aria-label="Details">
          {isRowThere && (
            <button type="button" onClick={() => setOpen('first')}>
              Open
            </button>
          )}
        </section>
      </main>
      {(open === 'first' || open === 'both') && (
        <div role="dialog" aria-label="First">
          <button type="button" onClick={() => setOpen('second')}>
            Instead
          </button>
          <button type="button" onClick={() => setOpen('both')}>
            Over it
          </button>
          <button type="button" onClick={() => setOpen(null)}>
            Close first
          </button>
          <button
            type="button"
            onClick={() => {
              setIsRowThere(false)
              setOpen(null)
            }}
          >
            Delete
          </button>
        </div>
      )}
      {(open === 'second' || open === 'both') && (
        <div role="dialog" aria-label="Second">
          <button type="button" onClick={() => setOpen(open === 'both' ? 'first' : null)}>
            Close second
          </button>
        </div>
      )}
    </>
  )
}

const focused = (name: string) => waitFor(() => expect(screen.getByRole('button', { name })).toHaveFocus())

it('returns the focus to where it was before when a dialog closes', async () => {
  render(<Dialogs />)
  await press('Open')
  await press('Close first')
  await focused('Open')
})

it('focuses the details when a dialog closes that was open before anything had the focus', async () => {
  render(<Dialogs first="first" />)
  await press('Close first')
  await waitFor(() => expect(screen.getByRole('region', { name: 'Details' })).toHaveFocus())
})

it('returns the focus to where it was before the first dialog when its replacement closes', async () => {
  render(<Dialogs />)
  await press('Open')
  await press('Instead')
  await press('Close second')
  await focused('Open')
})

it('returns the focus to the dialog below when the one over it closes', async () => {
  render(<Dialogs />)
  await press('Open')
  await press('Over it')
  await press('Close second')
  await focused('Over it')
  await press('Close first')
  await focused('Open')
})

it('focuses the surrounding part when the control that opened a dialog is gone', async () => {
  render(<Dialogs />)
  await press('Open')
  await press('Delete')
  await waitFor(() => expect(screen.getByRole('region', { name: 'Details' })).toHaveFocus())
})

it('leaves the focus where a view put it when the dialog closed', async () => {
  render(<Dialogs />)
  await press('Open')
  await press('Close first')
  screen.getByRole('main').focus()
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(screen.getByRole('main')).toHaveFocus()
})

function Rows() {
  useFocusKept()
  const [count, setCount] = useState(3)
  return (
    <main tabIndex={-1}>
      <ul>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as in a table of which only some rows are there
          <li key={index} data-index={index} tabIndex={index === count - 1 ? 0 : -1}>
            <input type="checkbox" aria-label={`Select ${index}`} />
            <button type="button" onClick={() => setCount(count - 1)}>
              Delete {index}
            </button>
          </li>
        ))}
      </ul>
    </main>
  )
}

it('focuses the new current row when the last row of a list is removed', async () => {
  render(<Rows />)
  screen.getAllByRole('listitem')[2]?.focus()
  // A click here does not move the focus, as after a dialog that gave it back to the row.
  fireEvent.click(screen.getByRole('button', { name: 'Delete 2' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')[1]).toHaveFocus())
})
