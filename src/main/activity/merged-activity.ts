// The activity of all environments as one list. Each has a library of its own, so each is asked for its first rows and
// the lists are put together here.
import { AppError } from '../../contract/errors'
import type { ActivityEntry, ActivityPage } from '../../contract/features/activity'
import type { LibraryApi } from '../../contract/library'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'

export interface ActivityQuery {
  readonly text: string
  /** null: all workspaces of all environments. */
  readonly workspace: WorkspaceRef | null
  /** By `workspaceKey`. */
  readonly workspaceNames?: Readonly<Record<string, string>>
  readonly offset: number
  readonly limit: number
}

type Library = Pick<LibraryApi, 'queryActivity'>

const pageSize = 500

/** As each library orders its own: what is not settled first, then newest first. */
function inOrder(a: ActivityEntry, b: ActivityEntry): number {
  if ((a.settledAt === null) !== (b.settledAt === null)) return a.settledAt === null ? -1 : 1
  return b.createdAt.localeCompare(a.createdAt)
}

/** The first `count` rows of one environment, asked for in pieces that a reply can carry. */
async function firstRows(
  library: Library,
  environment: EnvironmentName,
  { text, workspace, workspaceNames = {} }: ActivityQuery,
  count: number,
): Promise<ActivityPage> {
  const rows: ActivityEntry[] = []
  for (;;) {
    const limit = Math.min(pageSize, count - rows.length)
    const offset = rows.length
    const page = await library.queryActivity({ environment, workspace, text, workspaceNames, offset, limit })
    rows.push(...page.rows)
    if (page.rows.length === 0 || rows.length >= Math.min(count, page.total)) return { ...page, rows }
  }
}

/** What is not settled in a workspace, oldest first. */
export async function queryUnsettled(library: Library, workspace: WorkspaceRef): Promise<readonly ActivityEntry[]> {
  const rows: ActivityEntry[] = []
  for (;;) {
    const { environment } = workspace
    const page = await library.queryActivity({ environment, workspace, text: '', offset: rows.length, limit: pageSize })
    const open = page.rows.filter(({ settledAt }) => settledAt === null)
    rows.push(...open)
    // What is settled comes after all that is not.
    if (open.length < pageSize) return rows.reverse()
  }
}

/** Throws what a library throws: a list that left one out would look whole. */
export async function queryMergedActivity(
  library: Library,
  environments: readonly EnvironmentName[],
  query: ActivityQuery,
): Promise<ActivityPage> {
  const { workspace, offset, limit } = query
  const asked = workspace === null ? environments : [workspace.environment]
  const pages = await Promise.all(asked.map((name) => firstRows(library, name, query, offset + limit)))
  const rows = pages.flatMap((page) => page.rows).sort(inOrder)
  return {
    rows: rows.slice(offset, offset + limit),
    total: pages.reduce((sum, { total }) => sum + total, 0),
    all: pages.reduce((sum, { all }) => sum + all, 0),
  }
}

/** One change, wherever it was made. Throws NOT_FOUND only where every library could say that it has none of it. */
export async function findChange(
  library: Pick<LibraryApi, 'findActivity'>,
  environments: readonly EnvironmentName[],
  changeId: string,
): ReturnType<LibraryApi['findActivity']> {
  let reason: unknown = new AppError('NOT_FOUND', 'This change is not known.')
  const answers = await Promise.allSettled(
    environments.map((environment) => library.findActivity({ environment, changeId })),
  )
  for (const answer of answers) {
    if (answer.status === 'fulfilled') return answer.value
    if (!(answer.reason instanceof AppError && answer.reason.code === 'NOT_FOUND')) reason = answer.reason
  }
  throw reason
}
