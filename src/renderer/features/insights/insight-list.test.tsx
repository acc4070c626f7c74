import { expect, it } from 'vitest'
import { isNarrowed } from '../../records/list-search'
import { testWorkspace } from '../../testing/places'
import { firstInsightPage, type InsightSearch, insightShape } from './insight-list'

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

it('round-trips every filter and the sort order through the query string', () => {
  expect(read(insightShape.write(full, new URLSearchParams()).toString())).toEqual(full)
  const picked = { ...plain, picked: 'p'.repeat(40) }
  expect(read(insightShape.write(picked, new URLSearchParams()).toString())).toEqual(picked)
  const ascending: InsightSearch = { ...full, sort: { column: 'title', direction: 'ascending' } }
  expect(read(insightShape.write(ascending, new URLSearchParams()).toString())).toEqual(ascending)
})

it.each([
  ['/insights?q=late', true],
  ['/insights/an-id?q=late', true],
  ['/insights/triage', false],
  ['/insights/triage/an-id', false],
  ['/insightsful', false],
  ['/goals', false],
])('begins to read the list while the window opens at %s: %s', (route, isRead) => {
  const page = firstInsightPage(testWorkspace, route)
  expect(page === null).toBe(!isRead)
  if (page === null) return
  const [, , input] = page.queryKey
  expect(input).toMatchObject({ offset: 0, filter: { text: route.includes('q=') ? 'late' : '' } })
})

it('removes its own parameters for the plain list and keeps all others', () => {
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
  'picked=',
  `picked=${'x'.repeat(41)}`,
])('ignores an invalid parameter: %s', (text) => {
  expect(read(text)).toEqual(plain)
})

it('keeps valid parameters next to invalid ones', () => {
  const search = read('type=Bug&type=Elephant&min=x&max=0.5&q=late&sort=-seen')
  const sort = { column: 'seen', direction: 'descending' }
  expect(search).toEqual({ ...plain, types: ['Bug'], maxScore: 0.5, text: 'late', sort })
})

it('distinguishes a narrowed list from the plain one; a sort order or blank text does not narrow it', () => {
  expect(isNarrowed(insightShape, full)).toBe(true)
  expect(isNarrowed(insightShape, { ...plain, sort: full.sort })).toBe(false)
  expect(isNarrowed(insightShape, { ...plain, text: '  ' })).toBe(false)
})
