// What becomes of a text that was typed while the library got another one.
import { expect, it } from 'vitest'
import { joinTexts, replaceText } from './written-text'

it.each([
  ['Ask Anna', 'Ask Tom', 'Ask Anna\n\nAsk Tom'],
  ['Ask Anna', 'Ask Anna', 'Ask Anna'],
  ['Ask Anna\n\nAsk Tom', 'Ask Tom', 'Ask Anna\n\nAsk Tom'],
  ['Ask Anna', 'Ask', 'Ask Anna\n\nAsk'],
  ['', 'Ask Tom', 'Ask Tom'],
  ['Ask Anna', '', 'Ask Anna'],
])('joins %j and %j, and doubles nothing', (before, added, expected) => {
  expect(joinTexts(before, added)).toBe(expected)
})

it.each([
  ['what it was typed over', { stored: 'Old', began: 'Old', text: 'New' }, 'New'],
  ['it with spaces around it', { stored: 'Old', began: 'Old ', text: 'New' }, 'New'],
  ['all of it, when the field was emptied', { stored: 'Old', began: 'Old', text: '' }, ''],
  ['nothing', { stored: '', began: '', text: 'New' }, 'New'],
  ['nothing any more', { stored: '', began: 'Old', text: 'Old one' }, 'Old one'],
  ['what it goes on from', { stored: 'Ask T', began: '', text: 'Ask Tom' }, 'Ask Tom'],
])('replaces %s', (_, { stored, began, text }, expected) => {
  expect(replaceText(stored, text, began)).toBe(expected)
})

it.each([
  ['a text that nobody saw', { stored: 'Unseen', began: '', text: 'New' }, 'Unseen\n\nNew'],
  ['another one than it began on', { stored: 'Unseen', began: 'Old', text: 'Old one' }, 'Unseen\n\nOld one'],
  ['it when the field was emptied', { stored: 'Unseen', began: 'Old', text: '' }, 'Unseen'],
  ['what was joined before it', { stored: 'Unseen\n\nOld', began: 'Old', text: 'Old one' }, 'Unseen\n\nOld one'],
  ['what was joined behind it', { stored: 'Old\n\nUnseen', began: 'Old', text: 'Older' }, 'Older\n\nUnseen'],
  ['what stands on both sides', { stored: 'A\n\nOld\n\nB', began: 'Old', text: 'New' }, 'A\n\nNew\n\nB'],
  ['what it was joined to, when emptied', { stored: 'Unseen\n\nOld', began: 'Old', text: '' }, 'Unseen'],
  ['words that only contain what it began on', { stored: 'Olden', began: 'Old', text: 'New' }, 'Olden\n\nNew'],
])('keeps %s', (_, { stored, began, text }, expected) => {
  expect(replaceText(stored, text, began)).toBe(expected)
})
