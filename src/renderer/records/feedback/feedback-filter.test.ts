import { expect, it, vi } from 'vitest'
import { canChangeZone } from '../../testing/time-zones'
import {
  filterPieces,
  monthName,
  noFilter,
  offeredSentiments,
  offeredSources,
  shortMonthName,
  shownMonths,
} from './feedback-filter'

const facets = (...months: (string | null)[]) => ({
  ...{ sources: [], sentiments: [] },
  months: months.map((value) => ({ value, count: 1 })),
})
const shown = (...months: (string | null)[]) => shownMonths(facets(...months)).map(({ value }) => value)

it('shows months of the year 1, which a service sends when it has no date', () => {
  expect(shown('0001-01', '0001-03', null)).toEqual(['0001-01', '0001-02', '0001-03'])
  expect(shown('0001-01', '2026-02').at(-1)).toBe('2026-02')
  expect(monthName('0001-01')).toBe('January 1')
  expect(monthName('2026-07')).toBe('July 2026')
})

it.runIf(canChangeZone())('names a month after the computer’s time zone has changed', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  try {
    expect(monthName('2026-03')).toBe('March 2026')
    expect(shortMonthName('2026-03')).toBe('Mar 2026')
  } finally {
    vi.unstubAllEnvs()
  }
})

it('leaves out invalid months', () => {
  expect(shown('-4713-11', '2026-01', '2026-02')).toEqual(['2026-01', '2026-02'])
  expect(shown('-4713-11')).toEqual([])
})

it('offers the three sentiments of the service in any case, and others that occur or are chosen', () => {
  const sentiments = [
    { value: 'Mixed', count: 2 },
    { value: 'Negative', count: 4 },
  ]
  expect(offeredSentiments({ ...facets(), sentiments }, [null])).toEqual([
    { value: 'Positive', count: 0 },
    { value: 'Neutral', count: 0 },
    { value: 'Negative', count: 4 },
    { value: 'Mixed', count: 2 },
    { value: null, count: 0 },
  ])
})

it('offers the sources that occur, and a chosen one that does not', () => {
  const sources = [
    { value: 'Email', count: 3 },
    { value: null, count: 1 },
  ]
  expect(offeredSources({ ...facets(), sources }, ['Email', 'Fax'])).toEqual([
    { value: 'Email', count: 3 },
    { value: 'Fax', count: 0 },
  ])
})

it('shows only the latest months when there is room for few', () => {
  const last = shownMonths(facets('2025-01', '2026-01', '2026-02'), 12).map(({ value }) => value)
  expect(last).toHaveLength(12)
  expect([last[0], last.at(-1)]).toEqual(['2025-03', '2026-02'])
})

it('counts for each filter the rows left by the others', () => {
  const piece = (source: string, sentimentCategory: string | null, month: string) => ({
    ...{ source, sentimentCategory, sentimentScore: null, createdAt: `${month}-10T10:00:00Z` },
  })
  const pieces = [
    piece('Email', 'Positive', '2026-01'),
    piece('Email', 'Negative', '2026-02'),
    piece('Survey', 'Positive', '2026-02'),
  ]
  const { rows, facets } = filterPieces(pieces, { ...noFilter, sources: ['Email'], months: ['2026-02'] })
  expect(rows).toEqual([pieces[1]])
  expect(facets).toEqual({
    sources: [
      { value: 'Email', count: 1 },
      { value: 'Survey', count: 1 },
    ],
    sentiments: [{ value: 'Negative', count: 1 }],
    months: [
      { value: '2026-01', count: 1 },
      { value: '2026-02', count: 1 },
    ],
  })
})
