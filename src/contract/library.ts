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

interface OfEnvironment {
  readonly environment: EnvironmentName
}

interface OfWorkspace {
  readonly workspace: WorkspaceRef
}

interface OfSync {
  readonly syncId: string
}

/** Where the environment of a call stands in its input. The steps of a sync belong to the store that began it. */
export type LibraryRoute = 'workspace' | 'environment' | 'syncId'

export type LibraryReplay = 'all' | 'lastOfDraft' | 'lastOfMetric'

export interface LibraryCall<Input = never, Output = unknown> {
  /** A read is repeated when the process crashed meanwhile. A write may have happened by then: only its caller knows. */
  readonly effect: 'reads' | 'writes'
  /** null: opens or closes the store of an environment itself. */
  readonly route: LibraryRoute | null
  /** Saves what a person typed: refused where it would be lost with the app. */
  readonly savesInput: boolean
  /**
   * Made again when a library in memory was lost with its process: every such call, or the last one about the same
   * draft or metric. null: what it did is lost, or comes from the service again.
   */
  readonly replay: LibraryReplay | null
  /** Only for the compiler. */
  readonly types?: (input: Input) => Output
}

type RouteOf<Input> =
  | (Input extends OfWorkspace ? 'workspace' : never)
  | (Input extends OfEnvironment ? 'environment' : never)
  | (Input extends OfSync ? 'syncId' : never)

function reads<Input, Output>(route: RouteOf<Input>): LibraryCall<Input, Output> {
  return { effect: 'reads', route, savesInput: false, replay: null }
}

function writes<Input, Output = null>(
  route: RouteOf<Input> | null,
  replay: LibraryReplay | null = null,
): LibraryCall<Input, Output> {
  return { effect: 'writes', route, savesInput: false, replay }
}

function saves<Input>(route: RouteOf<Input>, replay: LibraryReplay | null = null): LibraryCall<Input, null> {
  return { ...writes<Input>(route, replay), savesInput: true }
}

/**
 * The only list of what main may ask of the library. `LibraryApi`, the client in main and the router in the library
 * process are derived from it: a new method is an entry here and its implementation in `src/library`.
 */
export const libraryCalls = {
  open: writes<OpenLibrary, OpenedLibrary>(null),
  close: writes<OfEnvironment>(null),

  /** A sync receives the body of a list as bytes, in order; nothing is visible before commit. */
  beginSync: writes<
    OfWorkspace & { resource: SyncResource; startedAt: string },
    {
      syncId: string
      /** Of the answer that the data still is; null: the list has to be read whole. */
      validators: ListValidators | null
    }
  >('workspace'),
  appendSync: writes<OfSync & { bytes: Uint8Array }>('syncId'),
  /** Throws NOT_THE_SERVICE, changing nothing, when the body was not `{ "data": [ … ] }` whole and valid. */
  commitSync: writes<OfSync & { validators: ListValidators | null }, SyncReport>('syncId'),
  /**
   * Instead of a commit: the service said that the list is still what it was. null, and the sync goes on, when the data
   * has changed since it began, so that the list has to be read after all.
   */
  confirmSync: writes<OfSync, SyncReport | null>('syncId'),
  abortSync: writes<OfSync>('syncId'),
  lastSync: reads<OfWorkspace & { resource: SyncResource }, SyncRecord | null>('workspace'),
  /** Whether the last answer has an item of this id that could not be read: the service has it all the same. */
  isQuarantined: reads<OfRecord & { resource: SyncResource }, boolean>('workspace'),

  queryInsights: reads<InsightQuery, InsightPage>('workspace'),
  /** Throws NOT_FOUND, as every call that gets one record does. */
  getInsight: reads<OfRecord, InsightDetail>('workspace'),
  scoreHistory: reads<OfRecord, readonly ScorePoint[]>('workspace'),

  queryNews: reads<In<'news', 'query'>, NewsPage>('workspace'),
  getNews: reads<OfRecord, NewsDetail>('workspace'),
  look: writes<In<'news', 'look'> & { lookedAt: string }>('workspace'),
  takeBackLook: writes<OfWorkspace>('workspace'),

  queryOpportunities: reads<In<'opportunities', 'query'>, Out<'opportunities', 'query'>>('workspace'),
  getOpportunity: reads<OfRecord, OpportunityDetail>('workspace'),
  previewMarkAllSeen: reads<OfRecord, Out<'opportunities', 'markAllSeenPreview'>>('workspace'),
  queryOutcomes: reads<In<'outcomes', 'query'>, Out<'outcomes', 'query'>>('workspace'),
  getOutcome: reads<OfRecord, OutcomeDetail>('workspace'),
  querySolutions: reads<In<'solutions', 'query'>, Out<'solutions', 'query'>>('workspace'),
  getSolution: reads<OfRecord, SolutionDetail>('workspace'),
  queryFeedback: reads<In<'feedback', 'query'>, Out<'feedback', 'query'>>('workspace'),
  getFeedback: reads<OfRecord, FeedbackRow>('workspace'),
  queryKnowledge: reads<In<'knowledge', 'query'>, KnowledgePage>('workspace'),
  /** The address of the text file is main's to resolve. */
  getKnowledge: reads<OfRecord, Omit<KnowledgeDetail, 'txtFileAddress'>>('workspace'),
  listMetrics: reads<OfWorkspace, readonly Metric[]>('workspace'),
  saveMetric: saves<In<'metrics', 'save'> & { addedAt: string }>('workspace', 'lastOfMetric'),
  removeMetric: writes<In<'metrics', 'remove'>>('workspace', 'lastOfMetric'),
  listTopics: reads<OfWorkspace, Out<'topics', 'list'>>('workspace'),
  getTopic: reads<OfRecord, Topic>('workspace'),
  /** `topic` is what the service returned, unparsed. Throws NOT_THE_SERVICE when it is no topic. */
  keepTopic: writes<OfWorkspace & { topic: unknown; readAt: string }, Topic>('workspace'),
  pinTopic: saves<In<'topics', 'pin'>>('workspace'),
  forgetTopic: writes<OfRecord>('workspace'),
  searchEverything: reads<In<'search', 'everything'>, FoundRecords>('workspace'),

  /** Durable when it resolves. */
  addChange: saves<NewChange>('workspace', 'all'),
  markChange: writes<
    OfEnvironment & { changeId: string; state: Exclude<ChangeState, 'done'>; error: ErrorReport | null }
  >('environment', 'all'),
  /**
   * Gives a creation that was not accepted another body (and another id, where its own was taken) and has it wait again.
   * Durable when it resolves. Throws NOT_FOUND, and INVALID_INPUT for a change that is anything but refused.
   */
  editChange: saves<Extract<NewChange, { kind: 'createInsight' }>>('workspace', 'all'),
  /** Those that are still in the journal need the person's approval from now on. Durable when it resolves. */
  requireReview: writes<OfEnvironment & { changeIds: readonly string[] }>('environment', 'all'),
  settleChange: writes<OfEnvironment & { changeId: string } & Settlement>('environment', 'all'),
  /** Unsettled changes, oldest first; of a long journal only one and all that have the same target, where that is enough. */
  pendingChanges: reads<OfEnvironment & { sameTargetAs?: string }, readonly JournalEntry[]>('environment'),
  /** Changes that were altered outside the app, are never sent, and were not discarded yet. */
  countTampered: reads<OfWorkspace, number>('workspace'),
  /**
   * Of a link or unlink in the journal: whether a later change that is done does the opposite for one of its outcomes, or,
   * where it failed itself, a later one that may still be sent. Sending it now would undo the later wish.
   */
  isSuperseded: reads<OfEnvironment & { changeId: string }, boolean>('environment'),
  /**
   * Of one environment, or of one workspace of it; unsettled first, then newest first. `workspaceNames`, by
   * `workspaceKey`: what the text may say instead of a workspace's id.
   */
  queryActivity: reads<
    OfEnvironment & {
      workspace: WorkspaceRef | null
      text: string
      workspaceNames?: Readonly<Record<string, string>>
      offset: number
      limit: number
    },
    ActivityPage
  >('environment'),
  getActivity: reads<OfWorkspace & { changeId: string }, Omit<ActivityDetail, 'request'>>('workspace'),
  /** In any workspace of the environment. */
  findActivity: reads<OfEnvironment & { changeId: string }, Omit<ActivityDetail, 'request'>>('environment'),
  /** How much is stored: bytes on disk (0 in memory) and records by kind. */
  measure: reads<OfEnvironment, EnvironmentSize>('environment'),

  /** Of a new insight; with a change id, of the edit of that change. The latter goes with its change. */
  readDraft: reads<DraftOf, { values: Record<string, string>; savedAt: string } | null>('workspace'),
  saveDraft: saves<DraftOf & { values: Record<string, string>; savedAt: string }>('workspace', 'lastOfDraft'),
  discardDraft: writes<DraftOf>('workspace', 'lastOfDraft'),
} as const

export type LibraryMethod = keyof typeof libraryCalls

export type LibraryApi = {
  [Method in LibraryMethod]: (typeof libraryCalls)[Method] extends LibraryCall<infer Input, infer Output>
    ? (input: Input) => Promise<Output>
    : never
}

/** Every method led through one function, which method and input tell apart. */
export function libraryOver(call: (method: LibraryMethod, input: unknown) => Promise<unknown>): LibraryApi {
  const methods = Object.keys(libraryCalls) as LibraryMethod[]
  const calls = methods.map((method) => [method, (input: unknown) => call(method, input)])
  return Object.fromEntries(calls)
}

/** null for a call whose input does not name it. */
export function environmentOf(method: LibraryMethod, input: unknown): EnvironmentName | null {
  const { route } = libraryCalls[method]
  if (route === 'workspace') return (input as OfWorkspace).workspace.environment
  return route === 'environment' ? (input as OfEnvironment).environment : null
}

export interface LibraryRequest {
  readonly id: number
  readonly method: LibraryMethod
  readonly input: unknown
}

export type LibraryReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: ErrorReport }
