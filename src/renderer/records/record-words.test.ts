import { expect, it } from 'vitest'
import { insightKind } from './record-kind'
import { countText, figure, sentimentText, statusWord, trendText } from './record-words'

it('counts what matches among all', () => {
  expect(countText(insightKind, { total: 42, all: 128 }, true)).toBe('42 of 128 insights')
  expect(countText(insightKind, { total: 1, all: 1 }, false)).toBe('1 insight')
  expect(countText(insightKind, { total: 0, all: 100_000 }, true)).toBe('0 of 100,000 insights')
})

it('shows a status that it does not know as it is', () => {
  expect(statusWord('InDevelopment')).toBe('In development')
  expect(statusWord('constructor')).toBe('constructor')
})

it('says which side of zero a sentiment is on, in the words of the service where it gives one', () => {
  const sentiment = { sentimentCategory: null, sentimentConfidence: null }
  expect(sentimentText({ ...sentiment, sentimentScore: 0.4 })).toBe('Positive · +0.40')
  expect(sentimentText({ ...sentiment, sentimentScore: -0.4 })).toBe('Negative · −0.40')
  expect(sentimentText({ ...sentiment, sentimentScore: -0.25 })).toBe('Neutral · −0.25')
  expect(sentimentText({ ...sentiment, sentimentCategory: 'Neutral', sentimentScore: -0.4 })).toBe('Neutral · −0.40')
})

it('writes a minus sign, and the same number of digits beside each other', () => {
  expect(trendText(-0.8)).toBe('Falling −0.80')
  expect(trendText(0.123)).toBe('Rising +0.12')
  expect(trendText(-0.004)).toBe('Steady')
  expect(figure(-2)).toBe('−2')
  expect(trendText(null)).toBe('–')
})
