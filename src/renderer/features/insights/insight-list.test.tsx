import { expect, it } from 'vitest'
import { isNarrowed } from '../../records/list-search'
import { type InsightSearch, insightShape } from './insight-list'

const read = (text: string) => insightShape.read(new URLSearchParams(text))
const plain = read('')

const full: InsightSearch = {
  text: 'slow & “late”',
  types: ['Feedback', 'Bug'],
  seen: 'unseen',
  opportunity: 'without',
  minScore: 0.25,
  maxScore: 2,
  triage: 'reviewed',
  labels: ['Q3', 'ask: Anna'],
  since: '2026-11-02',
  relatedTo: { kind: 'opportunity', id: 'a:b & c' },
  sort: { column: 'combinedScore', direction: 'descending' },
}

it('brings every filter and the order back from what it wrote', () => {
  expect(read(insightShape.write(full, new URLSearchParams()).toString())).toEqual(full)
  const ascending: InsightSearch = { ...full, sort: { column: 'title', direction: 'ascending' } }
  expect(read(insightShape.write(ascending, new URLSearchParams()).toString())).toEqual(ascending)
})

it('writes nothing for the plain list and keeps what is not its own', () => {
  expect(insightShape.write(plain, new URLSearchParams('new=1&q=old&type=Bug')).toString()).toBe('new=1')
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
  'triage=maybe',
  'label=',
  'related=elephant:1',
  'related=opportunity:',
  'related=opportunity',
  `q=${'x'.repeat(501)}`,
])('counts rubbish as not given: %s', (text) => {
  expect(read(text)).toEqual(plain)
})

it('keeps the good parts beside rubbish', () => {
  const search = read('type=Bug&type=Elephant&min=x&max=0.5&q=late&sort=-seen')
  const sort = { column: 'seen', direction: 'descending' }
  expect(search).toEqual({ ...plain, types: ['Bug'], maxScore: 0.5, text: 'late', sort })
})

it('tells a narrowed list from the plain one; order and blanks do not narrow', () => {
  expect(isNarrowed(insightShape, full)).toBe(true)
  expect(isNarrowed(insightShape, { ...plain, sort: full.sort })).toBe(false)
  expect(isNarrowed(insightShape, { ...plain, text: '  ' })).toBe(false)
})
