// The person's approval to send a change now. It ends after a minute, with the attempt, when the environment is locked
// or leads elsewhere, and with the app: approvals are not stored on purpose.
import type { JournalEntry } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import type { Clock } from '../clock'

/** Long enough to read a list before a change whose answer was lost is sent again. */
const approvalMs = 60_000

export interface Approvals {
  approve(entry: Pick<JournalEntry, 'changeId' | 'workspace'>): void
  isApproved(changeId: string): boolean
  revoke(changeId: string): void
  revokeAll(environment: EnvironmentName): void
  /** Incremented when all approvals are revoked, so that an approval in flight is ignored. */
  epoch(environment: EnvironmentName): number
}

interface Approval {
  readonly environment: EnvironmentName
  /** On the monotonic clock, which goes on while the computer sleeps. */
  readonly untilMs: number
}

export function createApprovals(clock: Pick<Clock, 'monotonicMs'>): Approvals {
  const approved = new Map<string, Approval>()
  const epochs = new Map<EnvironmentName, number>()
  const epoch = (environment: EnvironmentName) => epochs.get(environment) ?? 0
  return {
    approve({ changeId, workspace: { environment } }) {
      approved.set(changeId, { environment, untilMs: clock.monotonicMs() + approvalMs })
    },
    isApproved(changeId) {
      const approval = approved.get(changeId)
      return approval !== undefined && approval.untilMs > clock.monotonicMs()
    },
    revoke: (changeId) => void approved.delete(changeId),
    revokeAll(environment) {
      epochs.set(environment, epoch(environment) + 1)
      for (const [changeId, approval] of approved) if (approval.environment === environment) approved.delete(changeId)
    },
    epoch,
  }
}
