import { expect, it } from 'vitest'
import { isFiltered, readSearch, type Search, withoutFilter, writeSearch } from './search-params'

const read = (text: string) => readSearch(new URLSearchParams(text))
const plain = read('')

const full: Search = {
  filter: {
    text: 'slow & “late”',
    types: ['Feedback', 'Bug'],
    seen: 'unseen',
    opportunity: 'without',
    minScore: 0.25,
    maxScore: 2,
    relatedTo: { kind: 'opportunity', id: 'a:b & c' },
  },
  sort: { column: 'combinedScore', direction: 'descending' },
}

it('brings every filter and the order back from what it wrote', () => {
  expect(read(writeSearch(full, new URLSearchParams()).toString())).toEqual(full)
  const ascending: Search = { ...full, sort: { column: 'title', direction: 'ascending' } }
  expect(read(writeSearch(ascending, new URLSearchParams()).toString())).toEqual(ascending)
})

it('writes nothing for the plain list and keeps what is not its own', () => {
  expect(writeSearch(plain, new URLSearchParams('new=1&q=old&type=Bug')).toString()).toBe('new=1')
})

it.each([
  'sort=-nothing',
  'sort=',
  'sort=-',
  'seen=maybe',
  'opportunity=1',
  'type=Elephant',
  'min=much',
  'min=',
  'max=-1',
  'max=Infinity',
  'related=elephant:1',
  'related=opportunity:',
  'related=opportunity',
  `q=${'x'.repeat(501)}`,
])('counts rubbish as not given: %s', (text) => {
  expect(read(text)).toEqual(plain)
})

it('keeps the good parts beside rubbish', () => {
  const { filter, sort } = read('type=Bug&type=Elephant&min=x&max=0.5&q=late&sort=-seen')
  expect(filter).toEqual({ ...plain.filter, types: ['Bug'], maxScore: 0.5, text: 'late' })
  expect(sort).toEqual({ column: 'seen', direction: 'descending' })
})

it('tells a narrowed list from the plain one; order and blanks do not narrow', () => {
  expect(isFiltered(full)).toBe(true)
  expect(isFiltered({ ...plain, sort: full.sort })).toBe(false)
  expect(isFiltered({ ...plain, filter: { ...plain.filter, text: '  ' } })).toBe(false)
  expect(withoutFilter(full)).toEqual({ ...plain, sort: full.sort })
})
