// Diagnostics: the facts for finding out why the app does not work, as texts that the person reads before saving them. Each
// part names its fields; nothing is copied whole from where records are. Begin with createDiagnostics; sync-history.ts and
// timings.ts collect while the app runs, shown-settings.ts selects the settings to show.
//
// Collected texts are kept by id, so that the saved texts are those that were read, and the page can't change them.
import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { AppError } from '../../contract/errors'
import type { Diagnostics } from '../../contract/features/help'
import type { LibraryApi } from '../../contract/library'
import { EnvironmentName } from '../../contract/workspace'
import type { Clock } from '../clock'
import { workspacesIn } from '../environments/setup'
import type { LibraryOnDemand } from '../library/on-demand'
import { reportOf } from '../schedule/failure'
import { timedOut, withTimeout } from '../schedule/with-timeout'
import { createRedaction } from '../service/redact'
import type { SettingsStore } from '../settings/settings'
import { type Log, logFiles } from '../shell/log'
import { scrub } from '../shell/scrub'
import type { KnownSecrets } from './known-secrets'
import { numberedWorkspace, shownSettings } from './shown-settings'
import type { SyncHistory } from './sync-history'
import type { Timings } from './timings'

const longestLogBytes = 256 * 1024
const partTimeoutMs = 5_000
/** The first that a zip can have: the date of the computer may be one that it can't. `program.json` has that one. */
const zipDate = new Date(Date.UTC(1980, 6, 1))

/** Each window has one dialog; older ones are forgotten. */
const mostKept = 3

export interface DiagnosticsDeps {
  /** Versions, system and memory. */
  readonly program: () => object
  readonly settings: Pick<SettingsStore, 'read'>
  readonly keychainState: () => string
  readonly environments: () => Promise<readonly EnvironmentName[]>
  readonly libraries: Pick<LibraryOnDemand, 'modeOf' | 'inMemoryReason'> & {
    readonly library: Pick<LibraryApi, 'inspect' | 'lastSync'>
  }
  readonly syncHistory: Pick<SyncHistory, 'list'>
  readonly timings: Pick<Timings, 'read'>
  readonly logFolder: string
  /** Tokens, keys and proxy sign-ins, which are taken out wherever they are. */
  readonly secrets: () => Promise<KnownSecrets>
  readonly clock: Clock
  readonly log: Pick<Log, 'defect'>
}

export interface DiagnosticsCollector {
  collect(): Promise<Diagnostics>
  /** The zip of what was collected. Throws NOT_FOUND for an id that was forgotten. */
  zip(id: string): Uint8Array
}

interface Part {
  readonly name: string
  readonly text: string
  /** The parts of it that could not be read, in words. */
  readonly missing: readonly string[]
}

export function createDiagnostics(deps: DiagnosticsDeps): DiagnosticsCollector {
  const { clock, log, secrets } = deps
  const kept = new Map<string, Diagnostics['files']>()

  /** A part that fails or hangs is named as missing, and the others are there. */
  async function read<T>(name: string, work: () => Promise<T>): Promise<{ value: T } | { missing: string }> {
    try {
      const value = await withTimeout(clock, partTimeoutMs, work())
      return value === timedOut ? { missing: `${name} (TIMEOUT)` } : { value }
    } catch (error) {
      return { missing: `${name} (${reportOf(log, `diagnostics: ${name}`, error).code})` }
    }
  }

  async function part(name: string, work: () => Promise<unknown>, also: readonly string[] = []): Promise<Part> {
    const got = await read(name, work)
    const isMissing = 'missing' in got
    const value = isMissing ? { missing: got.missing } : got.value
    const text = typeof value === 'string' ? value : `${JSON.stringify(value, null, 2)}\n`
    return { name, text, missing: isMissing ? [got.missing, ...also] : also }
  }

  async function parts(): Promise<readonly Part[]> {
    const stores = await Promise.all((await deps.environments()).map((name) => libraryPart(deps, name, read)))
    const missing = stores.flatMap((store) => ('missing' in store ? [`library.json: ${store.missing}`] : []))
    return Promise.all([
      part('program.json', async () => ({ collectedAt: clock.now(), ...deps.program() })),
      part('settings.json', async () => ({
        keychain: deps.keychainState(),
        ...shownSettings(deps.settings.read()),
      })),
      part('library.json', async () => stores, missing),
      part('syncs.json', async () => syncsOf(deps, read)),
      part('timings.json', async () => deps.timings.read()),
      part('log.txt', () => lastLines(deps.logFolder)),
    ])
  }

  return {
    async collect() {
      const [collected, known] = await Promise.all([parts(), read(unknownSecrets, secrets)])
      const areAllKnown = 'value' in known && !known.value.areSomeUnknown
      const redactions = 'value' in known ? known.value.secrets.map(createRedaction) : []
      const unknown = 'missing' in known ? [known.missing] : areAllKnown ? [] : [unknownSecrets]
      const without = (text: string) => redactions.reduce((left, redact) => redact(left), scrub(text))
      const about = {
        name: 'read-me.txt',
        text: aboutThese([...collected.flatMap(({ missing }) => missing), ...unknown], areAllKnown),
      }
      const files = [about, ...collected.map(({ name, text }) => ({ name, text: without(text) }))]
      const id = randomUUID()
      kept.set(id, files)
      const oldest = kept.keys().next().value
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
      return { id, files }
    },
    zip(id) {
      const files = kept.get(id)
      if (!files) throw new AppError('NOT_FOUND', 'These diagnostics have expired. Open them again.')
      return zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])), { mtime: zipDate })
    },
  }
}

type ReadPart = <T>(name: string, work: () => Promise<T>) => Promise<{ value: T } | { missing: string }>

async function libraryPart(
  { libraries }: DiagnosticsDeps,
  environment: EnvironmentName,
  read: ReadPart,
): Promise<object> {
  const got = await read(environment, () => libraries.library.inspect({ environment }))
  const reason = libraries.inMemoryReason(environment)
  const where = { environment, kept: libraries.modeOf(environment), inMemoryBecause: reason }
  if ('missing' in got) return { ...where, missing: got.missing }
  return { ...where, ...(reason !== null && { missing: `the file of ${environment} (${reason})` }), ...got.value }
}

async function syncsOf(deps: DiagnosticsDeps, read: ReadPart): Promise<object> {
  const settings = deps.settings.read()
  const thisRun = deps.syncHistory.list().map(({ workspace, startedAt, ms, result, lists }) => ({
    workspace: numberedWorkspace(settings, workspace),
    ...{ startedAt, ms, result },
    items: Object.fromEntries(lists.map(({ resource, items }) => [resource, items ?? 'unchanged'])),
  }))
  const workspaces = EnvironmentName.options.flatMap((environment) => workspacesIn(settings, environment))
  const stored = workspaces.flatMap((workspace) =>
    (['insights', 'knowledge'] as const).map(async (resource) => {
      const name = numberedWorkspace(settings, workspace)
      const got = await read(name, () => deps.libraries.library.lastSync({ workspace, resource }))
      if ('missing' in got) return { workspace: name, resource, missing: got.missing }
      if (got.value === null) return { workspace: name, resource, syncedAt: null }
      const { unknownFields, ...counts } = got.value
      return { workspace: name, resource, ...counts, unknownFields: unknownFields.length }
    }),
  )
  return { stored: await Promise.all(stored), thisRun }
}

/** The end of the log, from the beginning of a line. */
async function lastLines(folder: string): Promise<string> {
  const texts = await Promise.all(logFiles.map((name) => lastOf(path.join(folder, name))))
  const text = texts.join('')
  return text.length <= longestLogBytes ? text : text.slice(-longestLogBytes).replace(/^[^\n]*\n/, '')
}

async function lastOf(file: string): Promise<string> {
  const handle = await open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (handle === null) return ''
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, longestLogBytes)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

const unknownSecrets = 'a check for saved secrets: the keychain couldn’t be read'

function aboutThese(missing: readonly string[], areSecretsKnown: boolean): string {
  return `Discovery Desk diagnostics

Nothing was sent. You decide who gets this file.

Included
  program.json   versions, system, memory
  settings.json  preferences, and for each environment the server it connects to, without the path
  library.json   size of the local database, rows by table, changes by state
  syncs.json     start, duration and end of each sync, what it read, and why anything was left out
  timings.json   how long calls and startup took
  log.txt        the last lines of the log

Not included
  access tokens, keys and proxy sign-ins${areSecretsKnown ? '' : ', as far as the app knows: see Missing'}
  titles and texts of insights, feedback and other records
  notes and labels
  workspace names and IDs (workspaces are numbered)
  your home folder, which is written as ~

Missing
${missing.length === 0 ? '  nothing' : missing.map((each) => `  ${each}`).join('\n')}
`
}
