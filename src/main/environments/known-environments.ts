// The environments that may hold data of the person. Changes may wait in one even after its last workspace was removed.
import { EnvironmentName } from '../../contract/workspace'
import type { LibraryFiles } from '../library/library-files'
import type { LibraryOnDemand } from '../library/on-demand'
import type { SettingsStore } from '../settings/settings'

export interface KnownEnvironmentsDeps {
  readonly settings: Pick<SettingsStore, 'read'>
  readonly libraries: Pick<LibraryOnDemand, 'modeOf'>
  readonly files: Pick<LibraryFiles, 'exist'>
}

/** Whether an environment has a workspace, or files on the disk. */
export async function isSetUpOrOnDisk(
  { settings, files }: Omit<KnownEnvironmentsDeps, 'libraries'>,
  name: EnvironmentName,
): Promise<boolean> {
  return settings.read().environments[name].workspaces.length > 0 || (await files.exist(name))
}

/** The environments that are set up, open, or on the disk, in the order of `EnvironmentName`. */
export async function knownEnvironments(deps: KnownEnvironmentsDeps): Promise<readonly EnvironmentName[]> {
  const isKnown = async (name: EnvironmentName) =>
    deps.libraries.modeOf(name) !== 'closed' || (await isSetUpOrOnDisk(deps, name))
  const names = EnvironmentName.options.map(async (name) => ((await isKnown(name)) ? [name] : []))
  return (await Promise.all(names)).flat()
}
