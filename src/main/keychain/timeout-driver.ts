// The driver with a time limit and one call at a time. A call to a keyring that waits for a password prompt nobody sees
// never returns, and holds one of the four threads that all file access shares. So while one call hangs, no other is
// made.
import { AppError } from '../../contract/errors'
import type { Clock } from '../clock'
import { createMutex } from '../schedule/mutex'
import { timedOut, withTimeout } from '../schedule/with-timeout'
import type { KeychainDriver } from './driver'

const serviceName = 'Discovery Desk'

export interface TimeoutDriver {
  /** All throw KEYCHAIN_TIMEOUT and the driver's own errors. */
  get(account: string): Promise<string | null>
  set(account: string, secret: string): Promise<void>
  delete(account: string): Promise<void>
  /** A call has no answer yet, whether or not its time is over. */
  isWaiting(): boolean
}

export function createTimeoutDriver(driver: KeychainDriver, clock: Clock, timeoutMs: number): TimeoutDriver {
  const mutex = createMutex()
  let isHanging = false
  let isWaiting = false

  async function limited<T>(call: () => Promise<T>): Promise<T> {
    if (isHanging) throw timeoutError()
    const pending = call()
    isWaiting = true
    const onSettled = () => {
      isWaiting = false
      isHanging = false
    }
    pending.then(onSettled, onSettled)
    const result = await withTimeout(clock, timeoutMs, pending)
    if (result !== timedOut) return result
    isHanging = isWaiting
    throw timeoutError()
  }

  const run = <T>(call: () => Promise<T>): Promise<T> => mutex.run(() => limited(call))

  return {
    get: (account) => run(() => driver.getPassword(serviceName, account)),
    set: (account, secret) => run(() => driver.setPassword(serviceName, account, secret)),
    // The driver answers false for "not found" and for "locked", so its answer is ignored: callers read afterwards.
    async delete(account) {
      await run(() => driver.deletePassword(serviceName, account))
    },
    isWaiting: () => isWaiting,
  }
}

export function timeoutError(): AppError {
  return new AppError('KEYCHAIN_TIMEOUT', 'This computer’s keychain isn’t responding.')
}
