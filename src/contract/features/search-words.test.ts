import { expect, it } from 'vitest'
import { createTextTest } from './find-in-text'
import { foldWord, formsOf, matcherOf, parseSearch, stemOf } from './search-words'

const written = (typed: string) =>
  parseSearch(typed)
    .map(({ wanted, unwanted }) =>
      [...wanted.map((term) => ({ term, sign: '' })), ...unwanted.map((term) => ({ term, sign: '-' }))]
        .map(({ term: { words, isExact }, sign }) => sign + (isExact ? `"${words.join(' ')}"` : words.join(' ')))
        .join(' '),
    )
    .join(' | ')

it.each([
  ['battery range', 'battery range'],
  ['battery or range', 'battery | range'],
  ['battery range OR hill climb', 'battery range | hill climb'],
  ['battery|range | hill', 'battery | range | hill'],
  ['or', 'or'],
  ['or battery', 'or battery'],
  ['battery or', 'battery or'],
  ['battery or or range', 'battery | or range'],
  ['| | battery |', 'battery'],
  ['"battery range" hill', '"battery range" hill'],
  ['“battery range”', '"battery range"'],
  ['"battery', 'battery'],
  ['"battery or range"', '"battery or range"'],
  ['battery -range', 'battery -range'],
  ['-battery-range', '-"battery range"'],
  ['battery -"hill climb"', 'battery -"hill climb"'],
  ['battery-range - --', 'battery range'],
  ['title:range c#', 'title range c'],
  ['theft and alarm', 'theft alarm'],
  ['How do riders see the range', 'riders see range'],
  ['battery "in winter" in', 'battery "in winter"'],
  ['range or in the hills', 'range | hills'],
  ['in', 'in'],
  ['what is it', 'what is it'],
  ['range -in', 'range -in'],
  ['" | - "', ''],
  ['', ''],
])('reads %j as %j', (typed, expected) => {
  expect(written(typed)).toBe(expected)
})

it.each([
  ['battery batteries'],
  ['charge charges charged charging'],
  ['stop stops stopped stopping'],
  ['try tries tried trying'],
  ['box boxes'],
  ['case cases'],
  ['install installs installed installing'],
  ['pass passes passed passing'],
  ['bus buses'],
])('%s share one stem, and each is a form of the others', (words) => {
  const forms = words.split(' ')
  expect(new Set(forms.map(stemOf)).size).toBe(1)
  for (const form of forms) expect(formsOf(form)).toEqual(expect.arrayContaining(forms.filter((each) => each !== form)))
})

it.each([
  ['string', 'str'],
  ['need', 'ne'],
  ['speed', 'spe'],
  ['status', 'statu'],
  ['bus', 'bu'],
  ['thing', 'th'],
])('%s is not a form of %s', (word, other) => {
  expect(stemOf(word)).not.toBe(stemOf(other))
  expect(formsOf(word)).not.toContain(other)
})

it('finds no forms of non-English words, and only a few of an English one', () => {
  expect(formsOf('größe')).toEqual([])
  expect(formsOf('電池')).toEqual([])
  expect(formsOf('battery').length).toBeLessThan(16)
})

it.each([
  ['batt', 'battery', false, 4],
  ['batteries', 'battery', false, 7],
  ['attery', 'battery', false, 0],
  ['batt', 'battery', true, 0],
  ['battery', 'batteries', true, 0],
  ['Café', 'cafe', true, 4],
])('%j in %j (exact: %s) matches %i letters', (typed, word, isExact, length) => {
  expect(matcherOf(typed, isExact).match(word)).toBe(length)
})

it.each([
  ['cold weather', 'Weather, cold', true],
  ['weath', 'Cold weather', true],
  ['"cold weather"', 'Cold weather', true],
  ['"cold weather"', 'Cold, weather', true],
  ['"cold weather"', 'Cold winter weather', false],
  ['"cold"', 'Colder', false],
  ['battery or range', 'Range', true],
  ['battery or range', 'Brakes for all', false],
  ['range -battery', 'Range of the battery', false],
  ['range -batter', 'Range of the battery', true],
  ['-battery', 'Range', true],
  ['cafe', 'Café', true],
  ['CAFÉ', 'Cafe', true],
  ['batery', 'Battery', false],
  ['電池', '自転車の電池', true],
  ['"電池"', '自転車の電池', true],
  ['range -電池', 'range 自転車の電池', false],
])('%j finds in %j: %s', (typed, text, expected) => {
  expect(createTextTest(typed)?.(foldWord(text))).toBe(expected)
})

it.each(['', ' ', '"', '- |'])('has nothing to search for in %j', (typed) => {
  expect(createTextTest(typed)).toBeNull()
})
