// Stores secrets in the keychain of the operating system, or in memory until the app closes; never in a file. A locked
// keychain answers "not found" to every read, so each such answer is checked against a sentinel entry that must exist.
// This folder holds everything about secrets: the driver, access tokens, library keys. It knows neither the service nor
// the library process. Begin here; tokens.ts and library-keys.ts are the two users of this interface.
import { AppError } from '../../contract/errors'
import type { KeychainState } from '../../contract/features/environments'
import { type Clock, systemClock } from '../clock'
import { createKeyedMutex, createMutex } from '../schedule/mutex'
import type { KeychainDriver } from './driver'
import { createTimeoutDriver, type TimeoutDriver, timeoutError } from './timeout-driver'

/** The limit of the smallest keychain (Windows). */
const maxBytes = 2560
const sentinelSecret = 'This entry shows Discovery Desk that the keychain is open.'

export interface Keychain {
  /** The result of the last check; `missing` before the first. */
  state(): KeychainState
  /** Resolves after the first check, which starts with the app. Never throws. */
  ready(): Promise<KeychainState>
  /** Checks again, since the person may have unlocked the keychain. Never throws. */
  check(): Promise<KeychainState>
  /**
   * null when no such secret is stored. While the keychain is unavailable, only session secrets are found. Throws
   * KEYCHAIN_LOCKED or KEYCHAIN_TIMEOUT if the keychain became unavailable since the last check.
   */
  get(account: string): Promise<string | null>
  /** Returns where the secret is stored. Throws TOKEN_UNSTORABLE: empty, over 2,560 bytes of UTF-8, or with a NUL. */
  set(account: string, secret: string): Promise<'keychain' | 'session'>
  /** Stores it in memory only. It takes precedence over the keychain's. */
  setForSession(account: string, secret: string): void
  isForSession(account: string): boolean
  /**
   * Without a keychain the account is noted, and deleted before a keychain is used again. Throws KEYCHAIN_LOCKED or
   * KEYCHAIN_TIMEOUT if the secret may still exist, and what `UndeletedAccounts.save` throws.
   */
  delete(account: string): Promise<void>
  /** Resolves when no secret is being stored or deleted. */
  idle(): Promise<void>
  /** The keychain owes an answer, perhaps because it asks the person for a password. */
  isWaiting(): boolean
}

/** Accounts that have to be deleted from the keychain before it is used. They outlive the app. */
export interface UndeletedAccounts {
  read(): readonly string[]
  save(accounts: readonly string[]): Promise<void>
}

export interface KeychainDeps {
  /** null: keytar could not be loaded. */
  readonly driver: KeychainDriver | null
  readonly profileId: string
  /** A second candidate for the profile's id. The candidate that the keychain has a sentinel for is the profile's. */
  readonly conflictingId?: string | null
  /** Called once, when it is known which of two candidates is the profile's id. */
  readonly onIdConfirmed?: (id: string) => void
  readonly undeleted?: UndeletedAccounts
  readonly timeoutMs?: number
  readonly clock?: Clock
  readonly platform?: NodeJS.Platform
}

/** Starts the first check at once. It may take seconds, so only calls that need its result wait for it. */
export function createKeychain(deps: KeychainDeps): Keychain {
  const { profileId, timeoutMs = 5000, clock = systemClock } = deps
  const driver = deps.driver === null ? null : createTimeoutDriver(deps.driver, clock, timeoutMs)
  const sentinel = driver === null ? null : createSentinel(driver, deps)
  const session = new Map<string, string>()
  const checks = createMutex()
  const writes = createKeyedMutex()
  let undeleted = deps.undeleted?.read() ?? []
  let state: KeychainState = 'missing'
  /** Callers name accounts by the id in the settings, which may turn out to be the wrong one. */
  const accountInKeychain = (account: string) => account.replace(profileId, sentinel?.profileId() ?? profileId)

  /** Runs one check at a time: its deletions must not meet what is stored after another. */
  function check(): Promise<KeychainState> {
    return checks.run(async () => {
      if (sentinel === null || driver === null) return 'missing'
      const found = await sentinel.check()
      state = found === 'available' ? await deleteUndeleted(driver) : found
      return state
    })
  }

  async function deleteUndeleted(from: TimeoutDriver): Promise<KeychainState> {
    try {
      for (const account of undeleted) {
        await from.delete(accountInKeychain(account))
        if ((await from.get(accountInKeychain(account))) !== null) return 'locked'
      }
      if (undeleted.length === 0) return 'available'
      // A keychain that was locked meanwhile answers "not found" as well.
      if (!(await sentinel?.isReadable())) return 'locked'
      await deps.undeleted?.save([])
      undeleted = []
      return 'available'
    } catch (error) {
      return isTimeout(error) ? 'unresponsive' : 'locked'
    }
  }

  async function deleteLater(account: string): Promise<void> {
    await checks.run(async () => {
      const next = [...new Set([...undeleted, account])]
      await deps.undeleted?.save(next)
      undeleted = next
    })
    // The keychain may have come back meanwhile.
    await check()
  }

  /** "Not found" is true only while the sentinel is readable. */
  async function assertOpen(): Promise<void> {
    if (!(await sentinel?.isReadable())) throw lockedError()
  }

  /** Runs a step that needs an open keychain, and updates the state if it fails. */
  async function attempt<T>(step: () => Promise<T>): Promise<T> {
    try {
      return await step()
    } catch (error) {
      if (isTimeout(error)) state = 'unresponsive'
      else if ((await check()) === 'available') throw error
      throw error instanceof AppError ? error : lockedError()
    }
  }

  async function store(account: string, secret: string): Promise<'keychain' | 'session'> {
    await firstCheck
    if (driver === null || state !== 'available') {
      session.set(account, secret)
      return 'session'
    }
    try {
      await attempt(async () => {
        await driver.set(accountInKeychain(account), secret)
        if ((await driver.get(accountInKeychain(account))) !== secret) throw new Error('another secret came back')
      })
    } catch {
      session.set(account, secret)
      return 'session'
    }
    session.delete(account)
    return 'keychain'
  }

  async function remove(account: string): Promise<void> {
    await firstCheck
    if (driver === null || state === 'missing') {
      await deleteLater(account)
      session.delete(account)
      return
    }
    session.delete(account)
    await attempt(async () => {
      await driver.delete(accountInKeychain(account))
      if ((await driver.get(accountInKeychain(account))) !== null) {
        throw new AppError('KEYCHAIN_LOCKED', 'This computer’s keychain didn’t delete the entry.')
      }
      await assertOpen()
    })
  }

  const firstCheck = check()
  return {
    state: () => state,
    ready: () => firstCheck,
    check,
    async get(account) {
      await firstCheck
      const sessionSecret = session.get(account)
      if (sessionSecret !== undefined) return sessionSecret
      if (driver === null || state !== 'available') return null
      return attempt(async () => {
        const secret = await driver.get(accountInKeychain(account))
        if (secret === null) await assertOpen()
        return secret
      })
    },
    async set(account, secret) {
      assertStorable(secret)
      return writes.run(account, () => store(account, secret))
    },
    setForSession(account, secret) {
      session.set(account, secret)
    },
    isForSession: (account) => session.has(account),
    delete: (account) => writes.run(account, () => remove(account)),
    idle: writes.idle,
    isWaiting: () => driver?.isWaiting() ?? false,
  }
}

/** An entry that exists as soon as the keychain was available once, and so tells "empty" from "locked". */
interface Sentinel {
  /** Finds the sentinel, or writes it. Never throws. */
  check(): Promise<KeychainState>
  isReadable(): Promise<boolean>
  /** The id that secrets are stored under: that of the settings until one of two candidates is confirmed. */
  profileId(): string
}

function createSentinel(
  driver: TimeoutDriver,
  {
    profileId,
    conflictingId = null,
    onIdConfirmed,
    platform = process.platform,
  }: Pick<KeychainDeps, 'profileId' | 'conflictingId' | 'onIdConfirmed' | 'platform'>,
): Sentinel {
  /** null while it is not known which of two candidates is the profile's id. */
  let confirmedId: string | null = conflictingId === null ? profileId : null

  // "witness" is an older name of the sentinel. It is part of account names on people's machines.
  const accountOf = (id: string) => `${id} witness`
  const isWrittenFor = async (id: string) => (await driver.get(accountOf(id))) === sentinelSecret

  function confirmId(id: string): void {
    if (confirmedId === id) return
    confirmedId = id
    onIdConfirmed?.(id)
  }

  /** null if there is no sentinel, which a locked keychain answers too. */
  async function find(): Promise<KeychainState | null> {
    // The conflicting id, from the second file, comes first: nobody edits that file or copies it between profiles.
    const candidates = confirmedId !== null ? [confirmedId] : [conflictingId ?? profileId, profileId]
    try {
      for (const id of candidates) {
        if (!(await isWrittenFor(id))) continue
        confirmId(id)
        return 'available'
      }
      return null
    } catch (error) {
      if (isTimeout(error)) return 'unresponsive'
      // macOS and Windows always have a keychain. It refuses in the person's language: locked, cancelled, wrong password.
      if (platform === 'darwin' || platform === 'win32') return 'locked'
      // A locked keyring usually answers "not found" instead.
      return error instanceof Error && /\block/i.test(error.message) ? 'locked' : 'missing'
    }
  }

  async function write(): Promise<KeychainState> {
    const id = confirmedId ?? profileId
    try {
      await driver.set(accountOf(id), sentinelSecret)
      if (!(await isWrittenFor(id))) return 'locked'
      // Writing may have made the person unlock the keychain, so an older sentinel may be readable only now.
      const isConflictingKnown = confirmedId === null && conflictingId !== null && (await isWrittenFor(conflictingId))
      confirmId(isConflictingKnown ? conflictingId : id)
      return 'available'
    } catch (error) {
      return isTimeout(error) ? 'unresponsive' : 'locked'
    }
  }

  return {
    check: async () => (await find()) ?? (await write()),
    isReadable: () => isWrittenFor(confirmedId ?? profileId),
    profileId: () => confirmedId ?? profileId,
  }
}

/** Throws KEYCHAIN_LOCKED or KEYCHAIN_TIMEOUT while there is a keychain that cannot be asked. */
export function assertAnswers(state: KeychainState): void {
  if (state === 'locked') throw lockedError()
  if (state === 'unresponsive') throw timeoutError()
}

function assertStorable(secret: string): void {
  const bytes = Buffer.byteLength(secret, 'utf8')
  const isWhole = Buffer.from(secret, 'utf8').toString('utf8') === secret
  if (bytes >= 1 && bytes <= maxBytes && isWhole && !secret.includes('\0')) return
  throw new AppError('TOKEN_UNSTORABLE', 'The keychain accepts 1 to 2,560 bytes of text.')
}

function isTimeout(error: unknown): boolean {
  return error instanceof AppError && error.code === 'KEYCHAIN_TIMEOUT'
}

function lockedError(): AppError {
  return new AppError('KEYCHAIN_LOCKED', 'This computer’s keychain is locked.')
}
