import { expect, it } from 'vitest'
import { workspaceKey } from '../../../contract/workspace-key'
import { testWorkspace } from '../../testing/places'
import { arranged, type FoundEntry, findIn, isCommand, type PaletteEntry } from './entry'
import { recentFirst } from './recent'

const entry = (label: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  ...{ id: `command:${label}`, group: 'Commands', label, run: () => undefined },
  ...more,
})

it.each([
  ['sync n', 'Sync now', 'title-start'],
  ['NOW', 'Sync now', 'title'],
  ['no sy', 'Sync now', 'title'],
  ['ync', 'Sync now', 'text'],
  ['commands now', 'Sync now', 'text'],
  ['refresh', 'Sync now', 'text'],
  ['cafe', 'Café settings', 'title-start'],
  ['sync later', 'Sync now', null],
] as const)('looks for %j in %j: %s', (text, label, place) => {
  expect(findIn(entry(label, { alsoCalled: 'refresh' }), text)).toBe(place)
})

it('puts the best match first, keeps groups together, and preserves the order of equal matches', () => {
  const found: FoundEntry[] = [
    { entry: entry('Go to dark'), foundIn: 'title' },
    { entry: entry('Darkness'), foundIn: 'title-start' },
    { entry: entry('Other one', { group: 'Goals' }), foundIn: 'text' },
    { entry: entry('Dark goal', { group: 'Goals' }), foundIn: 'title-start' },
    { entry: entry('In the dark', { group: 'Topics' }), foundIn: 'title' },
    { entry: entry('Metric', { group: 'Metrics' }), foundIn: 'text' },
  ]
  expect(arranged(found).map(({ label }) => label)).toEqual([
    'Darkness',
    'Go to dark',
    'Dark goal',
    'Other one',
    'In the dark',
    'Metric',
  ])
})

it('starts with recently used commands that are still available, and offers nothing twice', () => {
  const all = ['a', 'b', 'c'].map((label) => entry(label))
  const shown = recentFirst(all, ['command:c', 'command:gone', 'command:a'])
  expect(shown.map(({ group, label }) => `${group}: ${label}`)).toEqual([
    'Recently used: c',
    'Recently used: a',
    'Commands: b',
  ])
})

it('starts with the last five commands, and leaves the earlier ones in their place', () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((label) => entry(label))
  const shown = recentFirst(all, all.map(({ id }) => id).toReversed())
  expect(shown.map(({ group, label }) => `${group}: ${label}`)).toEqual([
    ...['g', 'f', 'e', 'd', 'c'].map((label) => `Recently used: ${label}`),
    ...['a', 'b'].map((label) => `Commands: ${label}`),
  ])
})

it.each([
  ['view:goals', true],
  ['command:sync', true],
  ['setting:about', true],
  ['environment:staging', true],
  ['saved-view:rising', false],
  ['insight view:goals', false],
  [workspaceKey(testWorkspace), false],
])('keeps the ID %j among those used recently: %s', (id, isKept) => {
  expect(isCommand({ ...entry('Any'), id })).toBe(isKept)
})

it.each([
  ['create insight', 'New insight', {}],
  ['add insi', 'New insight', {}],
  ['creat', 'New insight', {}],
  ['remove goal', 'Delete goal by ID…', {}],
  ['outcome', 'Delete goal by ID…', {}],
  ['done', 'Mark as reviewed', {}],
  ['dark mode', 'Dark theme', {}],
  ['dark appearance', 'Dark theme', {}],
] as const)('%j means %j', (text, label, more) => {
  expect(findIn(entry(label, more), text)).toBe('text')
})

it.each([
  ['ad', 'New insight'],
  ['creation', 'New insight'],
  ['create', 'Show news'],
])('%j does not mean %j', (text, label) => {
  expect(findIn(entry(label), text)).toBeNull()
})
