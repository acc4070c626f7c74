// Which version of the app wrote the profile. A newer version copies the person's data to `backup` before it changes
// anything, so that they can go back; an older one refuses to start, as it would lose what it doesn't know. All of it is
// decided before the settings and the libraries are opened: no other process has the files then, so a database and its
// write-ahead log are copied as they are, encrypted, without their keys.
import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../contract/errors'
import { isObject } from '../../contract/is-object'
import type { EnvironmentName } from '../../contract/workspace'
import { Settings } from '../settings/schema'
import { fileError, renameFile, syncFolder, writeWholeFile } from '../settings/write-file'

export type ProfileClaim =
  | { readonly state: 'ready' }
  /** `writtenBy` null: only the shape of the settings says that it was a newer version. */
  | { readonly state: 'newer'; readonly writtenBy: string | null }
  /** Nothing was changed. */
  | { readonly state: 'notBackedUp'; readonly reason: 'DISK_FULL' | 'PROFILE_READ_ONLY' }

export type RefusedClaim = Exclude<ProfileClaim, { state: 'ready' }>

export interface ProfileClaimDeps {
  readonly profile: string
  /** Of the app that is starting. */
  readonly version: string
  readonly copy?: (from: string, to: string) => Promise<void>
}

const stampName = 'written-by'
const backupName = 'backup'
/** A backup that is being made. */
const unfinishedName = 'backup.new'
const ownFiles = ['settings.json', 'profile-id', 'sandbox.data', stampName]
/** Databases that could not be used are backups already; files of a sync and SQLite's shared memory are worth nothing. */
const isLeftOut = (name: string) => /\.db([.-](unusable|incoming)-|-shm$)/.test(name)

/** Call after the single instance lock was obtained, and before anything else in the profile is read or written. */
export async function claimProfile(deps: ProfileClaimDeps): Promise<ProfileClaim> {
  const { profile, version, copy = copyDurably } = deps
  const stamp = path.join(profile, stampName)
  const writtenBy = await readVersion(stamp)
  const order = writtenBy === null ? -1 : compareVersions(writtenBy, version)
  if (order > 0) return { state: 'newer', writtenBy }
  if (await hasNewerSettings(profile)) return { state: 'newer', writtenBy: null }
  // Left by a version that was killed during its backup and then given up for this one.
  await removeUnfinished(profile).catch(() => undefined)
  if (writtenBy === version) return { state: 'ready' }

  const files = await personsFiles(profile)
  try {
    // 0: another build of the same version.
    if (files.length > 0 && order !== 0) await backUp(profile, files, copy)
    await mkdir(profile, { recursive: true, mode: 0o700 })
    await writeWholeFile(stamp, `${version}\n`)
    return { state: 'ready' }
  } catch (error) {
    await removeUnfinished(profile).catch(() => undefined)
    // In a new profile there is nothing to lose; the app says later that it can't be written.
    if (files.length === 0) return { state: 'ready' }
    const known = fileError(error)
    if (!(known instanceof AppError)) throw error
    return { state: 'notBackedUp', reason: known.code === 'DISK_FULL' ? 'DISK_FULL' : 'PROFILE_READ_ONLY' }
  }
}

/** Replaces the one backup by a new one, which is whole before the old one goes. */
async function backUp(
  profile: string,
  files: readonly string[],
  copy: NonNullable<ProfileClaimDeps['copy']>,
): Promise<void> {
  const unfinished = path.join(profile, unfinishedName)
  const backup = path.join(profile, backupName)
  await removeUnfinished(profile)
  await mkdir(path.join(unfinished, 'library'), { recursive: true, mode: 0o700 })
  for (const name of files) await copy(path.join(profile, name), path.join(unfinished, name))
  await syncFolder(path.join(unfinished, 'library'))
  await syncFolder(unfinished)
  // If the app ends in between, the next start finds the data as it was and makes the backup again.
  await rm(backup, { recursive: true, force: true, maxRetries: 10, retryDelay: 20 })
  await renameFile(unfinished, backup)
  await syncFolder(profile)
}

/** The person's files, relative to the profile. */
async function personsFiles(profile: string): Promise<readonly string[]> {
  const top = await namesIn(profile)
  const libraries = await namesIn(path.join(profile, 'library'))
  const kept = libraries.filter((name) => name.includes('.db') && !isLeftOut(name))
  return [...ownFiles.filter((name) => top.includes(name)), ...kept.map((name) => path.join('library', name))]
}

/** Shares the blocks of the original where the file system can. */
async function copyDurably(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  await chmod(to, 0o600)
  const handle = await open(to, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const removeUnfinished = (profile: string) => rm(path.join(profile, unfinishedName), { recursive: true, force: true })

/** Deletes an environment that is being forgotten from the backup. */
export async function forgetInBackup(profile: string, environment: EnvironmentName): Promise<void> {
  await removeUnfinished(profile)
  const backup = path.join(profile, backupName)
  const library = path.join(backup, 'library')
  for (const name of await namesIn(library)) {
    if (name.startsWith(`${environment}.db`)) await rm(path.join(library, name), { force: true })
  }
  if (environment === 'sandbox') await rm(path.join(backup, 'sandbox.data'), { force: true })
  const file = path.join(backup, 'settings.json')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return
  const without = withoutEnvironment(text, environment)
  if (without === null) await rm(file, { force: true })
  else await writeWholeFile(file, without)
}

/** null: cannot be read, so it is not known where the environment is named. The shape may be an older one. */
function withoutEnvironment(text: string, environment: EnvironmentName): string | null {
  const settings = parseRecord(text)
  const environments = settings?.environments
  if (settings === null || !isObject(environments)) return null
  const { [environment]: _forgotten, ...others } = environments
  const { active } = settings
  const isActive = isObject(active) && active.environment === environment
  const kept = { ...settings, environments: others, active: isActive ? null : active }
  return `${JSON.stringify(kept, null, 2)}\n`
}

async function hasNewerSettings(profile: string): Promise<boolean> {
  const text = await readFile(path.join(profile, 'settings.json'), 'utf8').catch(() => '')
  const version = parseRecord(text)?.version
  return typeof version === 'number' && version > Settings.shape.version.value
}

async function readVersion(file: string): Promise<string | null> {
  const text = (await readFile(file, 'utf8').catch(() => '')).trim()
  return /^\d{1,6}\.\d{1,6}\.\d{1,6}(-[\w.-]{1,40})?$/.test(text) ? text : null
}

/** Compares as semver does: below 0, `one` is older. Another build of the same version, as 0.1.0-fallback, is equal. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [versionParts(one), versionParts(other)]
  const place = a.findIndex((part, index) => part !== b[index])
  if (place === -1 && a.length === b.length) return 0
  const [x, y] = place === -1 ? [undefined, b[a.length]] : [a[place], b[place]]
  const isRelease = Math.min(a.length, b.length) === 3
  // Only a pre-release has a fourth part, and it comes before its release.
  if (x === undefined || y === undefined) return (x === undefined) === isRelease ? 1 : -1
  const [isNumber, isOtherNumber] = [/^\d+$/.test(x), /^\d+$/.test(y)]
  if (isNumber && isOtherNumber) return Number(x) - Number(y)
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return x < y ? -1 : 1
}

/** Three numbers, then the parts of a pre-release. */
function versionParts(version: string): readonly string[] {
  const [numbers = '', ...rest] = version.replace(/-(fallback|override)$/, '').split('-')
  return [...numbers.split('.'), ...(rest.length > 0 ? rest.join('-').split('.') : [])]
}

const namesIn = (folder: string) => readdir(folder).catch((): string[] => [])

function parseRecord(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export interface ClaimWords {
  readonly message: string
  readonly detail: string
}

/** Why the app doesn't start, for a person. */
export function claimWords(
  claim: RefusedClaim,
  { version, profile }: Pick<ProfileClaimDeps, 'version' | 'profile'>,
): ClaimWords {
  if (claim.state === 'newer') {
    const { writtenBy } = claim
    const writer = writtenBy ? `Discovery Desk ${writtenBy}` : 'a newer version of Discovery Desk'
    return {
      message: `Your data was last used by ${writer}.`,
      detail: `This is version ${version}, which can’t read it. Nothing was changed. Install ${writtenBy ? `version ${writtenBy} or newer` : 'the newest version'}.\n\nYour data is in ${profile}. To go back, use the copy in its folder “backup”, if there is one.`,
    }
  }
  const cause =
    claim.reason === 'DISK_FULL'
      ? 'The disk is full. Free up some space, then try again.'
      : `The app can’t write to its folder, ${profile}. Make it writable, then try again.`
  return {
    message: `Discovery Desk ${version} couldn’t back up your data.`,
    detail: `A new version backs up your data before using it. ${cause}\n\nNothing was changed.`,
  }
}
