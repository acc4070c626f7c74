// The activity as rows of an export. Each environment has a library of its own: their changes are listed by key and
// merged, then read one by one, as a body or a deleted record may be large.
import { AppError } from '../../contract/errors'
import type { ActivityDetail, ActivityEntry } from '../../contract/features/activity'
import type { ExportContent, ExportSource } from '../../contract/features/export'
import { type ExportedChange, type ExportItem, exportFields, exportValues } from '../../contract/features/export-fields'
import { hiddenContent } from '../../contract/features/record-words'
import { isObject } from '../../contract/is-object'
import type { LibraryApi } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { ExportRows } from '../export/export'
import { requestText } from './activity'
import { compareEntries, findChange } from './activity-list'

export interface ActivityRowsDeps {
  readonly library: Pick<LibraryApi, 'queryActivity' | 'getActivity' | 'findActivity'>
  /** Environments that may have activity. */
  readonly environments: () => Promise<readonly EnvironmentName[]>
  /** Names of all connected workspaces, by `workspaceKey`. */
  readonly workspaceNames: () => Readonly<Record<string, string>>
}

type ActivityQuery = Extract<ExportSource, { view: 'activity' }>['query']

/** The fields of a change that order the list, so that a long activity is not held whole. */
type Key = Pick<ActivityEntry, 'changeId' | 'workspace' | 'createdAt' | 'settledAt'>

/** The most that a library returns at once. */
const pageRows = 500

/** How often a library is listed while changes settle, which moves the rows behind them. */
const mostTries = 4

export function createActivityRows(deps: ActivityRowsDeps, query: ActivityQuery): ExportRows {
  const { library, environments, workspaceNames } = deps
  /** Workspaces of the listed changes; a selected change is looked for in every library. */
  const places = new Map<string, WorkspaceRef>()

  async function keysOf(environment: EnvironmentName): Promise<ReadonlyMap<string, Key>> {
    for (let tries = 1; ; tries += 1) {
      const keys = new Map<string, Key>()
      let total = 0
      let count = 0
      do {
        const input = { ...query, environment, workspaceNames: workspaceNames(), offset: count, limit: pageRows }
        const page = await library.queryActivity(input)
        for (const { changeId, workspace, createdAt, settledAt } of page.rows) {
          keys.set(changeId, { changeId, workspace, createdAt, settledAt })
        }
        total = page.total
        count += page.rows.length
        if (page.rows.length === 0) break
      } while (count < total)
      if (keys.size === total || tries === mostTries) return keys
    }
  }

  async function readChange(changeId: string): Promise<Omit<ActivityDetail, 'request'> | null> {
    const workspace = places.get(changeId)
    try {
      if (workspace !== undefined) return await library.getActivity({ workspace, changeId })
      return await findChange(library, await environments(), changeId)
    } catch (error) {
      if (error instanceof AppError && error.code === 'NOT_FOUND') return null
      throw error
    }
  }

  return {
    async list() {
      const queried = query.workspace === null ? await environments() : [query.workspace.environment]
      const keys: Key[] = []
      for (const environment of queried) keys.push(...(await keysOf(environment)).values())
      for (const { changeId, workspace } of keys) places.set(changeId, workspace)
      return keys.sort(compareEntries).map(({ changeId }) => changeId)
    },
    async read([changeId = ''], content) {
      const entry = await readChange(changeId)
      if (entry === null) return { rows: [], read: 1 }
      const names = workspaceNames()
      const workspaceName = names[workspaceKey(entry.workspace)] ?? ''
      const item = {
        ...(content.includesLocal ? entry : withoutDecision(entry)),
        ...{ request: requestText(entry), workspaceName, ...keptContent(entry.content, content) },
      }
      const fields = exportFields('activity', content)
      return { rows: [exportValues(item satisfies ExportedChange as ExportItem, fields, content)], read: 1 }
    },
  }
}

/** What was decided and its note are only on this computer. */
function withoutDecision(entry: Omit<ActivityDetail, 'request'>): Omit<ActivityDetail, 'request'> {
  if (entry.kind !== 'decide') return entry
  const { decided: _, ...rest } = entry
  return { ...rest, body: null }
}

const linkLists = ['insights', 'opportunities', 'solutions', 'outcomes']

/** Earlier versions of the app did not keep the mark of a goal or of what was linked to it: then it may have been set. */
const mayBeHidden = (record: unknown) => !isObject(record) || record.hideContent !== false

/** The deleted record with the names of hidden records masked, and whether all of it is hidden. */
function keptContent(
  content: string | null,
  { includesHidden }: Pick<ExportContent, 'includesHidden'>,
): Pick<ExportedChange, 'content' | 'hideContent'> {
  if (content === null || includesHidden) return { content, hideContent: false }
  let record: unknown
  try {
    record = JSON.parse(content)
  } catch {
    return { content, hideContent: false }
  }
  if (!isObject(record)) return { content, hideContent: false }
  // Only goals are kept with the insights that were linked to them.
  const hideContent = Array.isArray(record.insights) ? mayBeHidden(record) : record.hideContent === true
  const entries = Object.entries(record).map(([name, value]) => [
    name,
    linkLists.includes(name) && Array.isArray(value) ? value.map(masked) : value,
  ])
  return { content: JSON.stringify(Object.fromEntries(entries)), hideContent }
}

const masked = (link: unknown) =>
  mayBeHidden(link) ? { id: isObject(link) ? link.id : undefined, title: hiddenContent } : link
