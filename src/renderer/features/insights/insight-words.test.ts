import { expect, it } from 'vitest'
import { typeWord } from '../../../contract/features/record-words'
import { barShare, notScored, scoreText } from './insight-words'

it('shows a missing score as not scored instead of zero', () => {
  expect(scoreText(null)).toBe(notScored)
  expect(scoreText(0)).toBe('0.00')
  expect(scoreText(12.345)).toBe('12.35')
})

it('scales the bar to a score of 1, or to the workspace’s highest score if that is above 1', () => {
  expect([-1, 0, 0.42, 1, 7].map((score) => barShare(score))).toEqual([0, 0, 0.42, 1, 1])
  expect([0.4, 1, 8].map((score) => barShare(score, 0.4))).toEqual([0.4, 1, 1])
  expect([0, 1, 2, 8, 9].map((score) => barShare(score, 8))).toEqual([0, 0.125, 0.25, 1, 1])
})

it('shows an unknown type unchanged', () => {
  expect(typeWord('FeatureRequest')).toBe('Feature request')
  expect(typeWord('Question')).toBe('Question')
})
