import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { doubtWords, previewWords, resultWords } from './seen-words'

it.each([
  [{ insights: 1, unseen: 1, unseenShared: 0 }, /marks 1 insight as seen, for everybody in the workspace. None/],
  [{ insights: 2, unseen: 1, unseenShared: 1 }, /workspace. 1 is seen already. It also belongs to other opportunities/],
  [
    { insights: 3000, unseen: 1200, unseenShared: 1 },
    /marks 1,200 insights.* 1,800 are seen already.* 1 that it marks also belongs/,
  ],
  [{ insights: 5, unseen: 5, unseenShared: 2 }, /2 that it marks also belong to/],
])('counts before marking: %o', (preview, words) => {
  expect(previewWords(preview)).toMatch(words)
})

it('does not claim more than the service confirmed', () => {
  expect(resultWords(0)).toMatch(/^All/)
  expect(resultWords(1)).toMatch(/1 insight is unseen still/)
  expect(doubtWords(new AppError('TIMEOUT', ''))).toMatch(/does no harm/)
  expect(doubtWords(new AppError('FORBIDDEN', ''))).toBeNull()
})
