// Texts that were typed while the library got another one.
import { expect, it } from 'vitest'
import { joinTexts, replaceText } from './written-text'

it.each([
  ['Ask Anna', 'Ask Tom', 'Ask Anna\n\nAsk Tom'],
  ['Ask Anna', 'Ask Anna', 'Ask Anna'],
  ['Ask Anna\n\nAsk Tom', 'Ask Tom', 'Ask Anna\n\nAsk Tom'],
  ['Ask Anna', 'Ask', 'Ask Anna\n\nAsk'],
  ['', 'Ask Tom', 'Ask Tom'],
  ['Ask Anna', '', 'Ask Anna'],
])('joins %j and %j without duplicating text', (before, added, expected) => {
  expect(joinTexts(before, added)).toBe(expected)
})

it.each([
  ['what it was typed over', { stored: 'Old', began: 'Old', text: 'New' }, 'New'],
  ['it with spaces around it', { stored: 'Old', began: 'Old ', text: 'New' }, 'New'],
  ['all of it, when the field was emptied', { stored: 'Old', began: 'Old', text: '' }, ''],
  ['nothing', { stored: '', began: '', text: 'New' }, 'New'],
  ['nothing any more', { stored: '', began: 'Old', text: 'Old one' }, 'Old one'],
])('replaces %s', (_, { stored, began, text }, expected) => {
  expect(replaceText(stored, text, { began })).toBe(expected)
})

it.each([
  ['a text that nobody saw', { stored: 'Unseen', began: '', text: 'New' }, 'Unseen\n\nNew'],
  ['another one than it began on', { stored: 'Unseen', began: 'Old', text: 'Old one' }, 'Unseen\n\nOld one'],
  ['it when the field was emptied', { stored: 'Unseen', began: 'Old', text: '' }, 'Unseen'],
  ['what was joined before it', { stored: 'Unseen\n\nOld', began: 'Old', text: 'Old one' }, 'Unseen\n\nOld one'],
  ['what was joined behind it', { stored: 'Old\n\nUnseen', began: 'Old', text: 'Older' }, 'Older\n\nUnseen'],
  ['what stands on both sides', { stored: 'A\n\nOld\n\nB', began: 'Old', text: 'New' }, 'A\n\nNew\n\nB'],
  ['what it was joined to, when emptied', { stored: 'Unseen\n\nOld', began: 'Old', text: '' }, 'Unseen'],
  ['the beginning of what was typed', { stored: 'Call', began: '', text: 'Callback' }, 'Call\n\nCallback'],
  ['words that only contain what it began on', { stored: 'Olden', began: 'Old', text: 'New' }, 'Olden\n\nNew'],
])('keeps %s', (_, { stored, began, text }, expected) => {
  expect(replaceText(stored, text, { began })).toBe(expected)
})

it.each([
  ['corrected', { began: '', sent: ['Hello', 'Hello wrold', 'Hello wrold,'], text: 'Hello world' }, 'Hello world'],
  ['emptied', { began: '', sent: ['Hello', 'Hello wrold', 'Hello wrold,'], text: '' }, ''],
  [
    'gone on from',
    { began: 'Hello', sent: ['Hello', 'Hello wrold', 'Hello wrold,'], text: 'Hello wrold!' },
    'Hello wrold!',
  ],
])('does not duplicate text from a save whose answer was lost when it is %s', (_, { text, ...before }, expected) => {
  expect(replaceText('Hello wrold', text, before)).toBe(expected)
  // The same where the save was joined to a stored text.
  const joined = ['Unseen', expected].filter((part) => part !== '').join('\n\n')
  expect(replaceText('Unseen\n\nHello wrold', text, before)).toBe(joined)
})

it('replaces the text that typing started from when the previous save did not arrive', () => {
  expect(replaceText('Old', 'Older', { began: 'Old', sent: ['Olde'] })).toBe('Older')
})

it('replaces the whole text that typing started from, not just the part that was sent', () => {
  const before = { began: 'A\n\nB', sent: ['A'] }
  expect(replaceText('Unseen\n\nA\n\nB', 'A2\n\nB', before)).toBe('Unseen\n\nA2\n\nB')
  expect(replaceText('Unseen\n\nA\n\nB', '', before)).toBe('Unseen')
})
