import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { ActivityEntry } from '../../contract/features/activity'
import type { LibraryApi } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import { findChange, queryMergedActivity } from './activity-list'

const workspaceOf = (environment: EnvironmentName) => ({ environment, organisationId: 'o', workspaceId: 'w' })

function entryOf(environment: EnvironmentName, minute: number, isOpen = false): ActivityEntry {
  const createdAt = new Date(Date.UTC(2025, 0, 1, 0, minute)).toISOString()
  return {
    ...{ changeId: `${environment} ${minute}`, workspace: workspaceOf(environment), kind: 'createInsight' },
    ...{ targetId: 't', title: '', error: null, attempts: 1, version: 3, createdAt },
    ...(isOpen ? { state: 'waiting', settledAt: null } : { state: 'done', settledAt: createdAt }),
  }
}

/** A fake that returns at most 500 rows at once, like the library. */
function libraryOf(rows: Partial<Record<EnvironmentName, readonly ActivityEntry[]>>) {
  const calls: { environment: EnvironmentName; limit: number }[] = []
  const queryActivity: LibraryApi['queryActivity'] = async ({ environment, targetId, offset, limit }) => {
    calls.push({ environment, limit })
    const all = (rows[environment] ?? []).filter((entry) => (targetId ?? entry.targetId) === entry.targetId)
    return { rows: all.slice(offset, offset + Math.min(limit, 500)), total: all.length, all: all.length }
  }
  return { library: { queryActivity }, calls }
}

const everything = { text: '', workspace: null, offset: 0, limit: 100 }
const idsOf = (rows: readonly ActivityEntry[]) => rows.map(({ changeId }) => changeId)

test('puts unsettled changes first, then the newest, across environments', async () => {
  const { library } = libraryOf({
    staging: [entryOf('staging', 1, true), entryOf('staging', 9), entryOf('staging', 3)],
    production: [entryOf('production', 2, true), entryOf('production', 5)],
  })
  const page = await queryMergedActivity(library, ['production', 'staging'], everything)
  expect(idsOf(page.rows)).toEqual(['production 2', 'staging 1', 'staging 9', 'production 5', 'staging 3'])
  expect(page).toMatchObject({ total: 5, all: 5 })
})

test('returns only the changes of the requested record', async () => {
  const { library } = libraryOf({ staging: [{ ...entryOf('staging', 1), targetId: 'rides' }, entryOf('staging', 2)] })
  const page = await queryMergedActivity(library, ['staging'], { ...everything, targetId: 'rides' })
  expect(idsOf(page.rows)).toEqual(['staging 1'])
})

test('returns consecutive pages without gaps or duplicates, querying at most 500 rows at a time', async () => {
  const rows = (environment: EnvironmentName, first: number) =>
    Array.from({ length: 700 }, (_, index) => entryOf(environment, first + 2 * (700 - index)))
  const { library, calls } = libraryOf({ staging: rows('staging', 0), development: rows('development', 1) })
  const seen: string[] = []
  for (let offset = 0; offset < 1400; offset += 300) {
    const page = await queryMergedActivity(library, ['staging', 'development'], { ...everything, offset, limit: 300 })
    expect(page.total).toBe(1400)
    seen.push(...idsOf(page.rows))
  }
  expect(seen).toHaveLength(1400)
  expect(new Set(seen).size).toBe(1400)
  expect(seen.slice(0, 3)).toEqual(['development 1401', 'staging 1400', 'development 1399'])
  expect(Math.max(...calls.map(({ limit }) => limit))).toBeLessThanOrEqual(500)
})

test('queries only the environment of the given workspace', async () => {
  const { library, calls } = libraryOf({ staging: [entryOf('staging', 1)], production: [entryOf('production', 1)] })
  const query = { ...everything, workspace: workspaceOf('staging') }
  expect(idsOf((await queryMergedActivity(library, ['production', 'staging'], query)).rows)).toEqual(['staging 1'])
  expect(calls.map(({ environment }) => environment)).toEqual(['staging'])
})

test('returns no rows without environments', async () => {
  expect(await queryMergedActivity(libraryOf({}).library, [], everything)).toEqual({ rows: [], total: 0, all: 0 })
})

test('findChange finds a change in any environment, and throws NOT_FOUND only if all of them answered', async () => {
  const made = { ...entryOf('production', 2), body: null, content: null }
  let stopped: EnvironmentName | null = null
  const library = {
    findActivity: async ({ environment, changeId }: { environment: EnvironmentName; changeId: string }) => {
      if (environment === stopped) throw new AppError('LIBRARY_UNAVAILABLE', '')
      if (environment !== 'production' || changeId !== made.changeId) throw new AppError('NOT_FOUND', '')
      return made
    },
  }
  const find = (changeId: string) => findChange(library, ['staging', 'production', 'development'], changeId)
  expect(await find(made.changeId)).toEqual(made)
  await expect(find('another')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  stopped = 'staging'
  expect(await find(made.changeId)).toEqual(made)
  await expect(find('another')).rejects.toMatchObject({ code: 'LIBRARY_UNAVAILABLE' })
})
