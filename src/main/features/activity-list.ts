// The activity of all environments as one list. Each environment has its own library, so their first rows are queried
// one by one and merged here.
import { AppError } from '../../contract/errors'
import type { ActivityEntry, ActivityPage } from '../../contract/features/activity'
import type { LibraryApi } from '../../contract/library'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'

export interface ActivityQuery {
  readonly text: string
  /** null = all workspaces of all environments. */
  readonly workspace: WorkspaceRef | null
  readonly targetId?: string | null
  readonly isToReview?: boolean | undefined
  /** By `workspaceKey`. */
  readonly workspaceNames?: Readonly<Record<string, string>>
  readonly offset: number
  readonly limit: number
}

type Library = Pick<LibraryApi, 'queryActivity'>

/** The most rows that a library returns at once. */
const maxRows = 500

type Ordered = Pick<ActivityEntry, 'createdAt' | 'settledAt'>

/** The order of each library: unsettled changes first, then newest first. */
export function compareEntries(a: Ordered, b: Ordered): number {
  if ((a.settledAt === null) !== (b.settledAt === null)) return a.settledAt === null ? -1 : 1
  return b.createdAt.localeCompare(a.createdAt)
}

/** The first `count` rows of one environment. */
async function firstRows(
  library: Library,
  environment: EnvironmentName,
  { offset: _, limit: __, ...query }: ActivityQuery,
  count: number,
): Promise<ActivityPage> {
  const rows: ActivityEntry[] = []
  for (;;) {
    const limit = Math.min(maxRows, count - rows.length)
    const offset = rows.length
    const page = await library.queryActivity({ ...query, environment, offset, limit })
    rows.push(...page.rows)
    if (page.rows.length === 0 || rows.length >= Math.min(count, page.total)) return { ...page, rows }
  }
}

/** The unsettled changes of a workspace, oldest first. */
export async function queryUnsettled(library: Library, workspace: WorkspaceRef): Promise<readonly ActivityEntry[]> {
  const rows: ActivityEntry[] = []
  for (;;) {
    const { environment } = workspace
    const page = await library.queryActivity({ environment, workspace, text: '', offset: rows.length, limit: maxRows })
    const unsettled = page.rows.filter(({ settledAt }) => settledAt === null)
    rows.push(...unsettled)
    // All settled changes come after the unsettled ones.
    if (unsettled.length < maxRows) return rows.reverse()
  }
}

/** Rethrows the error of any library: a list without one environment would look complete. */
export async function queryMergedActivity(
  library: Library,
  environments: readonly EnvironmentName[],
  query: ActivityQuery,
): Promise<ActivityPage> {
  const { workspace, offset, limit } = query
  const queried = workspace === null ? environments : [workspace.environment]
  const pages = await Promise.all(queried.map((name) => firstRows(library, name, query, offset + limit)))
  const rows = pages.flatMap((page) => page.rows).sort(compareEntries)
  return {
    rows: rows.slice(offset, offset + limit),
    total: pages.reduce((sum, { total }) => sum + total, 0),
    all: pages.reduce((sum, { all }) => sum + all, 0),
  }
}

/** Finds a change in any environment. Throws NOT_FOUND only if every library answered that it does not have it. */
export async function findChange(
  library: Pick<LibraryApi, 'findActivity'>,
  environments: readonly EnvironmentName[],
  changeId: string,
): ReturnType<LibraryApi['findActivity']> {
  let failure: unknown = new AppError('NOT_FOUND', 'Change not found.')
  const answers = await Promise.allSettled(
    environments.map((environment) => library.findActivity({ environment, changeId })),
  )
  for (const answer of answers) {
    if (answer.status === 'fulfilled') return answer.value
    if (!(answer.reason instanceof AppError && answer.reason.code === 'NOT_FOUND')) failure = answer.reason
  }
  throw failure
}
