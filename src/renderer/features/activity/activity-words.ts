import type { ChangeKind, ChangeState } from '../../../contract/features/activity'

export const kindWords: Readonly<Record<ChangeKind, string>> = { createInsight: 'New insight' }

export const stateWords: Readonly<Record<ChangeState, { readonly label: string; readonly color: string }>> = {
  waiting: { label: 'Waiting to be sent', color: 'gray' },
  sending: { label: 'Sending…', color: 'blue' },
  unknown: { label: 'Sent, being checked', color: 'yellow' },
  failed: { label: 'Not accepted', color: 'red' },
  done: { label: 'Done', color: 'green' },
}
