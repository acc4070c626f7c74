import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { doubtWords, previewWords, resultWords } from './seen-words'

it.each([
  [{ unseen: 1, unseenShared: 0 }, /marks 1 insight as seen.*None of them/],
  [{ unseen: 1, unseenShared: 1 }, /It also belongs to other opportunities/],
  [{ unseen: 1200, unseenShared: 1 }, /marks 1,200 insights.*1 of them also belongs/],
  [{ unseen: 5, unseenShared: 2 }, /2 of them also belong to/],
])('counts before marking: %o', (preview, words) => {
  expect(previewWords(preview)).toMatch(words)
})

it('does not claim more than the service confirmed', () => {
  expect(resultWords(0)).toMatch(/^All/)
  expect(resultWords(1)).toMatch(/1 insight is unseen still/)
  expect(doubtWords(new AppError('TIMEOUT', ''))).toMatch(/does no harm/)
  expect(doubtWords(new AppError('FORBIDDEN', ''))).toBeNull()
})
