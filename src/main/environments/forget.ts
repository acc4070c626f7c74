// Forgetting an environment: everything of it goes from this machine, for good. Secrets go first, as a keychain that is
// locked can refuse, and then nothing must be lost yet; without its key what is left of a library is noise.
import { AppError } from '../../contract/errors'
import { type EnvironmentName, environmentLabels } from '../../contract/workspace'
import type { LibraryFiles, LibraryKeys } from '../library/library-files'
import type { LibraryOnDemand } from '../library/on-demand'
import type { Outbox } from '../outbox/outbox'
import type { SandboxProcess } from '../sandbox/sandbox-process'
import type { Sync } from '../sync/sync'
import type { Environments } from './environments'

export interface ForgetDeps {
  readonly environments: Pick<Environments, 'deleteTokens' | 'erase'>
  readonly sync: Pick<Sync, 'forget'>
  readonly outbox: Pick<Outbox, 'suspend'>
  readonly libraries: Pick<LibraryOnDemand, 'whileClosed'>
  readonly files: Pick<LibraryFiles, 'remove'>
  readonly keys: Pick<LibraryKeys, 'delete'>
  readonly sandbox: Pick<SandboxProcess, 'erase'>
}

/** Throws INVALID_INPUT unless `confirmation` is the name as shown; KEYCHAIN_* with everything still there. */
export async function forgetEnvironment(
  { environments, sync, outbox, libraries, files, keys, sandbox }: ForgetDeps,
  environment: EnvironmentName,
  confirmation: string,
): Promise<void> {
  const label = environmentLabels[environment]
  if (confirmation.trim() !== label) {
    const message = `Type ${label} to confirm.`
    throw new AppError('INVALID_INPUT', message, { fields: [{ path: ['confirmation'], message }] })
  }
  await sync.forget(environment)
  await outbox.suspend(environment, () =>
    libraries.whileClosed(environment, async () => {
      await environments.deleteTokens(environment)
      await keys.delete(environment)
      await files.remove(environment)
      if (environment === 'sandbox') await sandbox.erase()
      await environments.erase(environment)
    }),
  )
}
