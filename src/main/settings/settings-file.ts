// Reads and writes the two files of a profile. settings.json is not encrypted, so it holds no data of a workspace.
// profile-id holds the profile's id a second time: library keys and tokens are stored under that id, so losing it would
// lock everything away for good.
import { constants, copyFile, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { FeedbackColumn } from '../../contract/features/feedback'
import { InsightColumn, InsightFilter } from '../../contract/features/insights'
import { KnowledgeColumn } from '../../contract/features/knowledge'
import { OpportunityColumn } from '../../contract/features/opportunities'
import { OutcomeColumn } from '../../contract/features/outcomes'
import { Preferences } from '../../contract/features/preferences'
import { SolutionColumn } from '../../contract/features/solutions'
import { InsightType } from '../../contract/resources/insight'
import { views } from '../../contract/views'
import { EnvironmentName } from '../../contract/workspace'
import type { Clock } from '../clock'
import { defaultSettings, EnvironmentSettings, isOf, Settings } from './schema'
import { fileError, writeWholeFile } from './write-file'

export interface LoadedSettings {
  readonly settings: Settings
  /** false: an existing file could be neither used nor copied, and must not be overwritten. */
  readonly canWrite: boolean
  /** The settings differ from the file and have to be saved. */
  readonly isNew: boolean
  /** The profile is new, or its id was lost. */
  readonly isIdNew: boolean
  readonly notices: readonly string[]
}

interface IdSources {
  readonly secondId: string | null
  readonly newProfileId: () => string
}

const connectAgain =
  'Connect each missing workspace with its organisation and workspace ID. Synced data, drafts and unsent changes are still on this computer.'

/** Never throws. A damaged file is copied to another name before its readable parts are used. */
export async function loadSettings(
  file: string,
  clock: Clock,
  { secondId, newProfileId }: IdSources,
): Promise<LoadedSettings> {
  const fallbackId = () => secondId ?? newProfileId()
  const isIdNew = secondId === null
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 }).catch(() => {})
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    const settings = defaultSettings(fallbackId())
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    // A new profile has neither file.
    const lost = isIdNew ? [] : [`The settings file wasn’t found, so the app starts without settings. ${connectAgain}`]
    if (isMissing) return { settings, canWrite: true, isNew: true, isIdNew, notices: lost }
    const notices = [
      'The settings couldn’t be read. Default settings are in use, and changes are kept only until the app closes.',
    ]
    return { settings, canWrite: false, isNew: false, isIdNew, notices }
  }

  const { settings, isWhole, areWorkspacesLost, hasId } = salvageSettings(text, fallbackId)
  const loaded = { settings, isIdNew: !hasId && isIdNew }
  if (isWhole) return { ...loaded, canWrite: true, isNew: false, notices: [] }
  const backupName = `settings.unreadable-${clock.now().replaceAll(/[:.]/g, '-')}.json`
  try {
    await copyFile(file, path.join(path.dirname(file), backupName), constants.COPYFILE_EXCL)
  } catch {
    const notices = ['Some settings couldn’t be read. Changes are kept only until the app closes.']
    return { ...loaded, canWrite: false, isNew: false, notices }
  }
  const loss = areWorkspacesLost
    ? 'The settings couldn’t be read, including the list of workspaces.'
    : 'Some settings couldn’t be read and were reset.'
  const advice = areWorkspacesLost && !loaded.isIdNew ? ` ${connectAgain}` : ''
  const notices = [`${loss} The old file was kept as ${backupName}.${advice}`]
  return { ...loaded, canWrite: true, isNew: true, notices }
}

/** Throws DISK_FULL or PROFILE_READ_ONLY. */
export async function writeSettings(file: string, settings: Settings): Promise<void> {
  try {
    await writeWholeFile(file, `${JSON.stringify(redactForDisk(settings), null, 2)}\n`)
  } catch (error) {
    throw fileError(error)
  }
}

// Salvaging what a damaged file still holds.

interface Salvaged {
  readonly settings: Settings
  /** false: part of the file was unusable. */
  readonly isWhole: boolean
  /** The workspaces of at least one environment were unusable. */
  readonly areWorkspacesLost: boolean
  readonly hasId: boolean
}

function salvageSettings(text: string, fallbackId: () => string): Salvaged {
  const content = parseJson(text)
  const whole = Settings.safeParse(content)
  if (whole.success) return { settings: whole.data, isWhole: true, areWorkspacesLost: false, hasId: true }

  // Secrets are stored under the profile id, so it is searched for even in text that is not JSON.
  const idText = /"profileId"\s*:\s*"([^"]{1,64})"/.exec(text)?.[1]
  const profileId = z.uuid().safeParse(idText).data
  const defaults = defaultSettings(profileId ?? fallbackId())
  const parts = toRecord(content)
  const { active, formerProduction, network, preferences, undeletedAccounts, updates, window } = Settings.shape
  const environmentParts = toRecord(parts.environments)
  const readable = EnvironmentName.options.flatMap((name) => {
    const { data } = EnvironmentSettings.safeParse(environmentParts[name])
    return data === undefined ? [] : [[name, data] as const]
  })
  const environments = { ...defaults.environments, ...Object.fromEntries(readable) }
  const opened = active.safeParse(parts.active).data ?? null
  const isConnected =
    opened !== null && environments[opened.environment].workspaces.some((entry) => isOf(entry, opened))
  const settings: Settings = {
    ...defaults,
    environments,
    // A workspace that is no longer connected has no address to be opened at.
    active: isConnected ? opened : null,
    network: network.safeParse(parts.network).data ?? defaults.network,
    preferences: preferences.safeParse(parts.preferences).data ?? defaults.preferences,
    formerProduction: formerProduction.safeParse(parts.formerProduction).data ?? defaults.formerProduction,
    undeletedAccounts: undeletedAccounts.safeParse(parts.undeletedAccounts).data ?? defaults.undeletedAccounts,
    updates: updates.safeParse(parts.updates).data ?? defaults.updates,
    window: window.safeParse(parts.window).data ?? defaults.window,
  }
  return {
    settings,
    isWhole: false,
    areWorkspacesLost: readable.length < EnvironmentName.options.length,
    hasId: profileId !== undefined,
  }
}

const toRecord = (content: unknown) => z.record(z.string(), z.unknown()).safeParse(content).data ?? {}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// Redacting the last route. Search words, source names and record ids are data of the workspace and stay in memory.

type IsAllowed = (value: string) => boolean

const columns: ReadonlySet<string> = new Set(
  [InsightColumn, OpportunityColumn, OutcomeColumn, SolutionColumn, FeedbackColumn, KnowledgeColumn].flatMap(
    ({ options }): readonly string[] => options,
  ),
)
const isScore: IsAllowed = (value) => /^\d{1,6}(\.\d{1,6})?$/.test(value)

/** Checks the values too: anybody may have written the link that a route comes from. */
const allowedParameters: ReadonlyMap<string, IsAllowed> = new Map([
  ['sort', (value) => columns.has(value.replace(/^-/, ''))],
  ['type', (value) => InsightType.safeParse(value).success],
  ['seen', (value) => InsightFilter.shape.seen.safeParse(value).success],
  ['opportunity', (value) => InsightFilter.shape.opportunity.safeParse(value).success],
  ['min', isScore],
  ['max', isScore],
  // An id that this app generated, or the name of a default view.
  ['view', (value) => /^[a-z0-9-]{1,40}$/.test(value)],
  ['layout', (value) => value === 'board'],
  // Reopens the form after a crash. The app generates the ids of changes, so they reveal nothing.
  ['new', (value) => value === '1'],
  ['edit', (value) => z.uuid().safeParse(value).success],
])

function redactRoute(route: string): string {
  const [routePath = '', query = ''] = route.split('?')
  const view = views.find(({ name }) => name === routePath.split('/')[1])
  if (view === undefined) return Preferences.parse({}).lastRoute
  const parameters = [...new URLSearchParams(query)]
  const known = parameters.filter(([name, value]) => allowedParameters.get(name)?.(value) === true)
  // Without part of its filters it would count as a saved view that was changed.
  const allowed = known.length === parameters.length ? known : known.filter(([name]) => name !== 'view')
  return allowed.length === 0 ? `/${view.name}` : `/${view.name}?${new URLSearchParams(allowed)}`
}

/** The settings without data of a workspace. */
export function redactForDisk(settings: Settings): Settings {
  const { preferences } = settings
  return { ...settings, preferences: { ...preferences, lastRoute: redactRoute(preferences.lastRoute) } }
}

// The second copy of the profile's id.

const idFileOf = (settingsFile: string) => path.join(path.dirname(settingsFile), 'profile-id')

/** null when the file is missing or damaged. */
export async function readSecondId(settingsFile: string): Promise<string | null> {
  const text = await readFile(idFileOf(settingsFile), 'utf8').catch(() => '')
  return z.uuid().safeParse(text.trim()).data ?? null
}

/** Never throws: the next start tries again. */
export async function writeSecondId(settingsFile: string, profileId: string): Promise<void> {
  await writeWholeFile(idFileOf(settingsFile), `${profileId}\n`).catch(() => undefined)
}
