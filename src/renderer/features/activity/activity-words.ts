import type { ChangeKind, ChangeState } from '../../../contract/features/activity'

export const kindWords: Readonly<Record<ChangeKind, string>> = { createInsight: 'New insight' }

export const stateWords: Readonly<Record<ChangeState, string>> = {
  waiting: 'Waiting to be sent',
  sending: 'Sending…',
  unknown: 'Sent, being checked',
  failed: 'Not accepted',
  done: 'Done',
}
