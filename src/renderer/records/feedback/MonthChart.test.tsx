import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { MonthChart } from './MonthChart'

const counts = { '2025-12': 100, '2026-02': 1, '2026-03': 50 }
const months = Object.entries(counts).map(([value, count]) => ({ value, count }))
const facets = { sources: [], sentiments: [], months }

function open(chosen: readonly string[] = []) {
  render(<MonthChart facets={facets} chosen={chosen} onToggle={() => {}} />)
  const bars = [...screen.getByRole('img').querySelectorAll('rect')]
  return { bars, months: screen.getAllByRole('button') }
}

it('draws each month as high as its share of the most, a few pieces still seen, and names the first and last', () => {
  const { bars } = open()
  const of = (name: string) => bars.map((bar) => Number(bar.getAttribute(name)))
  expect(of('height')).toEqual([1, 0, 0.05, 0.5])
  expect(of('y')).toEqual([0, 1, 0.95, 0.5])
  expect(of('x')).toEqual([0.12, 1.12, 2.12, 3.12])
  expect(screen.getByText('Dec 2025')).toBeInTheDocument()
  expect(screen.getByText('Mar 2026')).toBeInTheDocument()
})

it('makes the chosen months stand out, and none as long as none is chosen', () => {
  const marks = (bars: readonly Element[]) =>
    bars.map((bar) => ['data-on', 'data-off'].filter((name) => bar.hasAttribute(name)).join())
  expect(marks(open().bars)).toEqual(['', '', '', ''])
  cleanup()
  expect(marks(open(['2026-02']).bars)).toEqual(['data-off', 'data-off', 'data-on', 'data-off'])
})

it('is reached with Tab at the first chosen month, and goes no further than its ends', async () => {
  const { months } = open(['2026-02', '2025-12'])
  await userEvent.tab()
  expect(months[2]).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(months[0]).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}x')
  expect(months[0]).toHaveFocus()
  await userEvent.keyboard('{End}{ArrowRight}')
  expect(months[3]).toHaveFocus()
})
