// A change that an earlier run left as `sending` has an unknown outcome. The person may have been told that it was rejected,
// or nothing at all, so only the person sends it again. This is written once for each library that is opened, before a
// step of any of its changes, and tried again by every step and drain until it succeeds. A step (`step.ts`) writes the same
// for a change that the library stored as `sending` just before it failed.
import { AppError, type ErrorReport } from '../../contract/errors'
import type { EnvironmentName } from '../../contract/workspace'
import { reportOf } from '../schedule/failure'
import type { ChangesContext } from './context'
import { endRetryTimes, isConflict, type Move } from './journal-writer'

/** How a change goes on that was left as `sending`: whether it needed review before is not known any more. */
export const leftAsSending: Move = {
  state: 'unknown',
  needsReview: true,
  error: new AppError('INTERRUPTED', 'The service’s answer wasn’t stored.').report,
}
/** Why a change that was journalled, but not sent, before the app or the library stopped is given up. */
export const leftUnsent = new AppError('INTERRUPTED', 'It wasn’t sent.').report

export interface Recovery {
  /** The library was opened. */
  require(environment: EnvironmentName): void
  isRequired(environment: EnvironmentName): boolean
  /** Recovers the environment where required; call it in the mutex. Throws what the library throws. */
  run(environment: EnvironmentName): Promise<void>
  /** Why the last try failed; null: there was none, or it succeeded. */
  failure(environment: EnvironmentName): ErrorReport | null
  /** The change was in the journal when its library was opened. */
  wasStored(changeId: string): boolean
  /** The library was removed. */
  forget(environment: EnvironmentName): void
}

type RecoveryDeps = Pick<ChangesContext, 'library' | 'writer' | 'log' | 'emit' | 'announce' | 'changed'>

export function createRecovery({ library, writer, log, emit, announce, changed }: RecoveryDeps): Recovery {
  /** Environments to recover, each with the reason why the last try failed. */
  const required = new Map<EnvironmentName, ErrorReport | null>()
  const stored = new Set<string>()

  async function recover(environment: EnvironmentName): Promise<void> {
    await writer.flush(environment)
    for (const entry of await library.pendingChanges({ environment })) {
      stored.add(entry.changeId)
      if (entry.state !== 'sending' || writer.isUnsaved(entry.changeId)) continue
      const moved = writer.move(entry, leftAsSending)
      await moved.then(changed, (error: unknown) => {
        if (!isConflict(error)) throw error
      })
    }
    await endRetryTimes({ library, emit }, { environment, ofWorkspace: null, isAfterRestart: true })
  }

  return {
    require: (environment) => void required.set(environment, required.get(environment) ?? null),
    isRequired: (environment) => required.has(environment),
    failure: (environment) => required.get(environment) ?? null,
    wasStored: (changeId) => stored.has(changeId),
    forget: (environment) => void required.delete(environment),
    async run(environment) {
      if (!required.has(environment)) return
      try {
        await recover(environment)
        const hadFailed = required.get(environment) !== null
        required.delete(environment)
        if (hadFailed) announce(environment)
      } catch (error) {
        const before = required.get(environment)
        // A lasting defect recurs with every try, and is reported once.
        const isReported = before?.code === 'INTERNAL' && !(error instanceof AppError)
        const report = isReported ? before : reportOf(log, 'changes: recovering', error)
        required.set(environment, report)
        announce(environment)
        throw error instanceof AppError ? error : new AppError(report.code, report.message)
      }
    },
  }
}
