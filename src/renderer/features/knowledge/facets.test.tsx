import { expect, it } from 'vitest'
import { valuesIn } from '../../navigation/address-params'
import { chosenValues, facetCode, offeredFacets } from './use-knowledge-list'

it('distinguishes a missing value from an empty one and from a dash', () => {
  const codes = [
    facetCode('state', null),
    facetCode('state', ''),
    facetCode('state', '-'),
    facetCode('source', 'state:=x'),
  ]
  expect(new Set(codes).size).toBe(4)
  expect(chosenValues('state', codes)).toEqual([null, '', '-'])
  expect(chosenValues('source', codes)).toEqual(['state:=x'])
})

it('offers no value that is too long for an address, where choosing it would do nothing', () => {
  const [longest, tooLong] = ['x'.repeat(92), 'x'.repeat(93)]
  const page = { states: [], sources: [longest, tooLong, null].map((value) => ({ value, count: 1 })) }
  const offered = offeredFacets('source', page, []).map(({ value }) => value)
  expect(offered).toEqual([longest, null])
  const address = new URLSearchParams(offered.map((value) => ['status', facetCode('source', value)]))
  expect(chosenValues('source', valuesIn(address, 'status'))).toEqual(offered)
})

it('offers occurring values, the most frequent unknown ones first, and chosen values that no longer occur', () => {
  const page = {
    states: [
      { value: 'ready', count: 2 },
      { value: null, count: 5 },
    ],
    sources: [],
  }
  expect(offeredFacets('state', page, [facetCode('state', 'gone')])).toEqual([
    { value: null, count: 5 },
    { value: 'ready', count: 2 },
    { value: 'gone', count: 0 },
  ])
  expect(offeredFacets('source', undefined, [facetCode('source', 'Wiki')])).toEqual([{ value: 'Wiki', count: null }])
})

it('keeps known values in a fixed order, before unknown ones, whatever their counts', () => {
  const counted = (counts: Readonly<Record<string, number>>) => ({
    states: Object.entries(counts).map(([value, count]) => ({ value, count })),
    sources: [
      { value: 'Wiki', count: 9 },
      { value: 'pdf', count: 8 },
      { value: 'text', count: 7 },
    ],
  })
  const values = (page: ReturnType<typeof counted>, kind: 'state' | 'source', codes: readonly string[] = []) =>
    offeredFacets(kind, page, codes).map(({ value }) => value)
  expect(values(counted({ error: 3, archived: 4, completed: 2, initial: 1 }), 'state')).toEqual([
    ...['initial', 'completed', 'error', 'archived'],
  ])
  const withoutReady = counted({ initial: 1, error: 1, archived: 1 })
  expect(values(withoutReady, 'state', [facetCode('state', 'completed')])).toEqual([
    ...['initial', 'completed', 'error', 'archived'],
  ])
  expect(values(withoutReady, 'source')).toEqual(['text', 'pdf', 'Wiki'])
})
