// What a person reads for the values of the service. A value that this version does not know is shown as it is.
import type { z } from 'zod'
import type { ChangeState } from '../../../contract/features/activity'
import type { SyncStatus } from '../../../contract/features/sync'
import type { InsightType } from '../../../contract/resources/insight'
import type { OpportunityStatus } from '../../../contract/resources/opportunity'
import type { Horizon, SolutionStatus } from '../../../contract/resources/solution'

const typeWords: Readonly<Record<z.infer<typeof InsightType>, string>> = {
  Feedback: 'Feedback',
  Bug: 'Bug',
  FeatureRequest: 'Feature request',
}

const statusWords: Readonly<Record<z.infer<typeof SolutionStatus> | z.infer<typeof OpportunityStatus>, string>> = {
  Backlog: 'Backlog',
  New: 'New',
  Planned: 'Planned',
  InProgress: 'In progress',
  InDevelopment: 'In development',
  Complete: 'Complete',
  Cancelled: 'Cancelled',
  Live: 'Live',
  Solved: 'Solved',
}

const horizonWords: Readonly<Record<z.infer<typeof Horizon>, string>> = { now: 'Now', next: 'Next', later: 'Later' }

const known = (words: Readonly<Record<string, string>>, value: string) =>
  Object.hasOwn(words, value) ? (words[value] ?? value) : value

export const typeWord = (type: string) => known(typeWords, type)
export const statusWord = (status: string) => known(statusWords, status)
export const horizonWord = (horizon: string) => known(horizonWords, horizon)

/** `done` is only seen for the moment between the confirmation and the next reading of the list. */
export const pendingWords: Readonly<Record<z.infer<typeof ChangeState>, string>> = {
  waiting: 'Waiting to send',
  sending: 'Sending',
  unknown: 'Checking',
  failed: 'Rejected',
  done: 'Sent',
}

export const notScored = 'not scored'

const twoDigits = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const wholes = new Intl.NumberFormat()

export const count = (value: number) => wholes.format(value)
export const scoreText = (score: number | null) => (score === null ? notScored : twoDigits.format(score))

/**
 * Share of a score's bar that is filled, 0 to 1. The combined score has no upper bound: where one in the workspace is over
 * 1, all are measured by the greatest.
 */
export const barShare = (score: number, greatest: number | null = null) =>
  Math.max(0, Math.min(1, score / Math.max(1, greatest ?? 1)))

const insights = (number: number) => `${count(number)} ${number === 1 ? 'insight' : 'insights'}`

export function countText({ total, all }: { total: number; all: number }, isFiltered: boolean): string {
  return isFiltered ? `${count(total)} of ${insights(all)}` : insights(all)
}

/** First reading of a workspace: nothing is known about it yet, whatever the reason. */
export const wasNeverSynced = ({ syncedAt }: SyncStatus) => syncedAt === null

const signed = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  signDisplay: 'exceptZero',
})
const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })

/** For scores around zero: "+0.42". */
export const signedScoreText = (score: number) => signed.format(score)
export const percentText = (share: number) => percent.format(share)
