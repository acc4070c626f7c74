import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { useRovingRows } from './use-roving-rows'

const four = ['Row 0', 'Row 1', 'Row 2', 'Row 3']

function Rows({ names = four }: { readonly names?: readonly string[] }) {
  const container = useRef<HTMLDivElement>(null)
  const [activeIndex, onActivate] = useState(1)
  const { onFocus } = useRovingRows({ container, rowCount: names.length, activeIndex, onActivate })
  return (
    <main tabIndex={-1}>
      <input aria-label="Search" />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: as the tables, which hear their rows */}
      <div ref={container} onFocus={onFocus}>
        {names.map((name, index) => (
          <button key={name} type="button" data-index={index}>
            {name}
          </button>
        ))}
      </div>
    </main>
  )
}

const view = () => screen.getByRole('main')
const row = (index: number) => screen.getByRole('button', { name: `Row ${index}` })

it('moves from the view itself to the last row with End and to the first with Home', async () => {
  render(<Rows />)
  view().focus()
  await userEvent.keyboard('{End}')
  expect(row(3)).toHaveFocus()
  view().focus()
  await userEvent.keyboard('{Home}')
  expect(row(0)).toHaveFocus()
})

it('lets the browser scroll to the row that takes the focus, where nothing else does', async () => {
  render(<Rows />)
  view().focus()
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  await userEvent.keyboard('{End}')
  expect(row(3)).toHaveFocus()
  expect(focus.mock.calls).toEqual([[{ preventScroll: false }]])
  focus.mockRestore()
})

it.each([
  '{PageDown}',
  'x',
  '{Control>}{End}{/Control}',
  '{Shift>}{Home}{/Shift}',
  '{Alt>}{Home}{/Alt}',
  '{Meta>}{End}',
])('ignores %s on the view', async (keys) => {
  render(<Rows />)
  view().focus()
  await userEvent.keyboard(keys)
  expect(view()).toHaveFocus()
})

it('ignores Home and End in a field', async () => {
  render(<Rows />)
  const field = screen.getByRole('textbox', { name: 'Search' })
  field.focus()
  await userEvent.keyboard('{End}{Home}')
  expect(field).toHaveFocus()
})

it('does not move the focus when there are no rows', async () => {
  render(<Rows names={[]} />)
  view().focus()
  await userEvent.keyboard('{End}{Home}')
  expect(view()).toHaveFocus()
})
