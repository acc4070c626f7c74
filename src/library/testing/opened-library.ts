// Libraries for tests: in memory and as an encrypted file in a folder of their own.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InsightFilter, type InsightQuery } from '../../contract/features/insights'
import type { TriagedKind } from '../../contract/features/triage'
import type {
  LibraryApi,
  LibraryNews,
  NewChange,
  OpenedLibrary,
  OpenLibrary,
  SyncResource,
} from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import { createLibrary, type Library } from '../library'

const organisationId = '11111111-1111-4111-8111-111111111111'
const workspaceId = '22222222-2222-4222-8222-222222222222'
export const workspace: WorkspaceRef = { environment: 'sandbox', organisationId, workspaceId }

export interface TestLibrary {
  readonly library: Library
  readonly opened: OpenedLibrary
  readonly lines: readonly string[]
  readonly news: readonly LibraryNews[]
  /** null in memory. */
  readonly file: string | null
  readonly key: string | null
  /** Created on first use. */
  readonly folder: string
  /** Closes and opens again; in memory everything is gone. */
  reopen(
    changes?: Partial<Pick<OpenLibrary, 'key' | 'generation' | 'hadFile' | 'requiresReview'>>,
  ): Promise<OpenedLibrary>
  remove(): void
}

export async function openTestLibrary(kind: 'memory' | 'file', now = () => new Date()): Promise<TestLibrary> {
  let folder: string | null = null
  const makeFolder = () => {
    folder ??= mkdtempSync(join(tmpdir(), 'library-test-'))
    return folder
  }
  const file = kind === 'file' ? join(makeFolder(), 'store', 'sandbox.db') : null
  const key = kind === 'file' ? randomBytes(32).toString('hex') : null
  const lines: string[] = []
  const news: LibraryNews[] = []
  const library = createLibrary({
    now,
    log: (line) => lines.push(line),
    tell: (item) => news.push(item),
  })
  const target = { environment: 'sandbox', file, key, generation: 'first' } as const
  const opened = await library.open(target)
  return {
    library,
    opened,
    lines,
    news,
    file,
    key,
    get folder() {
      return makeFolder()
    },
    reopen: (changes = {}) => library.open({ ...target, ...changes }),
    remove() {
      library.closeAllNow()
      if (folder !== null) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answer = (items: readonly unknown[]) => Buffer.from(JSON.stringify({ data: items }))

/** Begins a sync; the returned function commits it. */
export async function beginItems(library: Library, items: readonly unknown[], resource: SyncResource = 'insights') {
  const { syncId } = await library.beginSync({ workspace, resource, startedAt: '2025-06-01T10:00:00.000Z' })
  return async () => {
    await library.appendSync({ syncId, bytes: new Uint8Array(answer(items)) })
    return library.commitSync({ syncId, validators: null })
  }
}

/** Runs a whole sync of these bytes, in pieces. */
export async function syncBytes(
  library: Library,
  body: Buffer,
  startedAt = '2025-06-01T10:00:00.000Z',
  resource: SyncResource = 'insights',
) {
  const { syncId } = await library.beginSync({ workspace, resource, startedAt })
  for (let at = 0; at < body.length; at += 40_000) {
    await library.appendSync({ syncId, bytes: new Uint8Array(body.subarray(at, at + 40_000)) })
  }
  return library.commitSync({ syncId, validators: null })
}

export const syncItems = (library: Library, items: readonly unknown[], startedAt?: string) =>
  syncBytes(library, answer(items), startedAt)

export const syncKnowledge = (library: Library, items: readonly unknown[], startedAt?: string) =>
  syncBytes(library, answer(items), startedAt, 'knowledge')

interface Labelled {
  readonly workspace: WorkspaceRef
  readonly kind: TriagedKind
  readonly id: string
}

export const giveLabels = (
  library: Pick<LibraryApi, 'labelAll'>,
  { workspace, kind, id }: Labelled,
  add: readonly string[],
) => library.labelAll({ workspace, kind, changes: [{ ids: [id], add: [...add], remove: [] }] })

export function insightQuery(
  filter: Partial<InsightFilter> = {},
  rest: Partial<Omit<InsightQuery, 'filter'>> = {},
): InsightQuery {
  return {
    workspace,
    filter: { ...InsightFilter.parse({}), ...filter },
    sort: { column: 'title', direction: 'ascending' },
    offset: 0,
    limit: 500,
    ...rest,
  }
}

/** The activity of a workspace: unsettled changes first. */
export async function activityRows(library: Library, of: WorkspaceRef = workspace) {
  const all = { environment: of.environment, workspace: of, text: '', offset: 0, limit: 500 }
  return (await library.queryActivity(all)).rows
}

export function newChange(number: number, title = `Change ${number}`): Extract<NewChange, { kind: 'createInsight' }> {
  const targetId = `99999999-0000-4000-8000-${number.toString().padStart(12, '0')}`
  return {
    changeId: `change-${number}`,
    workspace,
    kind: 'createInsight',
    targetId,
    body: { id: targetId, type: 'Bug', title, description: 'Typed by a person.', organisationId, workspaceId },
    createdAt: new Date(Date.UTC(2025, 5, 2, 0, 0, number)).toISOString(),
  }
}

/** A query for all of a list of records; the caller adds the fields of one kind. */
export function recordQuery() {
  return {
    workspace,
    text: '',
    relatedTo: null,
    sort: { column: 'title', direction: 'ascending' },
    offset: 0,
    limit: 2_000,
  } as const
}
