// The shared retry schedule, applied to changes: which attempts wait, for the service or for a workspace. A failure that may
// pass soon holds up the whole environment; any other holds up its workspace.
import type { ErrorReport } from '../../contract/errors'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { RetrySchedule } from '../schedule/retry-schedule'
import type { ChangesDeps } from './context'
import { endRetryTimes } from './journal-writer'

export interface Backoffs {
  /** Whether attempts have to wait; for an environment, those of all its workspaces. */
  isBackingOff(target: WorkspaceRef | EnvironmentName): boolean
  /** On the monotonic clock; -Infinity when nothing has failed. */
  retryAtMs(target: WorkspaceRef | EnvironmentName): number
  /** The pause that the service asked for, which binds the person's own attempts too; null = none. */
  pause(workspace: WorkspaceRef): ErrorReport | null
  /** Returns the milliseconds until the next attempt that is made without the person. */
  failed(workspace: WorkspaceRef, error: ErrorReport): number
  /** The service answered: ends the backoffs for it. Throws what the library throws. */
  succeeded(workspace: WorkspaceRef): Promise<void>
  /** Ends backoffs of a workspace and its environment, or of a whole environment. Throws what the library throws. */
  end(target: WorkspaceRef | EnvironmentName): Promise<void>
  /** Like `end`, but leaves the times in the journal, for a library that may be closed. */
  forget(environment: EnvironmentName): void
  /** Permits one attempt now, but for pauses that the service asked for. Returns whether anything was backing off. */
  permitAttempts(environment: EnvironmentName): boolean
  /**
   * Permits one more attempt of a change whose token was rejected, after a list was read with the current token. Once only,
   * as a service may accept a token for reading only.
   */
  permitAttemptWithToken(workspace: WorkspaceRef, listRequestedMs: number): void
}

interface BackoffsDeps extends Pick<ChangesDeps, 'library' | 'emit'> {
  readonly retries: RetrySchedule
  readonly closing: AbortSignal
}

const keysOf = (target: WorkspaceRef | EnvironmentName) =>
  typeof target === 'string' ? [target] : [target.environment, workspaceKey(target)]
/** Matches keys of an environment and of its workspaces. */
export const isOf = (environment: EnvironmentName) => (key: string) =>
  key === environment || key.startsWith(`["${environment}"`)

export function createBackoffs({ retries, library, emit, closing }: BackoffsDeps): Backoffs {
  const isBackingOff: Backoffs['isBackingOff'] = (target) => keysOf(target).some(retries.isBlocked)

  async function end(target: WorkspaceRef | EnvironmentName): Promise<void> {
    const ofWorkspace = typeof target === 'string' ? null : target
    const environment = typeof target === 'string' ? target : target.environment
    if (ofWorkspace) for (const key of keysOf(ofWorkspace)) retries.reset(key)
    else retries.reset(isOf(environment))
    await endRetryTimes({ library, emit }, { environment, ofWorkspace, isAfterRestart: false })
  }

  return {
    isBackingOff,
    retryAtMs: (target) => Math.max(...keysOf(target).map(retries.retryAtMs)),
    pause(workspace) {
      const pauses = keysOf(workspace).map(retries.retryAfter)
      return pauses.find((pause) => pause !== null) ?? null
    },
    failed(workspace, error) {
      // The lock and the end of the app say nothing about the service.
      if (closing.aborted || error.code === 'ENVIRONMENT_LOCKED') return 0
      return retries.failed(error.retryable ? workspace.environment : workspaceKey(workspace), error)
    },
    async succeeded(workspace) {
      if (isBackingOff(workspace)) await end(workspace)
      else for (const key of keysOf(workspace)) retries.reset(key)
    },
    end,
    forget: (environment) => retries.reset(isOf(environment)),
    permitAttempts: (environment) => retries.allowRetry(isOf(environment)),
    permitAttemptWithToken(workspace, listRequestedMs) {
      const key = workspaceKey(workspace)
      const failure = retries.lastFailure(key)
      if (failure?.report.code !== 'UNAUTHENTICATED' || failure.failures > 1) return
      if (failure.failedAtMs < listRequestedMs) retries.allowRetry(key)
    },
  }
}
