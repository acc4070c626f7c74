// What main may ask of the library process, the only one that touches the database. Both ends are ours and started
// together, so the messages are typed, not parsed again; what the service sent is parsed inside the library.
import type { ErrorReport } from './errors'
import type { ActivityEntry, ChangeKind, ChangeState } from './features/activity'
import type { InsightDetail, InsightPage, InsightQuery } from './features/insights'
import type { CreateInsightBody } from './resources/insight'
import type { EnvironmentName, WorkspaceRef } from './workspace'

export interface OpenLibrary {
  readonly environment: EnvironmentName
  /** null: in memory, gone with the process. */
  readonly file: string | null
  /** 32 random bytes as 64 hex digits; null with no file. */
  readonly key: string | null
  /** Written into a new database and compared with an old one, so that an emptied file is not taken for an empty workspace. */
  readonly generation: string
}

export interface OpenedLibrary {
  /** created: no file was there. rebuilt: what was there could not be used and was set aside under another name. */
  readonly state: 'opened' | 'created' | 'rebuilt'
  readonly reason: 'corrupt' | 'wrong-key' | 'emptied' | null
  /** Unsettled changes that were brought over from the file that was set aside. */
  readonly keptChanges: number
  /** Changes or a draft may be in the file that was set aside that could not be brought over. */
  readonly mayHaveLostChanges: boolean
}

/** Unasked: reading the library of an environment failed while it was open, and it has been replaced. */
export interface LibraryNews {
  readonly rebuilt: EnvironmentName
  readonly opened: OpenedLibrary
}

export interface SyncReport {
  readonly received: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
  readonly quarantined: number
  readonly duplicates: number
  /** `Record.field` names this version does not know. */
  readonly unknownFields: readonly string[]
  readonly hasRelationships: boolean
}

export interface SyncRecord extends SyncReport {
  /** ISO 8601, UTC: when the answer was asked for. */
  readonly syncedAt: string
}

/** One change of a person, as the journal keeps it. */
export interface JournalEntry {
  readonly changeId: string
  readonly workspace: WorkspaceRef
  readonly kind: ChangeKind
  readonly targetId: string
  readonly body: CreateInsightBody
  readonly state: Exclude<ChangeState, 'done'>
  readonly attempts: number
  readonly createdAt: string
  readonly error: ErrorReport | null
}

export interface NewChange {
  readonly changeId: string
  readonly workspace: WorkspaceRef
  readonly kind: ChangeKind
  readonly targetId: string
  readonly body: CreateInsightBody
  readonly createdAt: string
}

/** How a change ended. `done` carries what the service returned, when it returned something; the journal row goes. */
export type Settlement =
  | { readonly state: 'done'; readonly insight: unknown; readonly settledAt: string }
  | { readonly state: 'discarded'; readonly error: ErrorReport | null; readonly settledAt: string }

export interface LibraryApi {
  open(input: OpenLibrary): Promise<OpenedLibrary>
  close(input: { environment: EnvironmentName }): Promise<null>

  /** A sync receives the body of *list insights* as bytes, in order; nothing is visible before commit. */
  beginSync(input: { workspace: WorkspaceRef; startedAt: string }): Promise<{ syncId: string }>
  appendSync(input: { syncId: string; bytes: Uint8Array }): Promise<null>
  /** Throws NOT_THE_SERVICE, changing nothing, when the body was not `{ "data": [ … ] }` whole and valid. */
  commitSync(input: { syncId: string }): Promise<SyncReport>
  abortSync(input: { syncId: string }): Promise<null>
  lastSync(input: { workspace: WorkspaceRef }): Promise<SyncRecord | null>

  queryInsights(input: InsightQuery): Promise<InsightPage>
  /** Throws NOT_FOUND. */
  getInsight(input: { workspace: WorkspaceRef; id: string }): Promise<InsightDetail>

  /** Durable when it resolves. */
  addChange(input: NewChange): Promise<null>
  markChange(input: {
    environment: EnvironmentName
    changeId: string
    state: Exclude<ChangeState, 'done'>
    error: ErrorReport | null
  }): Promise<null>
  settleChange(input: { environment: EnvironmentName; changeId: string } & Settlement): Promise<null>
  /** Unsettled changes, oldest first. */
  pendingChanges(input: { environment: EnvironmentName }): Promise<readonly JournalEntry[]>
  listActivity(input: { workspace: WorkspaceRef }): Promise<readonly ActivityEntry[]>

  readDraft(input: { workspace: WorkspaceRef }): Promise<{ values: Record<string, string>; savedAt: string } | null>
  saveDraft(input: { workspace: WorkspaceRef; values: Record<string, string>; savedAt: string }): Promise<null>
  discardDraft(input: { workspace: WorkspaceRef }): Promise<null>
}

export type LibraryMethod = keyof LibraryApi

export interface LibraryRequest {
  readonly id: number
  readonly method: LibraryMethod
  readonly input: unknown
}

export type LibraryReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: ErrorReport }
