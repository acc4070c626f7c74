// The driver with a time limit and one call at a time. A call to a keyring that waits for a password nobody is asked
// for never returns, and each holds one of the four threads that all file access shares: so while one hangs, no
// other is made.
import { AppError } from '../../contract/errors'
import type { Clock } from '../clock'
import type { KeychainDriver } from './driver'

const serviceName = 'Discovery Desk'

export interface PatientDriver {
  /** All throw KEYCHAIN_TIMEOUT, and what the driver throws. */
  get(account: string): Promise<string | null>
  set(account: string, secret: string): Promise<void>
  delete(account: string): Promise<void>
}

export function createPatientDriver(driver: KeychainDriver, clock: Clock, timeoutMs: number): PatientDriver {
  let isHanging = false
  let queue: Promise<unknown> = Promise.resolve()

  async function limited<T>(call: () => Promise<T>): Promise<T> {
    if (isHanging) throw timeout()
    const running = call()
    let stop = () => {}
    const limit = new Promise<never>((_, reject) => {
      stop = clock.after(timeoutMs, () => {
        isHanging = true
        reject(timeout())
      })
    })
    const ended = () => {
      isHanging = false
    }
    running.then(ended, ended)
    try {
      return await Promise.race([running, limit])
    } finally {
      stop()
    }
  }

  function inTurn<T>(call: () => Promise<T>): Promise<T> {
    const turn = queue.then(() => limited(call))
    queue = turn.catch(() => {})
    return turn
  }

  return {
    get: (account) => inTurn(() => driver.getPassword(serviceName, account)),
    set: (account, secret) => inTurn(() => driver.setPassword(serviceName, account, secret)),
    // Its answer is the same for "was not there" and "is locked": what is there afterwards decides.
    async delete(account) {
      await inTurn(() => driver.deletePassword(serviceName, account))
    },
  }
}

function timeout(): AppError {
  return new AppError('KEYCHAIN_TIMEOUT', 'The keychain of this machine does not answer.')
}
