import { expect, it } from 'vitest'
import { relatedText } from './metric-words'

it('describes the result of a change', () => {
  const one = { count: 1, already: 0 }
  expect(relatedText('add', one, { state: 'done', error: null }, 'staging')).toBe('Linked 1 goal')
  expect(relatedText('remove', { count: 1200, already: 0 }, { state: 'done', error: null }, 'staging')).toBe(
    'Unlinked 1,200 goals',
  )
  expect(relatedText('add', one, { state: 'waiting', error: null }, 'staging')).toMatch(/^Saved on this computer/)
  expect(relatedText('add', one, { state: 'unknown', error: null }, 'staging')).toMatch(/^We’re checking/)
  expect(relatedText('add', one, { state: 'waiting', error: null }, 'production')).toMatch(/choose Review and send/)
})

it.each([
  [2, 1, 'Linked 1 goal. 1 was already linked.'],
  [5, 2, 'Linked 3 goals. 2 were already linked.'],
  [1, 1, '1 goal was already linked.'],
  [1200, 1200, '1,200 goals were already linked.'],
])('reports for %i goals that %i were already linked', (count, already, words) => {
  expect(relatedText('add', { count, already }, { state: 'done', error: null }, 'staging')).toBe(words)
})
