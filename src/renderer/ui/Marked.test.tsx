import { expect, it } from 'vitest'
import type { ForgivenWord } from '../../contract/features/search'
import { createMarker } from '../../contract/features/search-marks'

const similar: ForgivenWord = { typed: 'batery', words: ['battery'], because: 'similar' }
const part: ForgivenWord = { typed: 'plug', words: ['unplugged'], because: 'part' }

const marked = (typed: string, text: string, forgiven: readonly ForgivenWord[] = []) =>
  (createMarker(typed, forgiven)?.(text) ?? []).map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('')

it.each([
  ['batt', 'The Battery, the battle', 'The [Batt]ery, the [batt]le'],
  ['cafe', 'A Café and cafés', 'A [Café] and [café]s'],
  ['cafe', 'A Cafe\u0301 here', 'A [Cafe\u0301] here'],
  ['CAFÉ', 'cafe', '[cafe]'],
  ['batteries', 'one battery', 'one [battery]'],
  ['charging', 'the charger charges', 'the charger [charges]'],
  ['battery or range', 'range of a battery', '[range] of a [battery]'],
  ['"battery range"', 'battery range, range battery', '[battery range], range battery'],
  ['"batt"', 'battery batt', 'battery [batt]'],
  ['battery -range', 'battery range', '[battery] range'],
  ['battery batt', 'battery', '[battery]'],
  ['電池', '自転車の電池が', '自転車の[電池]が'],
  ['grö', 'Größe', '[Grö]ße'],
  ['or', 'or oranges', '[or] [or]anges'],
  ['"battery ⚠\ufe0f swells"', 'A battery ⚠\ufe0f swells', 'A [battery ⚠\ufe0f swells]'],
])('%j marks %j as %j', (typed, text, expected) => {
  expect(marked(typed, text)).toBe(expected)
})

it('marks the word that a misspelling meant, and the part of a word that matched', () => {
  expect(marked('batery', 'A Battery', [similar])).toBe('A [Battery]')
  expect(marked('plug', 'It was Unplugged', [part])).toBe('It was Un[plug]ged')
})

it('marks nothing when nothing is searched for, or in an empty text', () => {
  expect(createMarker(' - "" ')).toBeNull()
  expect(createMarker('-range')).toBeNull()
  expect(marked('battery', '')).toBe('')
})
