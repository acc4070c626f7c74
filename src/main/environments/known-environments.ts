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

/** The environments that are set up, open, or on the disk, in the order of `EnvironmentName`. */
export async function knownEnvironments(deps: KnownEnvironmentsDeps): Promise<readonly EnvironmentName[]> {
  const { settings, libraries, files } = deps
  const { environments } = settings.read()
  const isKnown = async (name: EnvironmentName) =>
    environments[name].workspaces.length > 0 || libraries.modeOf(name) !== 'closed' || (await files.exist(name))
  const names = EnvironmentName.options.map(async (name) => ((await isKnown(name)) ? [name] : []))
  return (await Promise.all(names)).flat()
}
