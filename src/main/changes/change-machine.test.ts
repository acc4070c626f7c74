import { expect, test } from 'vitest'
import { statusOf } from '../../contract/change-transitions'
import type { JournalEntry } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import { type ChangeFacts, type NextAction, nextAction } from './change-machine'

const link = { kind: 'linkMetric', body: { outcomeIds: ['goal'] } } as const
const deletion = { kind: 'deleteKnowledge', body: null } as const
const insight = {
  kind: 'createInsight',
  body: { type: 'Bug', title: 't', description: 'd', organisationId: 'o', workspaceId: 'w' },
} as const

type Given = Partial<Pick<JournalEntry, 'needsReview'>> & { readonly environment?: EnvironmentName }

function entry(
  state: JournalEntry['state'],
  change: typeof link | typeof deletion | typeof insight,
  { environment = 'staging', needsReview = false }: Given = {},
): JournalEntry {
  return {
    ...{ changeId: 'change', targetId: 'target', workspace: { environment, organisationId: 'o', workspaceId: 'w' } },
    ...{ createdAt: '2025-01-01T00:00:00.000Z', state, needsReview, version: 1, attempts: 0 },
    ...{ isEdited: false, error: null, retryAt: null, attempt: null },
    ...change,
  }
}

const nothing: ChangeFacts = {
  ...{ isApproved: false, isLocked: false, isBlocked: false, waitsForEarlier: false, isSuperseded: false },
  ...{ hasTakenId: false, mayCommitLate: false, needsLookup: false, reconciliation: null },
}
const review = { needsReview: true }
const production = { environment: 'production' } as const
const isApproved = { isApproved: true }

type Row = readonly [string, JournalEntry, Partial<ChangeFacts>, NextAction]

const obstacles = ['isLocked', 'isBlocked', 'waitsForEarlier', 'isSuperseded'] as const

test.each<Row>([
  ['no obstacle', entry('waiting', insight), {}, 'send'],
  ['an earlier attempt arrived late', entry('waiting', insight, review), { reconciliation: 'confirmed' }, 'confirm'],
  ['an earlier wording arrived', entry('waiting', insight), { reconciliation: 'conflict' }, 'review'],
  ['an earlier wording arrived, for review', entry('waiting', insight, review), { reconciliation: 'conflict' }, 'fail'],
  ['from before this start', entry('waiting', insight), { needsLookup: true }, 'reconcile'],
  ['from before this start, blocked', entry('waiting', insight), { needsLookup: true, isBlocked: true }, 'wait'],
  [
    'from before this start, listed',
    entry('waiting', insight),
    { needsLookup: true, reconciliation: 'confirmed' },
    'confirm',
  ],
  [
    'from before this start, not listed',
    entry('waiting', insight),
    { needsLookup: true, reconciliation: 'missing' },
    'send',
  ],
  ['from before this start, for review', entry('waiting', insight, review), { needsLookup: true }, 'review'],
  [
    'from before this start, approved',
    entry('waiting', insight, review),
    { needsLookup: true, ...isApproved },
    'reconcile',
  ],
  ['needs review', entry('waiting', insight, review), {}, 'review'],
  ['needs review, approved', entry('waiting', insight, review), isApproved, 'send'],
  ['production', entry('waiting', insight, production), {}, 'review'],
  ['production, approved', entry('waiting', insight, production), isApproved, 'send'],
  ['a deletion that is not approved', entry('waiting', deletion, review), {}, 'drop'],
  ['an approved deletion', entry('waiting', deletion, review), isApproved, 'send'],
  ...obstacles.flatMap((fact): Row[] => [
    [fact, entry('waiting', link), { [fact]: true }, 'wait'],
    [`${fact}, approved`, entry('waiting', link, review), { ...isApproved, [fact]: true }, 'wait'],
    [`a deletion, ${fact}`, entry('waiting', deletion, review), { ...isApproved, [fact]: true }, 'drop'],
  ]),
])('next action for a waiting change: %s', (_, change, facts, action) => {
  expect(nextAction(change, { ...nothing, ...facts })).toBe(action)
})

const missing = { reconciliation: 'missing' } as const

test.each<Row>([
  ['no list read yet', entry('unknown', insight), {}, 'reconcile'],
  ['no list read yet, production', entry('unknown', insight, production), {}, 'reconcile'],
  ['no list read yet, blocked', entry('unknown', insight), { isBlocked: true }, 'wait'],
  ['left as sending by an earlier run', entry('sending', insight), {}, 'reconcile'],
  ['the list shows it', entry('unknown', insight), { reconciliation: 'confirmed' }, 'confirm'],
  [
    'the list shows it, locked',
    entry('unknown', insight, review),
    { reconciliation: 'confirmed', isLocked: true },
    'confirm',
  ],
  ['the list lacks it', entry('unknown', insight), missing, 'send'],
  ['the list lacks it, may arrive late', entry('unknown', insight), { ...missing, mayCommitLate: true }, 'review'],
  [
    'the list lacks it, may arrive late, approved',
    entry('unknown', insight),
    { ...missing, ...isApproved, mayCommitLate: true },
    'send',
  ],
  ['the list lacks it, blocked', entry('unknown', insight), { ...missing, isBlocked: true }, 'wait'],
  ['the list lacks it, locked', entry('unknown', insight), { ...missing, isLocked: true }, 'review'],
  ['the list lacks it and it needs review', entry('unknown', insight, review), missing, 'review'],
  ['the list lacks it, production', entry('unknown', insight, production), missing, 'review'],
  ['the list lacks it, approved', entry('unknown', insight, review), { ...missing, ...isApproved }, 'send'],
  ['the list lacks it though the id is taken', entry('unknown', insight), { ...missing, hasTakenId: true }, 'fail'],
  ['an earlier wording arrived', entry('unknown', insight), { reconciliation: 'conflict' }, 'fail'],
  ['a deletion that arrived', entry('unknown', deletion), { reconciliation: 'confirmed' }, 'confirm'],
  ['a deletion that did not arrive', entry('unknown', deletion), { ...missing, ...isApproved }, 'drop'],
  ['a deletion that no list can confirm', entry('unknown', deletion), { reconciliation: 'inconclusive' }, 'drop'],
  ['a link', entry('unknown', link), {}, 'send'],
  ['a link behind another', entry('unknown', link), { waitsForEarlier: true }, 'wait'],
  ['a link that needs review, behind another', entry('unknown', link, review), { waitsForEarlier: true }, 'wait'],
  ['a superseded link', entry('unknown', link), { isSuperseded: true }, 'review'],
  ['a link in a locked environment', entry('unknown', link), { isLocked: true }, 'review'],
])('next action for a change with an unknown outcome: %s', (_, change, facts, action) => {
  expect(nextAction(change, { ...nothing, ...facts })).toBe(action)
})

test('a failed change waits for the person unless a list shows that it arrived', () => {
  const failed = entry('failed', insight)
  expect(nextAction(failed, { ...nothing, ...isApproved })).toBe('wait')
  expect(nextAction(failed, { ...nothing, ...missing })).toBe('wait')
  expect(nextAction(failed, { ...nothing, reconciliation: 'confirmed' })).toBe('confirm')
})

test('only a waiting change can need review', () => {
  expect(statusOf(entry('waiting', link))).toBe('waiting')
  expect(statusOf(entry('waiting', link, review))).toBe('needsReview')
  expect(statusOf(entry('waiting', link, production))).toBe('needsReview')
  expect(statusOf(entry('unknown', link, production))).toBe('unknown')
})
