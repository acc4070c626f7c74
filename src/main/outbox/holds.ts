// Keeps the queue from hammering a service that just failed: after each failure it is held for a while, longer each
// time, and after five failures of a service that was reached it goes on only now and then, as it does after a token was
// refused for sending alone. What may pass soon holds everything that goes to the same environment; the rest holds the
// workspace it is about.
import type { ErrorReport } from '../../contract/errors'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { Clock } from '../clock'
import { type Backoff, waitBeforeRetryMs, waitUnhurriedMs } from '../sync/backoff'
import { isOffline, needsPerson } from '../sync/failure'

const failureLimit = 5

interface Hold {
  readonly environment: EnvironmentName
  readonly failures: number
  readonly refusals: number
  readonly sinceMs: number
  readonly untilMs: number
  readonly report: ErrorReport
  readonly cancel: () => void
}

export interface Holds {
  isHeld(workspace: WorkspaceRef): boolean
  /** The pause the service asked for, which holds for the person's own sending too; null = none. */
  pause(workspace: WorkspaceRef): ErrorReport | null
  /** Holds the queue; `onEnd` is called when it may go on, unless that is up to the person. */
  hold(workspace: WorkspaceRef, report: ErrorReport, onEnd: () => void): void
  /** Returns whether something was held. */
  release(workspace: WorkspaceRef): boolean
  /**
   * A list was read with the token there is now, asked for at `sinceMs` on the monotonic clock or later. What the service
   * turned away for its token before may go once more; only once, as it may take a token for reading only.
   */
  tokenTaken(workspace: WorkspaceRef, sinceMs: number): void
  releaseAll(environment: EnvironmentName): void
  dispose(): void
}

export function createHolds(clock: Clock, backoff: Backoff): Holds {
  const holds = new Map<string, Hold>()

  function keysOf(workspace: WorkspaceRef): readonly string[] {
    return [workspace.environment, workspaceKey(workspace)]
  }

  const isRunning = ({ untilMs }: Hold) => clock.monotonicMs() < untilMs

  function heldBy(workspace: WorkspaceRef): readonly Hold[] {
    return keysOf(workspace).flatMap((key) => holds.get(key) ?? [])
  }

  return {
    isHeld: (workspace) => heldBy(workspace).some(isRunning),
    pause(workspace) {
      const asked = heldBy(workspace).filter(
        ({ report, untilMs }) => report.retryAfterMs !== undefined && clock.monotonicMs() < untilMs,
      )
      return asked[0]?.report ?? null
    },
    hold(workspace, report, onEnd) {
      const key = report.retryable ? workspace.environment : workspaceKey(workspace)
      const before = holds.get(key)
      before?.cancel()
      const failures = (before?.failures ?? 0) + 1
      const refusals = (before?.refusals ?? 0) + (isOffline(report) ? 0 : 1)
      const soonMs = waitBeforeRetryMs(backoff, failures, report.retryAfterMs)
      const isHopeless = !isOffline(report) && (needsPerson(report) || refusals >= failureLimit)
      const waitMs = isHopeless ? Math.max(soonMs, waitUnhurriedMs(backoff.random)) : soonMs
      const end = () => {
        // Timers of the machine may fire a moment early, and then nobody would come again.
        holds.set(key, { ...held, untilMs: Number.NEGATIVE_INFINITY })
        onEnd()
      }
      const sinceMs = clock.monotonicMs()
      const held: Hold = {
        ...{ environment: workspace.environment, failures, refusals, sinceMs, untilMs: sinceMs + waitMs, report },
        cancel: clock.after(waitMs, end),
      }
      holds.set(key, held)
    },
    release(workspace) {
      const wasHeld = heldBy(workspace).some(isRunning)
      for (const key of keysOf(workspace)) {
        holds.get(key)?.cancel()
        holds.delete(key)
      }
      return wasHeld
    },
    tokenTaken(workspace, sinceMs) {
      const key = workspaceKey(workspace)
      const hold = holds.get(key)
      if (hold?.report.code !== 'UNAUTHENTICATED' || hold.failures > 1 || hold.sinceMs > sinceMs) return
      holds.set(key, { ...hold, untilMs: Number.NEGATIVE_INFINITY })
    },
    releaseAll(environment) {
      for (const [key, hold] of holds) {
        if (hold.environment !== environment) continue
        hold.cancel()
        holds.delete(key)
      }
    },
    dispose() {
      for (const { cancel } of holds.values()) cancel()
      holds.clear()
    },
  }
}
