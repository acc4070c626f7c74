// What main may ask of the library process, the only one that touches the database. Both ends are ours and started
// together, so the messages are typed, not parsed again; what the service sent is parsed inside the library.
import type { z } from 'zod'
import type { AppApi } from './app'
import type { Call } from './call'
import type { ErrorReport } from './errors'
import type { ActivityDetail, ActivityPage, ChangeState } from './features/activity'
import type { EnvironmentSize } from './features/environments'
import type { FeedbackRow } from './features/feedback'
import type { InsightDetail, InsightPage, InsightQuery, ScorePoint } from './features/insights'
import type { KnowledgeDetail, KnowledgePage } from './features/knowledge'
import type { ofRecord } from './features/listing'
import type { Metric } from './features/metrics'
import type { NewsDetail, NewsPage } from './features/news'
import type { OpportunityDetail } from './features/opportunities'
import type { OutcomeDetail } from './features/outcomes'
import type { FoundRecords } from './features/search'
import type { SolutionDetail } from './features/solutions'
import type { Topic } from './features/topics'
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
  /** There was a file with this key before. Where there is none now it was taken away, and that is told. */
  readonly hadFile?: boolean
  /** Of some that wait the person may have been told that they were not kept: none is sent before the person says so. */
  readonly requiresReview?: boolean
}

export interface OpenedLibrary {
  /**
   * created: no file was there yet. rebuilt: what was there could not be used and was set aside under another name, or
   * was gone (`missing`).
   */
  readonly state: 'opened' | 'created' | 'rebuilt'
  readonly reason: 'corrupt' | 'wrong-key' | 'emptied' | 'missing' | null
  /** Unsettled changes that were brought over from the file that was set aside, or from the second copy. */
  readonly keptChanges: number
  /** Changes or a draft may have been in the old file that could not be brought over. */
  readonly mayHaveLostChanges: boolean
}

/** Unasked: reading the library of an environment failed while it was open, and it has been replaced. */
export interface LibraryNews {
  readonly rebuilt: EnvironmentName
  readonly opened: OpenedLibrary
}

/** The two lists the service has. */
export type SyncResource = 'insights' | 'knowledge'

/**
 * What the service said a list was when it was read, to ask later whether it is still the same. The library keeps it
 * beside the data it speaks for and understands nothing of it.
 */
export interface ListValidators {
  /** The address that was read, with its query: another one is another list. */
  readonly url: string
  readonly etag: string | null
  readonly lastModified: string | null
  /** ISO 8601, UTC: when the list was read whole. */
  readonly readAt: string
}

export interface SyncReport {
  readonly received: number
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly unchanged: number
  readonly quarantined: number
  readonly duplicates: number
  /** `Record.field` names this version does not know, and `Record.field: value` of closed lists; each once. */
  readonly unknownFields: readonly string[]
  readonly hasRelationships: boolean
}

export interface SyncRecord extends SyncReport {
  /** ISO 8601, UTC: when the answer was asked for. */
  readonly syncedAt: string
}

/** What a person wants changed at the service: which operation, on what, with which body. */
export type Change =
  | { readonly kind: 'createInsight'; readonly targetId: string; readonly body: CreateInsightBody }
  | {
      readonly kind: 'linkMetric' | 'unlinkMetric'
      readonly targetId: string
      readonly body: { readonly outcomeIds: readonly string[] }
    }
  | {
      readonly kind: 'deleteKnowledge' | 'deleteOutcome' | 'markAllSeen'
      readonly targetId: string
      readonly body: null
    }

interface Journalled {
  readonly changeId: string
  readonly workspace: WorkspaceRef
  readonly createdAt: string
}

export type NewChange = Journalled & Change

/** One change of a person, as the journal keeps it. */
export type JournalEntry = NewChange & {
  readonly state: Exclude<ChangeState, 'done'>
  readonly attempts: number
  /**
   * It came out of a library that was rebuilt, is in doubt, or was made for another address: it is sent only when the
   * person says so, as in production.
   */
  readonly needsReview: boolean
  readonly error: ErrorReport | null
}

/**
 * How a change ended; the journal row goes. `done` carries the insight that the service returned for a creation (null
 * for other changes) and draws the consequence in the data: a deleted record goes, with all its content kept in the
 * activity; a metric's links are in the ledger; the insights of the opportunity are seen. `discarded` with
 * `givesDraftBack` puts what was typed for a creation back as the draft, unless there is another by now.
 */
export type Settlement =
  | { readonly state: 'done'; readonly insight: unknown; readonly settledAt: string }
  | {
      readonly state: 'discarded'
      readonly error: ErrorReport | null
      readonly settledAt: string
      readonly givesDraftBack?: boolean
    }

type OfRecord = z.output<typeof ofRecord>
type In<Feature extends keyof AppApi, Method extends keyof AppApi[Feature]> =
  AppApi[Feature][Method] extends Call<infer Input> ? z.output<Input> : never
type Out<Feature extends keyof AppApi, Method extends keyof AppApi[Feature]> =
  AppApi[Feature][Method] extends Call<z.ZodType, infer Output> ? z.input<Output> : never

interface DraftOf {
  readonly workspace: WorkspaceRef
  readonly changeId?: string | null
}

export interface LibraryApi {
  open(input: OpenLibrary): Promise<OpenedLibrary>
  close(input: { environment: EnvironmentName }): Promise<null>

  /** A sync receives the body of a list as bytes, in order; nothing is visible before commit. */
  beginSync(input: { workspace: WorkspaceRef; resource: SyncResource; startedAt: string }): Promise<{
    syncId: string
    /** Of the answer that the data still is; null: the list has to be read whole. */
    validators: ListValidators | null
  }>
  appendSync(input: { syncId: string; bytes: Uint8Array }): Promise<null>
  /** Throws NOT_THE_SERVICE, changing nothing, when the body was not `{ "data": [ … ] }` whole and valid. */
  commitSync(input: { syncId: string; validators: ListValidators | null }): Promise<SyncReport>
  /**
   * Instead of a commit: the service said that the list is still what it was. null, and the sync goes on, when the data
   * has changed since it began, so that the list has to be read after all.
   */
  confirmSync(input: { syncId: string }): Promise<SyncReport | null>
  abortSync(input: { syncId: string }): Promise<null>
  lastSync(input: { workspace: WorkspaceRef; resource: SyncResource }): Promise<SyncRecord | null>
  /** Whether the last answer has an item of this id that could not be read: the service has it all the same. */
  isQuarantined(input: OfRecord & { resource: SyncResource }): Promise<boolean>

  queryInsights(input: InsightQuery): Promise<InsightPage>
  /** Throws NOT_FOUND. */
  getInsight(input: OfRecord): Promise<InsightDetail>
  scoreHistory(input: OfRecord): Promise<readonly ScorePoint[]>

  queryNews(input: In<'news', 'query'>): Promise<NewsPage>
  /** Throws NOT_FOUND for what is no news. */
  getNews(input: OfRecord): Promise<NewsDetail>
  look(input: In<'news', 'look'> & { lookedAt: string }): Promise<null>
  takeBackLook(input: { workspace: WorkspaceRef }): Promise<null>

  queryOpportunities(input: In<'opportunities', 'query'>): Promise<Out<'opportunities', 'query'>>
  /** Throws NOT_FOUND, as all that get one do. */
  getOpportunity(input: OfRecord): Promise<OpportunityDetail>
  previewMarkAllSeen(input: OfRecord): Promise<Out<'opportunities', 'markAllSeenPreview'>>
  queryOutcomes(input: In<'outcomes', 'query'>): Promise<Out<'outcomes', 'query'>>
  getOutcome(input: OfRecord): Promise<OutcomeDetail>
  querySolutions(input: In<'solutions', 'query'>): Promise<Out<'solutions', 'query'>>
  getSolution(input: OfRecord): Promise<SolutionDetail>
  queryFeedback(input: In<'feedback', 'query'>): Promise<Out<'feedback', 'query'>>
  getFeedback(input: OfRecord): Promise<FeedbackRow>
  queryKnowledge(input: In<'knowledge', 'query'>): Promise<KnowledgePage>
  /** The address of the text file is main's to resolve. */
  getKnowledge(input: OfRecord): Promise<Omit<KnowledgeDetail, 'txtFileAddress'>>
  listMetrics(input: { workspace: WorkspaceRef }): Promise<readonly Metric[]>
  saveMetric(input: In<'metrics', 'save'> & { addedAt: string }): Promise<null>
  removeMetric(input: In<'metrics', 'remove'>): Promise<null>
  listTopics(input: { workspace: WorkspaceRef }): Promise<Out<'topics', 'list'>>
  getTopic(input: OfRecord): Promise<Topic>
  /** `topic` is what the service returned, unparsed. Throws NOT_THE_SERVICE when it is no topic. */
  keepTopic(input: { workspace: WorkspaceRef; topic: unknown; readAt: string }): Promise<Topic>
  pinTopic(input: In<'topics', 'pin'>): Promise<null>
  forgetTopic(input: OfRecord): Promise<null>
  searchEverything(input: In<'search', 'everything'>): Promise<FoundRecords>

  /** Durable when it resolves. */
  addChange(input: NewChange): Promise<null>
  markChange(input: {
    environment: EnvironmentName
    changeId: string
    state: Exclude<ChangeState, 'done'>
    error: ErrorReport | null
  }): Promise<null>
  /**
   * Gives a creation that was not accepted another body (and another id, where its own was taken) and has it wait again.
   * Durable when it resolves. Throws NOT_FOUND, and INVALID_INPUT for a change that is anything but refused.
   */
  editChange(input: Extract<NewChange, { kind: 'createInsight' }>): Promise<null>
  /** From now on those that are still in the journal are sent only when the person says so. Durable when it resolves. */
  requireReview(input: { environment: EnvironmentName; changeIds: readonly string[] }): Promise<null>
  settleChange(input: { environment: EnvironmentName; changeId: string } & Settlement): Promise<null>
  /** Unsettled changes, oldest first; of a long journal only one and all that have the same target, where that is enough. */
  pendingChanges(input: { environment: EnvironmentName; sameTargetAs?: string }): Promise<readonly JournalEntry[]>
  /** Changes that were altered outside the app, are never sent, and were not discarded yet. */
  countTampered(input: { workspace: WorkspaceRef }): Promise<number>
  /**
   * Of a link or unlink in the journal: whether a later change that is done does the opposite for one of its outcomes, or,
   * where it failed itself, a later one that may still be sent. Sending it now would bring back what was wanted undone.
   */
  isSuperseded(input: { environment: EnvironmentName; changeId: string }): Promise<boolean>
  /**
   * Of one environment, or of one workspace of it; unsettled first, then newest first. `workspaceNames`, by
   * `workspaceKey`: what the text may say instead of a workspace's id.
   */
  queryActivity(input: {
    environment: EnvironmentName
    workspace: WorkspaceRef | null
    text: string
    workspaceNames?: Readonly<Record<string, string>>
    offset: number
    limit: number
  }): Promise<ActivityPage>
  getActivity(input: { workspace: WorkspaceRef; changeId: string }): Promise<Omit<ActivityDetail, 'request'>>
  /** In any workspace of the environment. */
  findActivity(input: { environment: EnvironmentName; changeId: string }): Promise<Omit<ActivityDetail, 'request'>>
  /** How much is kept: bytes on disk (0 in memory) and records by kind. */
  measure(input: { environment: EnvironmentName }): Promise<EnvironmentSize>

  /** Of a new insight; with a change id, of what that change is being mended to. The latter goes with its change. */
  readDraft(input: DraftOf): Promise<{ values: Record<string, string>; savedAt: string } | null>
  saveDraft(input: DraftOf & { values: Record<string, string>; savedAt: string }): Promise<null>
  discardDraft(input: DraftOf): Promise<null>
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
