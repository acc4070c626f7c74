import { expect, it } from 'vitest'
import { localDate } from '../../../contract/weeks'
import { chosenDay, decidedText, nextWeek, oneOf, snoozedText, tomorrow } from './triage-words'

const at = (text: string) => new Date(text).getTime()

it.each([
  ['2026-11-22T23:59:00', '2026-11-23', '2026-11-30'],
  ['2026-11-23T00:00:00', '2026-11-24', '2026-11-30'],
  ['2026-12-31T12:00:00', '2027-01-01', '2027-01-04'],
  ['2026-03-28T12:00:00', '2026-03-29', '2026-03-30'],
])('on %s, tomorrow is %s and next week begins on %s', (now, day, monday) => {
  expect(localDate(tomorrow(at(now)))).toBe(day)
  expect(localDate(nextWeek(at(now)))).toBe(monday)
  expect(tomorrow(at(now)).getHours()).toBe(0)
})

it.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-22', null],
  ['2020-01-01', null],
  ['', null],
  ['tomorrow', null],
])('reads %j as a day after today: %s', (text, expected) => {
  const day = chosenDay(text, at('2026-11-22T10:00:00'))
  expect(day && localDate(day)).toBe(expected)
})

it('says until when a record is snoozed', () => {
  expect(snoozedText({ until: '2026-11-23' })).toBe('Snoozed until 23 Nov 2026')
  expect(snoozedText({ until: null })).toBe('Snoozed until its score or feedback changes')
})

it.each([
  ['insight', { status: 'reviewed' }, 'Marked 1 insight as reviewed'],
  ['outcome', { status: 'open' }, 'Marked 1 goal as not reviewed'],
  ['feedback', { status: 'snoozed', until: null }, 'Snoozed 1 piece of feedback until the score or feedback changes'],
] as const)('describes a decision about a record of the kind %s: %o', (kind, decision, words) => {
  expect(decidedText(oneOf[kind], decision)).toBe(words)
})
