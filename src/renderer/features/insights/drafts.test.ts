import { expect, it } from 'vitest'
import { draftFacts, draftTitle } from './drafts'

const draft = (values: Record<string, string>) => ({ draftId: 'a', values, savedAt: '2026-01-02T10:30:00.000Z' })

it.each([
  [{ title: ' Late  alarm ', description: 'It rings.' }, 'Late alarm'],
  [{ title: ' ', description: 'It rings\nafter the theft.' }, 'It rings after the theft.'],
  [{}, 'Untitled draft'],
])('names a draft with %o “%s”', (values, title) => {
  expect(draftTitle(draft(values))).toBe(title)
})

it.each([
  [{ title: 'Late alarm' }, []],
  [{ type: 'Bug' }, ['Bug']],
  [{ feedbackIds: ' a ' }, ['1 piece of feedback']],
  [{ type: 'Bug', feedbackIds: 'a, b;c' }, ['Bug', '3 pieces of feedback']],
])('tells of a draft with %o %j', (values, facts) => {
  expect(draftFacts(draft(values))).toEqual(facts)
})
