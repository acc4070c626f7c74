// The settings of a profile: read once, kept in memory, written whole after each change. A file that cannot be used
// is set aside under another name, never overwritten.
import { randomUUID } from 'node:crypto'
import { constants, copyFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors'
import { type Clock, systemClock } from '../clock'
import { fileError } from './file-error'
import { onDisk } from './on-disk'
import { readSecondId, writeSecondId } from './profile-id'
import { salvage } from './salvage'
import { defaultSettings, type Settings } from './schema'
import { writeWholeFile } from './write-file'

export interface SettingsStore {
  read(): Settings
  /**
   * Holds from the moment it is called; resolves when it is on disk. Changes made while one is being written go
   * into the next write together. Throws DISK_FULL or PROFILE_READ_ONLY; the change then holds until the app closes.
   */
  update(change: (settings: Settings) => Settings): Promise<void>
  /** Resolves when nothing is being written any more. Never throws. */
  flush(): Promise<void>
  /** The profile began with this start, or the id it had is lost: what is filed under that one is not found any more. */
  readonly isIdNew: boolean
  /** The two files say different ids; null: they do not. `profileId` is the settings' own until one is kept. */
  readonly otherId: string | null
  /** The one under which the keychain has something. It is in both files when this resolves; throws like `update`. */
  keepId(profileId: string): Promise<void>
  /** Trouble met while reading, in words. */
  readonly notices: readonly string[]
}

export interface SettingsDeps {
  readonly clock?: Clock
  readonly newProfileId?: () => string
}

/** `file` is made when it is missing, its folder too. Throws nothing: with nothing to read there are defaults. */
export async function openSettings(file: string, deps: SettingsDeps = {}): Promise<SettingsStore> {
  const { clock = systemClock, newProfileId = randomUUID } = deps
  const secondId = await readSecondId(file)
  const found = await load(file, clock, { secondId, newProfileId })
  let settings = found.settings
  let writing: Promise<void> | null = null
  let next: Promise<void> | null = null

  async function write(): Promise<void> {
    if (!found.canWrite) throw new AppError('PROFILE_READ_ONLY', 'The settings file can neither be read nor replaced.')
    try {
      await writeWholeFile(file, `${JSON.stringify(onDisk(settings), null, 2)}\n`)
    } catch (error) {
      throw fileError(error)
    }
  }

  /** At most one write runs and one waits; the one that waits takes everything that came meanwhile. */
  function save(): Promise<void> {
    if (writing === null) {
      const current = write().finally(() => {
        writing = null
      })
      writing = current
      return current
    }
    next ??= writing
      .catch(() => {})
      .then(() => {
        next = null
        return save()
      })
    return next
  }

  const notices = [...found.notices]
  // A new profile keeps its id from the first start on: secrets are filed under it.
  if (found.isNew) {
    await save().catch((error: unknown) => {
      const reason = error instanceof AppError ? error.message : 'The settings could not be saved.'
      notices.push(`${reason} What you set holds until the app closes.`)
    })
  }

  // What an older version wrote and this one would not does not wait for the next change.
  const isTooMuch = onDisk(settings).preferences.lastRoute !== settings.preferences.lastRoute
  if (isTooMuch) await save().catch(() => undefined)

  // Where both are there and differ, either may be the damaged one: which, the keychain has to say.
  const otherId = secondId === settings.profileId ? null : secondId
  if (found.canWrite && secondId === null) await writeSecondId(file, settings.profileId)

  return {
    otherId,
    async keepId(profileId) {
      if (otherId === null) return
      if (profileId !== secondId) await writeSecondId(file, profileId)
      if (profileId === settings.profileId) return
      settings = { ...settings, profileId }
      await save()
    },
    isIdNew: found.isIdNew,
    read: () => settings,
    async update(change) {
      settings = change(settings)
      await save()
    },
    async flush() {
      while (writing !== null || next !== null) await (next ?? writing)?.catch(() => {})
    },
    notices,
  }
}

interface Loaded {
  readonly settings: Settings
  /** false: a file is there that could be neither used nor copied, and it must not be lost. */
  readonly canWrite: boolean
  /** What is in memory is not what is on disk. */
  readonly isNew: boolean
  readonly isIdNew: boolean
  readonly notices: readonly string[]
}

interface Ids {
  readonly secondId: string | null
  readonly newProfileId: () => string
}

const connectAgain =
  'Connect each workspace that is missing, with the organisation and workspace id it had: what was synced, typed and not sent is still on this computer.'

async function load(file: string, clock: Clock, { secondId, newProfileId }: Ids): Promise<Loaded> {
  const otherId = () => secondId ?? newProfileId()
  const isIdNew = secondId === null
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 }).catch(() => {})
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const settings = defaultSettings(otherId())
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    // A profile that begins has neither of the two files.
    const lost = isIdNew ? [] : [`The settings file was not found, so the app starts with none. ${connectAgain}`]
    if (isMissing) return { settings, canWrite: true, isNew: true, isIdNew, notices: lost }
    const notices = ['The settings could not be read. The app starts with none, and changes hold until it closes.']
    return { settings, canWrite: false, isNew: false, isIdNew, notices }
  }

  const { settings, isWhole, areWorkspacesLost, ...salvaged } = salvage(text, otherId)
  const found = { settings, isIdNew: salvaged.isIdNew && isIdNew }
  if (isWhole) return { ...found, canWrite: true, isNew: false, notices: [] }
  const name = `settings.unreadable-${clock.now().replaceAll(/[:.]/g, '-')}.json`
  try {
    await copyFile(file, path.join(path.dirname(file), name), constants.COPYFILE_EXCL)
  } catch {
    const notices = ['Part of the settings could not be read. Changes hold until the app closes.']
    return { ...found, canWrite: false, isNew: false, notices }
  }
  const what = areWorkspacesLost
    ? 'Settings could not be read, among them which workspaces were connected.'
    : 'Part of the settings could not be read and starts afresh.'
  const way = areWorkspacesLost && !found.isIdNew ? ` ${connectAgain}` : ''
  const notices = [`${what} The old file was kept as ${name}.${way}`]
  return { ...found, canWrite: true, isNew: true, notices }
}
