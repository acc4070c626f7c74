import { expect, it } from 'vitest'
import { chosenValues, facetCode, offeredFacets } from './use-knowledge-list'

it('tells an absent value from an empty one and from a dash', () => {
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

it('offers what occurs, most frequent first, and what was chosen although it occurs no more', () => {
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
