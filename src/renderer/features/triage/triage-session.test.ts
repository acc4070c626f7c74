import { expect, it } from 'vitest'
import { type Action, actionText, doneText, notUndoneText, opportunitiesOf, type Step } from './triage-session'

const opportunity = (id: string) => ({
  id,
  title: `Opportunity ${id}`,
  description: '',
  hideContent: false,
  status: 'New',
})
const insight = { id: 'i', title: 'Trust the range', opportunities: [opportunity('a'), opportunity('b')] }
const step = (status: 'reviewed' | 'snoozed', opportunities = insight.opportunities): Step => ({
  ...{ kind: 'decision', visit: Symbol('visit'), insight: { ...insight, opportunities } },
  ...{ before: { status: 'open' }, after: status === 'snoozed' ? { status, until: null } : { status } },
  saved: Promise.resolve(true),
})

it('says what was done', () => {
  const done = (reviewed: number, snoozed: number) =>
    doneText([...Array(reviewed).fill(step('reviewed')), ...Array(snoozed).fill(step('snoozed'))])
  expect([done(0, 0), done(0, 1), done(0, 2), done(1, 0), done(9, 3)]).toEqual([
    null,
    ...['You snoozed 1 insight.', 'You snoozed 2 insights.'],
    ...['You reviewed 1 insight.', 'You reviewed 9 insights and snoozed 3.'],
  ])
})

it('names the opportunities of reviewed insights only, those of the last one first, each once', () => {
  const steps = [
    step('reviewed'),
    step('snoozed', [opportunity('x')]),
    step('reviewed', [opportunity('c'), opportunity('a')]),
  ]
  expect(opportunitiesOf(steps).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
})

it('words each action, and why it was not undone', () => {
  const labels = (add: string[], remove: string[] = []): Action => ({
    ...{ kind: 'labels', insight, add, remove },
    saved: Promise.resolve(null),
  })
  const actions: readonly Action[] = [
    ...[step('reviewed'), step('snoozed')],
    { kind: 'note', insight, before: '', after: 'Ask Anna' },
    ...[labels(['Q3']), labels(['Q3', 'Q4']), labels([], ['Q3', 'Q4'])],
  ]
  expect(actions.map(actionText)).toEqual([
    'marked “Trust the range” as reviewed',
    'snoozed “Trust the range”',
    'note on “Trust the range”',
    'label “Q3” on “Trust the range”',
    'labels “Q3”, “Q4” on “Trust the range”',
    'removed labels “Q3”, “Q4” from “Trust the range”',
  ])
  expect([actions[0], actions[2]].map((action) => action && notUndoneText(action))).toEqual([
    'Couldn’t undo: “Trust the range” has since changed.',
    'Couldn’t undo: note on “Trust the range” has since changed.',
  ])
})
