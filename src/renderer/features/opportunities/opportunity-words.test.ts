import { expect, it } from 'vitest'
import { AppError } from '../../../contract/errors'
import { doubtWords, previewWords, resultWords } from './opportunity-words'

it.each([
  [
    { insights: 1, unseen: 1, unseenShared: 0 },
    /marks 1 insight as seen for everyone in the workspace\. This can’t be undone\.$/,
  ],
  [
    { insights: 2, unseen: 1, unseenShared: 1 },
    /workspace. 1 is already seen. The insight also belongs to other opportunities/,
  ],
  [
    { insights: 3000, unseen: 1200, unseenShared: 1 },
    /marks 1,200 insights.* 1,800 are already seen.* 1 of the 1,200 also belongs/,
  ],
  [{ insights: 5, unseen: 5, unseenShared: 2 }, /2 of the 5 also belong to/],
])('states the counts before marking: %o', (preview, words) => {
  expect(previewWords(preview)).toMatch(words)
})

it('does not claim more than the service confirmed', () => {
  expect(resultWords(0)).toMatch(/^Marked all/)
  expect(resultWords(1)).toMatch(/1 insight is still unseen/)
  expect(doubtWords(new AppError('TIMEOUT', ''))).toMatch(/safe to mark them again/)
  expect(doubtWords(new AppError('CONNECTION_LOST', ''))).toMatch(/safe to mark them again/)
  expect(doubtWords(new AppError('FORBIDDEN', ''))).toBeNull()
})
