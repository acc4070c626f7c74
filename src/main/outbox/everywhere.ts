// What waits goes out from every environment, not only from the open one: at the start, and when what kept data off the
// disk is over. Each library is opened for that once in a run of the app, and only where something may be kept.
import { EnvironmentName } from '../../contract/workspace'
import type { ActiveWorkspace } from '../environments/active-workspace'
import type { Keychain } from '../keychain/keychain'
import type { LibraryOnDemand } from '../library/on-demand'
import type { SettingsStore } from '../settings/settings'
import type { Log } from '../shell/log'
import type { Outbox } from './outbox'

export interface EverywhereDeps {
  readonly settings: Pick<SettingsStore, 'read'>
  readonly keychain: Pick<Keychain, 'ready' | 'state'>
  readonly libraries: Pick<LibraryOnDemand, 'ensureOpen' | 'modeOf' | 'moveToDisk'>
  readonly outbox: Pick<Outbox, 'recover' | 'look' | 'tryAgain'>
  readonly active: Pick<ActiveWorkspace, 'read' | 'activate' | 'isOpen'>
  readonly log: Pick<Log, 'defect'>
}

export interface Everywhere {
  /** After what is open was opened, or nothing is. Also after the library was started again. Never throws. */
  start(): Promise<void>
  /** What could only be in memory moves to the disk, and goes on there as after a start. */
  moveToDisk(): Promise<void>
  /** `look` looks at the keychain again. If it was of no use and is now, what it kept in goes on. Never throws. */
  lookAgain(look: () => Promise<void>): Promise<void>
}

export function createEverywhere(deps: EverywhereDeps): Everywhere {
  const { settings, keychain, libraries, outbox, active, log } = deps
  const looked = new Set<EnvironmentName>()
  let hasStarted = false

  /** A keychain that cannot be asked has neither key nor token, and the sandbox is not started for this. */
  function mayLook(environment: EnvironmentName): boolean {
    if (looked.has(environment) || settings.read().environments[environment].workspaces.length === 0) return false
    if (libraries.modeOf(environment) !== 'closed') return true
    return environment !== 'sandbox' && keychain.state() === 'available'
  }

  async function lookInto(environment: EnvironmentName): Promise<void> {
    try {
      await libraries.ensureOpen(environment)
      await outbox.recover(environment)
    } catch (defect) {
      log.defect(`looking for what waits in ${environment}`, defect)
    }
    // The open workspace is synced as it is; of a library that is down it is asked again.
    await outbox.look(environment, active.isOpen)
  }

  async function lookEverywhere(): Promise<void> {
    for (const environment of EnvironmentName.options) {
      if (!mayLook(environment)) continue
      looked.add(environment)
      await lookInto(environment)
    }
  }

  async function moveToDisk(): Promise<void> {
    for (const environment of await libraries.moveToDisk()) {
      const workspace = active.read()
      if (workspace?.environment === environment) await active.activate(workspace)
      else looked.delete(environment)
    }
    if (hasStarted) await lookEverywhere()
  }

  return {
    moveToDisk,
    async lookAgain(look) {
      const [before, wasOfUse] = [[...looked], keychain.state() === 'available']
      await look()
      await moveToDisk()
      if (wasOfUse || keychain.state() !== 'available') return
      for (const environment of before) await outbox.tryAgain(environment)
    },
    async start() {
      hasStarted = true
      looked.clear()
      await keychain.ready()
      await lookEverywhere()
    },
  }
}
