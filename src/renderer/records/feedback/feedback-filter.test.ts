import { expect, it } from 'vitest'
import { monthName, shownMonths } from './feedback-filter'

const facets = (...months: (string | null)[]) => ({
  ...{ sources: [], sentiments: [] },
  months: months.map((value) => ({ value, count: 1 })),
})
const shown = (...months: (string | null)[]) => shownMonths(facets(...months)).map(({ value }) => value)

it('shows the months of dates that a service gives where it has none', () => {
  expect(shown('0001-01', '0001-03', null)).toEqual(['0001-01', '0001-02', '0001-03'])
  expect(shown('0001-01', '2026-02').at(-1)).toBe('2026-02')
  expect(monthName('0001-01')).toBe('January 1')
  expect(monthName('2026-07')).toBe('July 2026')
})

it('leaves out what is no month', () => {
  expect(shown('-4713-11', '2026-01', '2026-02')).toEqual(['2026-01', '2026-02'])
  expect(shown('-4713-11')).toEqual([])
})
