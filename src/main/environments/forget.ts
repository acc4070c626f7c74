// Forgetting an environment: deletes everything of it from this computer, for good. A locked keychain refuses first:
// nothing must be lost then. Secrets are deleted next; without a keychain they are noted and deleted before the next one
// is used. Without its key the rest of a library cannot be read.
import { AppError } from '../../contract/errors'
import { type EnvironmentName, environmentLabels } from '../../contract/workspace'
import type { Changes } from '../changes/changes'
import { assertAnswers, type Keychain } from '../keychain/keychain'
import type { LibraryKeys } from '../keychain/library-keys'
import type { LibraryFiles } from '../library/library-files'
import type { LibraryOnDemand } from '../library/on-demand'
import type { SandboxProcess } from '../sandbox/sandbox-process'
import type { Sync } from '../sync/sync'
import type { Environments } from './environments'

export interface ForgetDeps {
  readonly environments: Pick<Environments, 'deleteTokens' | 'erase'>
  readonly keychain: Pick<Keychain, 'check'>
  readonly sync: Pick<Sync, 'forget'>
  readonly changes: Pick<Changes, 'pause'>
  readonly libraries: Pick<LibraryOnDemand, 'whileClosed'>
  readonly files: Pick<LibraryFiles, 'remove'>
  readonly keys: Pick<LibraryKeys, 'delete'>
  readonly sandbox: Pick<SandboxProcess, 'erase'>
}

/** Throws INVALID_INPUT unless `confirmation` is the label of the environment; KEYCHAIN_* while it is locked or silent. */
export async function forgetEnvironment(
  { environments, keychain, sync, changes, libraries, files, keys, sandbox }: ForgetDeps,
  environment: EnvironmentName,
  confirmation: string,
): Promise<void> {
  const label = environmentLabels[environment]
  if (confirmation.trim() !== label) {
    const message = `Type ${label} to confirm.`
    throw new AppError('INVALID_INPUT', message, { fields: [{ path: ['confirmation'], message }] })
  }
  assertAnswers(await keychain.check())
  await sync.forget(environment)
  await changes.pause(environment, async () => {
    // Without a keychain they are noted for later, which a full disk refuses: a library in memory must be there then.
    await environments.deleteTokens(environment)
    // A change that was in flight may have asked for a list since.
    await sync.forget(environment)
    await libraries.whileClosed(environment, async () => {
      await keys.delete(environment)
      await files.remove(environment)
      if (environment === 'sandbox') await sandbox.erase()
      await environments.erase(environment)
    })
  })
}
