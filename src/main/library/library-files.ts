// Decides where the library of an environment is: one encrypted file each, with a key that only the keychain has. Without
// a keychain there is no file and the data is in memory: a new key at every start would make the file unreadable, and a
// key beside the file would protect nothing.
import { chmod, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { AppError, type ErrorCode } from '../../contract/errors'
import type { OpenLibrary } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import type { LibraryKey, LibraryKeys } from '../keychain/library-keys'
import type { Log } from '../shell/log'
import { forgetInBackup } from '../updates/profile-version'

export interface LibraryLocation {
  readonly input: OpenLibrary
  /** Why the data is only in memory; null when it is in a file. */
  readonly inMemoryReason: ErrorCode | 'NO_KEYCHAIN' | 'KEYCHAIN_REFUSED' | 'KEY_REFUSED' | 'LINKED_FOLDER' | null
  /** The keychain answered and had no key: a file that is there was made with another. */
  readonly isKeyNew: boolean
}

export interface LibraryFilesDeps {
  /** Folder of the person's profile; must exist. */
  readonly profile: string
  readonly keys: Pick<LibraryKeys, 'read' | 'create'>
  readonly log: Pick<Log, 'defect'>
}

export interface LibraryFiles {
  readonly folder: string
  locate(environment: EnvironmentName): Promise<LibraryLocation>
  /** Whether anything of the environment is on disk. */
  exist(environment: EnvironmentName): Promise<boolean>
  /** Removes the database, the files that belong to it, and its backups, also the one made before an update of the app. */
  remove(environment: EnvironmentName): Promise<void>
}

export function inMemory(environment: EnvironmentName, because: LibraryLocation['inMemoryReason']): LibraryLocation {
  const input = { environment, file: null, key: null, generation: 'memory' }
  return { input, inMemoryReason: because, isKeyNew: false }
}

export function createLibraryFiles({ profile, keys, log }: LibraryFilesDeps): LibraryFiles {
  const folder = path.join(profile, 'library')
  /** Keys that were made since the app started: with such a key there may be no file yet. */
  const made = new Set<EnvironmentName>()

  /** SQLite and the library put a database's other files beside it, under its name and a suffix. */
  async function namesOf(environment: EnvironmentName): Promise<readonly string[]> {
    const database = `${environment}.db`
    const names = await readdir(folder).catch(() => [])
    return names.filter(
      (name) => name === database || name.startsWith(`${database}-`) || name.startsWith(`${database}.`),
    )
  }

  async function locate(environment: EnvironmentName): Promise<LibraryLocation> {
    let kept: LibraryKey | null
    let isKeyNew = false
    try {
      const read = await keys.read(environment)
      if (read === 'NO_KEYCHAIN') return inMemory(environment, 'NO_KEYCHAIN')
      isKeyNew = read === null
      if (isKeyNew) made.add(environment)
      // A file without a key cannot be read any more: the library makes it a backup.
      kept = read ?? (await keys.create(environment))
    } catch (error) {
      if (error instanceof AppError) return inMemory(environment, error.code)
      // macOS asks the person about each entry, so one may be denied while the keychain is open.
      log.defect('library: reading its key', error)
      return inMemory(environment, 'KEY_REFUSED')
    }
    // It answers, but takes no new entry: Sync now would not help.
    if (!kept) return inMemory(environment, 'KEYCHAIN_REFUSED')
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Changing its mode or writing there would reach a folder that somebody else may have chosen.
      if ((await lstat(folder)).isSymbolicLink()) {
        log.defect('library: its folder is a symbolic link', new Error())
        return inMemory(environment, 'LINKED_FOLDER')
      }
      // mkdir leaves a folder that exists as it is, and the umask may have taken bits away.
      await chmod(folder, 0o700)
    } catch (error) {
      log.defect('library: making its folder', error)
      return inMemory(environment, 'PROFILE_READ_ONLY')
    }
    const hadFile = !made.has(environment)
    const input = { environment, file: path.join(folder, `${environment}.db`), ...kept, hadFile }
    return { input, inMemoryReason: null, isKeyNew }
  }

  return {
    folder,
    locate,
    exist: async (environment) => (await namesOf(environment)).length > 0,
    async remove(environment) {
      for (const name of await namesOf(environment)) await rm(path.join(folder, name), { force: true })
      await forgetInBackup(profile, environment)
    },
  }
}
