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

it('shows which side of zero a sentiment is on', () => {
  const sentiment = { sentimentCategory: null, sentimentConfidence: null }
  expect(sentimentText({ ...sentiment, sentimentScore: 0.4 })).toBe('Sentiment · +0.40')
  expect(sentimentText({ ...sentiment, sentimentScore: -0.4 })).toBe('Sentiment · −0.40')
})

it('writes a minus sign, and the same number of digits beside each other', () => {
  expect(trendText(-0.8)).toBe('falling −0.80')
  expect(trendText(0.123)).toBe('rising +0.12')
  expect(figure(-2)).toBe('−2')
  expect(trendText(null)).toBe('–')
})
