// The settings of a profile: read once, kept in memory, written whole after each change. Begin here; schema.ts has their
// shape, settings-file.ts the file, including what is salvaged from a damaged one. The folder holds no secrets and no
// data of the service.
import { randomUUID } from 'node:crypto'
import { AppError } from '../../contract/errors'
import { type Clock, systemClock } from '../clock'
import { createMutex } from '../schedule/mutex'
import type { Settings } from './schema'
import { loadSettings, readSecondId, redactForDisk, writeSecondId, writeSettings } from './settings-file'

export interface SettingsStore {
  read(): Settings
  /**
   * Takes effect at once and resolves when it is on disk. Changes made during a write go into the next write together.
   * Throws DISK_FULL or PROFILE_READ_ONLY; the change then lasts until the app closes.
   */
  update(change: (settings: Settings) => Settings): Promise<void>
  /** Resolves when no write is running or queued. Never throws. */
  flush(): Promise<void>
  /** The profile is new, or its id was lost, and with it everything that is stored under that id. */
  readonly isIdNew: boolean
  /** The id in the second file, if the two files differ. `profileId` is the settings' own until `resolveId`. */
  readonly conflictingId: string | null
  /** Writes the id that the keychain knows to both files. Throws like `update`. */
  resolveId(profileId: string): Promise<void>
  /** Trouble while reading, worded for people. */
  readonly notices: readonly string[]
}

export interface SettingsDeps {
  readonly clock?: Clock
  readonly newProfileId?: () => string
}

/** Creates `file` and its folder if they are missing. Never throws: without a readable file there are defaults. */
export async function openSettings(file: string, deps: SettingsDeps = {}): Promise<SettingsStore> {
  const { clock = systemClock, newProfileId = randomUUID } = deps
  const secondId = await readSecondId(file)
  const loaded = await loadSettings(file, clock, { secondId, newProfileId })
  let settings = loaded.settings
  const mutex = createMutex()
  let queuedWrite: Promise<void> | null = null

  /** At most one write runs and one is queued. The queued one takes every change made before it starts. */
  function save(): Promise<void> {
    queuedWrite ??= mutex.run(async () => {
      queuedWrite = null
      if (!loaded.canWrite) {
        throw new AppError('PROFILE_READ_ONLY', 'The settings file can’t be read or replaced.')
      }
      await writeSettings(file, settings)
    })
    return queuedWrite
  }

  const notices = [...loaded.notices]
  // Saved at once, so that a new profile keeps the id under which secrets will be stored.
  if (loaded.isNew) {
    await save().catch((error: unknown) => {
      const reason = error instanceof AppError ? error.message : 'Couldn’t save the settings.'
      notices.push(`${reason} Your settings are kept only until the app closes.`)
    })
  }

  // Removes data of a workspace that an older version wrote, without waiting for the next change.
  const needsRedaction = redactForDisk(settings).preferences.lastRoute !== settings.preferences.lastRoute
  if (needsRedaction) await save().catch(() => undefined)

  // If the two files differ, either may be damaged: the keychain decides.
  const conflictingId = secondId === settings.profileId ? null : secondId
  if (loaded.canWrite && secondId === null) await writeSecondId(file, settings.profileId)

  return {
    conflictingId,
    async resolveId(profileId) {
      if (conflictingId === null) return
      if (profileId !== secondId) await writeSecondId(file, profileId)
      if (profileId === settings.profileId) return
      settings = { ...settings, profileId }
      await save()
    },
    isIdNew: loaded.isIdNew,
    read: () => settings,
    async update(change) {
      settings = change(settings)
      await save()
    },
    flush: () => mutex.idle(),
    notices,
  }
}
