// Secrets in the keychain of the operating system, or in memory until the app closes: never in a file, and never
// under a key that could be found beside them. A locked keychain answers "nothing there" to every question, so each
// such answer is checked against an entry of our own that must be there.
import { AppError } from '../../contract/errors'
import type { KeychainState } from '../../contract/features/environments'
import { type Clock, systemClock } from '../clock'
import type { KeychainDriver } from './driver'
import { createPatientDriver } from './patient-driver'

/** What the smallest keychain (Windows) takes. */
const mostBytes = 2560
const witnessSecret = 'This entry shows Discovery Desk that the keychain is open.'

export interface Keychain {
  /** As last seen; before the first look `missing`. */
  state(): KeychainState
  /** After the first look, which begins with the app: what was seen then. Never throws. */
  ready(): Promise<KeychainState>
  /** Looks again: the person may have unlocked it. Never throws. */
  check(): Promise<KeychainState>
  /**
   * null: there is none. While the keychain is of no use, only what was kept for the session is known.
   * Throws KEYCHAIN_LOCKED or KEYCHAIN_TIMEOUT where it turns out now that nothing can be read.
   */
  get(account: string): Promise<string | null>
  /** Where it is kept now. Throws TOKEN_UNSTORABLE: empty, over 2,560 bytes of UTF-8, or with a NUL. */
  set(account: string, secret: string): Promise<'keychain' | 'session'>
  /** Keeps it in memory only; it goes before what the keychain has. */
  setForSession(account: string, secret: string): void
  isForSession(account: string): boolean
  /** Throws KEYCHAIN_LOCKED or KEYCHAIN_TIMEOUT when it may still be there. */
  delete(account: string): Promise<void>
}

export interface KeychainDeps {
  /** null: the library of the operating system could not be loaded. */
  readonly driver: KeychainDriver | null
  readonly profileId: string
  /** Another one that may be the profile's: what is filed under the id that the keychain knows is found. */
  readonly otherId?: string | null
  /** Told once, of the two, which it is. */
  readonly onId?: (id: string) => void
  readonly timeoutMs?: number
  readonly clock?: Clock
}

/** Begins to look at once, and waits for the answer only in the calls that need it: it may take seconds to come. */
export function createKeychain(deps: KeychainDeps): Keychain {
  const { driver: given, profileId, otherId = null, onId, timeoutMs = 5000, clock = systemClock } = deps
  const driver = given === null ? null : createPatientDriver(given, clock, timeoutMs)
  const witnessOf = (id: string) => `${id} witness`
  /** Of two, the second file's first: no person ever edits that one, and no other profile's is copied over it. */
  const ids = otherId === null ? [profileId] : [otherId, profileId]
  let ownId: string | null = otherId === null ? profileId : null
  const filedUnder = (account: string) => account.replace(profileId, ownId ?? profileId)
  const session = new Map<string, string>()
  let state: KeychainState = 'missing'

  function own(id: string): void {
    if (ownId === id) return
    ownId = id
    onId?.(id)
  }

  async function look(): Promise<KeychainState> {
    if (driver === null) return 'missing'
    try {
      for (const id of ownId === null ? ids : [ownId]) {
        if ((await driver.get(witnessOf(id))) !== witnessSecret) continue
        own(id)
        return 'available'
      }
    } catch (error) {
      // A locked keyring answers "nothing"; macOS refuses instead, and says why in words only.
      if (error instanceof Error && /interaction is not allowed|\block/i.test(error.message)) return 'locked'
      return isTimeout(error) ? 'unresponsive' : 'missing'
    }
    const id = ownId ?? profileId
    try {
      await driver.set(witnessOf(id), witnessSecret)
      if ((await driver.get(witnessOf(id))) !== witnessSecret) return 'locked'
      // Writing may have had the person unlock it: only now what was there before can be seen.
      const other = ids.find((one) => one !== id)
      const isOther = ownId === null && other !== undefined && (await driver.get(witnessOf(other))) === witnessSecret
      own(isOther ? other : id)
      return 'available'
    } catch (error) {
      return isTimeout(error) ? 'unresponsive' : 'locked'
    }
  }

  async function check(): Promise<KeychainState> {
    state = await look()
    return state
  }

  /** "Nothing there" counts only while our own entry can be read. */
  async function requireOpen(): Promise<void> {
    if (driver !== null && (await driver.get(witnessOf(ownId ?? profileId))) === witnessSecret) return
    throw locked()
  }

  /** Runs a step on an open keychain, and looks again at a keychain that failed at it. */
  async function attempt<T>(step: () => Promise<T>): Promise<T> {
    try {
      return await step()
    } catch (error) {
      if (isTimeout(error)) state = 'unresponsive'
      else if ((await check()) === 'available') throw error
      throw error instanceof AppError ? error : locked()
    }
  }

  const looked = check()
  return {
    state: () => state,
    ready: () => looked,
    check,
    async get(account) {
      await looked
      const kept = session.get(account)
      if (kept !== undefined) return kept
      if (driver === null || state !== 'available') return null
      return attempt(async () => {
        const secret = await driver.get(filedUnder(account))
        if (secret === null) await requireOpen()
        return secret
      })
    },
    async set(account, secret) {
      requireStorable(secret)
      await looked
      if (driver === null || state !== 'available') {
        session.set(account, secret)
        return 'session'
      }
      try {
        await attempt(async () => {
          await driver.set(filedUnder(account), secret)
          if ((await driver.get(filedUnder(account))) !== secret) throw new Error('another secret came back')
        })
      } catch {
        session.set(account, secret)
        return 'session'
      }
      session.delete(account)
      return 'keychain'
    },
    setForSession(account, secret) {
      session.set(account, secret)
    },
    isForSession: (account) => session.has(account),
    async delete(account) {
      await looked
      session.delete(account)
      if (driver === null || state === 'missing') return
      await attempt(async () => {
        await driver.delete(filedUnder(account))
        if ((await driver.get(filedUnder(account))) !== null) {
          throw new AppError('KEYCHAIN_LOCKED', 'The keychain of this machine kept what was to be deleted.')
        }
        await requireOpen()
      })
    },
  }
}

function requireStorable(secret: string): void {
  const bytes = Buffer.byteLength(secret, 'utf8')
  const isWhole = Buffer.from(secret, 'utf8').toString('utf8') === secret
  if (bytes >= 1 && bytes <= mostBytes && isWhole && !secret.includes('\0')) return
  throw new AppError('TOKEN_UNSTORABLE', 'The keychain takes 1 to 2,560 bytes of text, and this is not that.')
}

function isTimeout(error: unknown): boolean {
  return error instanceof AppError && error.code === 'KEYCHAIN_TIMEOUT'
}

function locked(): AppError {
  return new AppError('KEYCHAIN_LOCKED', 'The keychain of this machine is locked.')
}
