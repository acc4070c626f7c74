// What the state of a sync is called after a failure.
import type { ErrorReport } from '../../contract/errors'
import type { SyncStatus } from '../../contract/features/sync'
import { isOffline, isSignInNeeded } from '../schedule/failure'

// The outbox still asks here.
export { isOffline, isTooLarge, needsPerson, reportOf } from '../schedule/failure'

export function stateAfter(report: ErrorReport): SyncStatus['state'] {
  if (isOffline(report)) return 'offline'
  return isSignInNeeded(report) ? 'sign-in-needed' : 'failed'
}
