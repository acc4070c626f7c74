import { expect, it } from 'vitest'
import { typeWord } from '../../../contract/features/record-words'
import { barShare, notScored, scoreText } from './insight-words'

it('says what is missing instead of showing a zero', () => {
  expect(scoreText(null)).toBe(notScored)
  expect(scoreText(0)).toBe('0.00')
  expect(scoreText(12.345)).toBe('12.35')
})

it('fills the bar up to a score of 1, or to the greatest of the workspace where that is over 1', () => {
  expect([-1, 0, 0.42, 1, 7].map((score) => barShare(score))).toEqual([0, 0, 0.42, 1, 1])
  expect([0.4, 1, 8].map((score) => barShare(score, 0.4))).toEqual([0.4, 1, 1])
  expect([0, 1, 2, 8, 9].map((score) => barShare(score, 8))).toEqual([0, 0.125, 0.25, 1, 1])
})

it('shows a value that it does not know as it is', () => {
  expect(typeWord('FeatureRequest')).toBe('Feature request')
  expect(typeWord('Question')).toBe('Question')
})
