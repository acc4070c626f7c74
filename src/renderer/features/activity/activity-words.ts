// Texts about changes, beside their names and states.

import type { ActivityDetail, ActivityEntry, ActivityKind } from '../../../contract/features/activity'
import { durationMs, kindWords } from '../../../contract/features/activity-words'
import { hiddenContent } from '../../../contract/features/record-words'
import { oneDecimal } from '../../../contract/figures'
import { capital } from '../../../contract/first-letter'
import { relatedKinds } from '../../records/record-kind'
import { count, counted } from '../../records/record-words'

/** Paths that show the target of a change, if it may still exist. */
const targetPaths: Readonly<Record<ActivityKind, string | null>> = {
  createInsight: '/insights',
  linkMetric: '/metrics',
  unlinkMetric: '/metrics',
  deleteKnowledge: null,
  deleteOutcome: null,
  markAllSeen: '/opportunities',
  decide: null,
}

export function targetPath(entry: Pick<ActivityEntry, 'kind' | 'targetId' | 'decided' | 'state'>): string | null {
  const { kind, targetId, decided, state } = entry
  // Rejected or discarded: there is no such insight.
  if (kind === 'createInsight' && state === 'discarded') return null
  const path = decided === undefined ? targetPaths[kind] : relatedKinds[decided.kind].path
  return path === null ? null : `${path}/${encodeURIComponent(targetId)}`
}

type Named = Pick<ActivityEntry, 'title' | 'targetId'> & Partial<Pick<ActivityEntry, 'isHidden'>>

export function targetName({ title, isHidden, targetId }: Named): string {
  if (isHidden) return hiddenContent
  return title === '' ? targetId : title
}

/** Once sending or settled, a change is out of the person's hands. */
export const isOpenChange = ({ state }: Pick<ActivityEntry, 'state'>) =>
  state === 'waiting' || state === 'unknown' || state === 'failed'

/** Says what discarding a change removes and keeps. */
export function discardText(entry: Named & Pick<ActivityEntry, 'kind' | 'state'>): string {
  const name = targetName(entry)
  const maybe = entry.state === 'unknown' ? ' It may already have reached the service. If so, it stays there.' : ''
  const kept = 'You can still read it in Activity.'
  if (entry.kind === 'createInsight') {
    return `The new insight “${name}” will be removed from the list and won’t be sent.${maybe} ${kept}`
  }
  return `“${kindWords[entry.kind]}” for “${name}” won’t be sent.${maybe} ${kept}`
}

export interface Sent {
  readonly sent: number
  readonly rejected: number
  readonly waiting: number
}

/** "2 changes sent, 1 rejected, 1 still waiting" */
export function sentText({ sent, rejected, waiting }: Sent): string {
  return [
    sent === 0 ? 'Nothing sent' : `${counted(sent, 'change', 'changes')} sent`,
    ...(rejected > 0 ? [`${count(rejected)} rejected`] : []),
    ...(waiting > 0 ? [`${count(waiting)} still waiting`] : []),
  ].join(', ')
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** `durationMs` in words: "0.4 s", "3 min", "2 h". A total: waiting counts too. */
export function durationText(entry: Pick<ActivityEntry, 'createdAt' | 'settledAt'>): string | null {
  const ms = durationMs(entry)
  return ms === null ? null : spanText(ms)
}

/**
 * "Waited 2 min · request 0.8 s"; null without a measured answer. The wait is the rest of the total, so it includes
 * earlier attempts; after a clock change it is unknown.
 */
export function timesText({
  requestMs,
  attempts,
  ...entry
}: Pick<ActivityDetail, 'createdAt' | 'settledAt' | 'attempts'> & Partial<Pick<ActivityDetail, 'requestMs'>>):
  | string
  | null {
  if (requestMs === undefined) return null
  const request = `${attempts > 1 ? 'last request' : 'request'} ${spanText(requestMs)}`
  const waitedMs = (durationMs(entry) ?? Number.NaN) - requestMs
  return waitedMs >= 0 ? `Waited ${spanText(waitedMs)} · ${request}` : capital(request)
}

/** Keeps a number and its unit on one line. */
const gap = '\u00a0'

function spanText(ms: number): string {
  if (ms < second / 10) return `under 0.1${gap}s`
  if (ms < 10 * second) return `${oneDecimal(ms / second)}${gap}s`
  if (ms < minute) return `${Math.floor(ms / second)}${gap}s`
  if (ms < hour) return `${Math.floor(ms / minute)}${gap}min`
  if (ms < day) return `${Math.floor(ms / hour)}${gap}h`
  const days = Math.floor(ms / day)
  return days === 1 ? `1${gap}day` : `${days}${gap}days`
}

/** Whole sentences of these views. */
export const activityTexts = {
  needsYourReview: 'Needs your review.',
  needsReviewElsewhere: 'Needs your review: open its workspace and choose Review and send.',
  unlockElsewhere: 'Read-only: open its workspace and unlock editing first.',
  notFound: 'It was made on another computer, or its environment was forgotten on this one.',
  noBody: 'No body.',
  about: 'Changes and decisions made on this computer, in all environments.',
  noChanges:
    'Everything you create, link, mark as seen or delete appears here with its result, including changes waiting for a connection, and so do your decisions in Prioritise. Reviews, notes and labels don’t. Deleted items stay readable.',
  discardThisChange: 'Discard this change?',
  maybeSensitive: 'This content may be sensitive.',
  asLastSynced: 'From the last sync.',
  tooLongToCopy: 'Too long to copy. Export the activity as JSON with all fields instead.',
  selectAtLeastOneChange: 'Select at least one change.',
  olderChanges:
    'Some of these changes may date from before the library was rebuilt, the address changed or the workspace was removed. Check that you still want each one.',
  notSent: 'These changes haven’t been sent.',
  nothingToReview: 'No changes left to review.',
} as const
