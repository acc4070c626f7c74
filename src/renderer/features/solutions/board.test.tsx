import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import type { SolutionDetail } from '../../../contract/features/solutions'
import { address, giveSize, renderList, tableOf } from '../../records/list-testing'
import { recordAnswers, sampleId, sampleOpportunity, sampleSolution } from '../../testing/sample-records'
import { SolutionsView } from '.'

beforeEach(giveSize)

const four = [
  sampleSolution(1, { horizon: 'now' }),
  sampleSolution(2, { horizon: 'later' }),
  sampleSolution(3, { horizon: 'now', sentiment: null }),
  sampleSolution(4, { horizon: null, hideContent: true, title: 'A secret' }),
]

function open(solutions: readonly SolutionDetail[] = four, route = '/solutions?layout=board') {
  return renderList(<SolutionsView />, {
    ...{ path: '/solutions/:id?', route },
    answers: recordAnswers(() => ({ solutions, opportunities: [sampleOpportunity(70)] })),
  })
}

const column = async (name: string) => within(await screen.findByRole('region', { name }))
const card = (place: number) => screen.getByRole('button', { name: `Solution number ${place}` })
const cardsOf = async (name: string) =>
  (await column(name)).queryAllByRole('listitem').map((item) => within(item).getByRole('button').textContent)

it('puts each solution in the column of its horizon, in the order of the list', async () => {
  open([...four, sampleSolution(5, { horizon: 'someday' })])
  expect(await cardsOf('Now')).toEqual(['Solution number 1', 'Solution number 3'])
  expect(await cardsOf('Later')).toEqual(['Solution number 2'])
  expect(await cardsOf('someday')).toEqual(['Solution number 5'])
  expect((await column('Next')).getByText('No solutions')).toBeInTheDocument()
  expect((await cardsOf('Unplanned'))[0]).toContain('Hidden content')
  expect(screen.queryByText('A secret')).not.toBeInTheDocument()
  expect(card(1)).toHaveAccessibleDescription(/In development.*Top score 0.60.*2 insights.*Negative · −0.40/)
})

it('shows decisions, notes and labels on cards, as in rows, but not for hidden solutions', async () => {
  const triage = { status: 'reviewed' as const, hasNote: true, labels: ['Winter'] }
  open([
    sampleSolution(1, { horizon: 'now', triage }),
    sampleSolution(2, { horizon: 'now', triage, hideContent: true }),
    sampleSolution(3, { horizon: 'now' }),
  ])
  const [first, ...others] = (await column('Now')).getAllByRole('listitem')
  expect(within(first as HTMLElement).getByText('Reviewed')).toBeInTheDocument()
  expect(within(first as HTMLElement).getByRole('img', { name: 'Has a note' })).toBeInTheDocument()
  expect(card(1)).toHaveAccessibleDescription(/Reviewed.*Winter/)
  for (const other of others) expect(within(other).queryByText('Reviewed')).not.toBeInTheDocument()
})

it('switches from the list to the board and back, and keeps the rest of the address', async () => {
  open(four, '/solutions?status=InDevelopment&horizon=now')
  await tableOf('Solutions')
  await userEvent.click(screen.getByRole('radio', { name: 'Board' }))
  expect(await cardsOf('Now')).toHaveLength(2)
  expect(address()).toBe('/solutions?status=InDevelopment&horizon=now&layout=board')
  expect(screen.getByRole('button', { name: /can’t be changed here/ })).toBeInTheDocument()
  await userEvent.click(screen.getByRole('radio', { name: 'List' }))
  expect(address()).toBe('/solutions?status=InDevelopment&horizon=now')
  await tableOf('Solutions')
})

it('adds no step for Back when the list replaces the board', async () => {
  const { goBack } = open()
  await column('Now')
  await userEvent.click(screen.getByRole('radio', { name: 'List' }))
  await tableOf('Solutions')
  await goBack()
  expect(address()).toBe('/solutions')
})

it('keeps the saved view when switching between list and board', async () => {
  open(four, '/solutions?view=mine')
  await tableOf('Solutions')
  await userEvent.click(screen.getByRole('radio', { name: 'Board' }))
  expect(address()).toBe('/solutions?view=mine&layout=board')
  await userEvent.click(screen.getByRole('radio', { name: 'List' }))
  expect(address()).toBe('/solutions?view=mine')
})

it('moves between cards and columns with the arrows, and skips empty columns', async () => {
  open()
  await column('Now')
  await userEvent.keyboard('j')
  expect(card(1)).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  expect(card(3)).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  expect(card(3)).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  expect(card(2)).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('button', { name: 'Hidden content' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}k')
  expect(card(1)).toHaveFocus()
  expect(card(3).tabIndex).toBe(-1)
})

it('moves down a column card by card', async () => {
  open([1, 2, 3].map((place) => sampleSolution(place, { horizon: 'now' })))
  await column('Now')
  await userEvent.keyboard('j')
  for (const place of [2, 3]) {
    await userEvent.keyboard('{ArrowDown}')
    expect(card(place)).toHaveFocus()
  }
  await userEvent.keyboard('{ArrowUp}')
  expect(card(2)).toHaveFocus()
})

it('moves to either end of a column, and stays where no card is', async () => {
  open()
  await column('Now')
  await userEvent.keyboard('j{End}')
  expect(card(3)).toHaveFocus()
  await userEvent.keyboard('{Home}')
  expect(card(1)).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}{ArrowLeft}')
  expect(card(1)).toHaveFocus()
  await userEvent.keyboard('{End}{ArrowRight}{ArrowLeft}')
  expect(card(1)).toHaveFocus()
})

it('moves from the search to the first card of the first column that has one', async () => {
  open([sampleSolution(1, { horizon: 'later' }), sampleSolution(2, { horizon: 'next' })])
  await column('Now')
  await userEvent.click(screen.getByRole('searchbox', { name: 'Search solutions' }))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(card(2)).toHaveFocus())
})

it('scrolls to the card of a solution that was opened from elsewhere', async () => {
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  open(four, `/solutions/${sampleId(2)}?layout=board`)
  await column('Later')
  await waitFor(() => expect(scroll.mock.contexts).toContain(card(2)))
  const calls = scroll.mock.calls.filter((_, place) => scroll.mock.contexts[place] === card(2))
  expect(calls[0]).toEqual([{ block: 'nearest', inline: 'nearest' }])
})

it('stays on its card when an arrow or Enter is pressed together with another key', async () => {
  open()
  await column('Now')
  await userEvent.keyboard('j')
  for (const held of ['ctrlKey', 'metaKey', 'altKey'])
    for (const key of ['ArrowDown', 'Enter']) fireEvent.keyDown(card(1), { key, [held]: true })
  expect(card(1)).toHaveFocus()
  expect(address()).toBe('/solutions?layout=board')
})

it('opens the menu of the focused card by its key', async () => {
  open()
  await column('Now')
  await userEvent.keyboard('j{F10}{Shift}')
  expect(screen.queryByRole('menuitem')).not.toBeInTheDocument()
  await userEvent.keyboard('.')
  expect(await screen.findByRole('menuitem', { name: /^Open/ })).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(card(1)).toHaveFocus())
})

it('opens details with Enter, closes them with Escape, and goes back to the card', async () => {
  open()
  await column('Now')
  await userEvent.keyboard('jj{Enter}')
  const details = await screen.findByRole('region', { name: 'Solution details' })
  expect(details).toHaveFocus()
  expect(address()).toBe(`/solutions/${sampleId(3)}?layout=board`)
  await userEvent.keyboard('{Escape}')
  expect(address()).toBe('/solutions?layout=board')
  await waitFor(() => expect(card(3)).toHaveFocus())
  await userEvent.keyboard(' ')
  expect(await screen.findByRole('region', { name: 'Solution details' })).toHaveFocus()
  expect(address()).toBe(`/solutions/${sampleId(3)}?layout=board`)
})

it('opens details with the mouse', async () => {
  open()
  await column('Now')
  await userEvent.click(card(2))
  expect(await screen.findByRole('region', { name: 'Solution details' })).toBeInTheDocument()
  expect(card(2)).toHaveAttribute('aria-current', 'true')
  expect(card(1)).not.toHaveAttribute('aria-current')
})

it('moves the focus to details that assistive technology opened', async () => {
  open()
  await column('Now')
  fireEvent.click(card(2), { detail: 0 })
  expect(await screen.findByRole('region', { name: 'Solution details' })).toHaveFocus()
})

it('selects cards for a comparison, with the keyboard and the mouse', async () => {
  open()
  await column('Now')
  await userEvent.keyboard('jx')
  expect(card(1)).toHaveAccessibleDescription(/^Selected /)
  expect(card(2)).not.toHaveAccessibleDescription(/Selected/)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Solution number 2' }))
  expect(screen.getByRole('region', { name: 'Selection' })).toHaveTextContent('2 selected')
  expect(screen.getByRole('checkbox', { name: 'Select hidden content' })).toBeInTheDocument()
})

it('keeps the focused card in sight when the bar of the selection appears', async () => {
  open()
  await column('Now')
  await userEvent.keyboard('j')
  const scroll = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  await userEvent.keyboard('x')
  expect(await screen.findByRole('region', { name: 'Selection' })).toBeInTheDocument()
  expect(scroll.mock.contexts).toContain(card(1))
})

// One test, as so many cards take long to render.
it('shows the first 500 cards, says how many it leaves out, and acts on the focused card, not on an active row without one', async () => {
  // The first of the list is not in the first column.
  const horizonOf = (place: number) => (place === 0 ? 'later' : 'next')
  const solutions = Array.from({ length: 520 }, (_, place) => sampleSolution(place + 1, { horizon: horizonOf(place) }))
  open(solutions, `/solutions/${solutions[500]?.id}?layout=board`)
  // A query by role would take a minute for 500 cards.
  await waitFor(() => expect(document.body).toHaveTextContent('Showing the first 500. Filter to see the other 20.'))
  await waitFor(() => expect(document.querySelectorAll('[data-index]')).toHaveLength(500))
  await screen.findByText('Solution number 501')
  const first = document.querySelector<HTMLElement>('[data-index][tabindex="0"]') as HTMLElement
  expect(first).toHaveTextContent('Solution number 2')
  act(() => first.focus())
  fireEvent.keyDown(first, { key: 'x' })
  const isSelected = `input[aria-label="Select ${first.textContent}"]:checked`
  await waitFor(() => expect(document.querySelector(isSelected)).not.toBeNull())
})

it.each(['ArrowDown', 'J'])(
  'selects the cards of a column one after another with Shift and %s, and back',
  async (key) => {
    open()
    await column('Now')
    const checked = () =>
      screen.getAllByRole('checkbox', { checked: true }).map((box) => box.getAttribute('aria-label'))
    await userEvent.keyboard(`j{Shift>}{${key}}{/Shift}`)
    expect(card(3)).toHaveFocus()
    expect(checked()).toEqual(['Select Solution number 1', 'Select Solution number 3'])
    await userEvent.keyboard(`{Shift>}{${key === 'J' ? 'K' : 'ArrowUp'}}{/Shift}`)
    expect(card(1)).toHaveFocus()
    expect(checked()).toEqual(['Select Solution number 1'])
  },
)

it('selects the next card with Shift and J right after a click on a checkbox', async () => {
  open()
  await column('Now')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Solution number 1' }))
  act(() => (document.activeElement as HTMLElement | null)?.blur())
  await userEvent.keyboard('{Shift>}{J}{/Shift}')
  expect(screen.getByRole('checkbox', { name: 'Select Solution number 3' })).toBeChecked()
})

it('selects all cards between two with Shift, column by column', async () => {
  open()
  await column('Now')
  const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` })
  const user = userEvent.setup()
  await user.click(box('Solution number 1'))
  await user.keyboard('{Shift>}')
  await user.click(box('Solution number 2'))
  await user.keyboard('{/Shift}')
  for (const place of [1, 3, 2]) expect(box(`Solution number ${place}`)).toBeChecked()
  expect(screen.getAllByText('3 selected')).not.toHaveLength(0)
})
