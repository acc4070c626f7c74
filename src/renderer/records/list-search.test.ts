import { expect, it } from 'vitest'
import { isNarrowed, type ListSearch, listShape, savedAddress } from './list-search'
import { insightKind, relatedPath } from './record-kind'

type Id = 'title' | 'unseen'
const shape = listShape<Id>(['title', 'unseen'], { column: 'unseen', direction: 'descending' })
const read = (text: string) => shape.read(new URLSearchParams(text))
const { plain } = shape

const full: ListSearch<Id> = {
  text: 'slow & “late”',
  statuses: ['New', 'Something else'],
  relatedTo: { kind: 'outcome', id: 'a:b & c' },
  sort: { column: 'title', direction: 'ascending' },
}

it('reads back everything it wrote', () => {
  expect(read(shape.write(full, new URLSearchParams()).toString())).toEqual(full)
  expect(isNarrowed(shape, full)).toBe(true)
})

it('writes nothing for the plain list and keeps other parameters', () => {
  expect(shape.write(plain, new URLSearchParams('new=1&q=old&status=New')).toString()).toBe('new=1')
  expect(isNarrowed(shape, { ...plain, text: '  ' })).toBe(false)
})

it('saves a search under a name with its order, also where that is the first one of the list', () => {
  expect(savedAddress(shape, plain)).toBe('sort=-unseen')
  expect(savedAddress(shape, { ...plain, sort: { column: 'unseen', direction: 'ascending' } })).toBe('sort=unseen')
  expect(read(savedAddress(shape, full))).toEqual(full)
})

it.each([
  'sort=-nothing',
  'sort=',
  'sort=-',
  'status=',
  `status=${'x'.repeat(101)}`,
  `q=${'x'.repeat(501)}`,
  'related=elephant:1',
  'related=opportunity:',
  'related=outcome',
])('ignores an invalid parameter: %s', (text) => {
  expect(read(text)).toEqual(plain)
})

it('reads back a related record that was written into an address', () => {
  const relatedTo = { kind: 'opportunity', id: 'a&b' } as const
  expect(read(relatedPath(insightKind, relatedTo).split('?')[1] ?? '').relatedTo).toEqual(relatedTo)
})

it('keeps in the address that an order was chosen, as long as there is a search', () => {
  const chosen = { ...full, sort: { ...full.sort, bestFirst: false } }
  expect(read(shape.write(chosen, new URLSearchParams()).toString())).toEqual(chosen)
  expect(shape.write({ ...chosen, text: '' }, new URLSearchParams('sorted=1')).get('sorted')).toBeNull()
  expect(read('sorted=1')).toEqual(plain)
})
