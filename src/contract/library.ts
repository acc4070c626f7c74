// The calls that main makes to the library process, the only one that touches the database. Both ends are built together, so the
// messages are typed and not parsed; answers of the service are parsed inside the library.
import type { z } from 'zod'
import type { AppApi } from './app'
import type { Call } from './call'
import type { ErrorReport } from './errors'
import type { ActivityDetail, ActivityPage, ChangeState } from './features/activity'
import type { Brief, BriefEdit, KeptBrief } from './features/briefs'
import type { Duplicates, SimilarInsights } from './features/duplicates'
import type { EnvironmentSize } from './features/environments'
import type { ExportContent, Ranked, RecordSource } from './features/export'
import type { ExportValue } from './features/export-fields'
import type { FeedbackRow } from './features/feedback'
import type { InsightDetail, InsightPage, InsightQuery, ScorePoint } from './features/insights'
import type { KnowledgeDetail, KnowledgePage } from './features/knowledge'
import type { ofRecord } from './features/listing'
import type { MapBranch, MapTop } from './features/map'
import type { Metric } from './features/metrics'
import type { NewsDetail, NewsPage } from './features/news'
import type { OpportunityDetail } from './features/opportunities'
import type { OutcomeDetail } from './features/outcomes'
import type { DecidedRecord, PriorityRows, PriorityTitles, ScoringModel, SinceDecided } from './features/priorities'
import type { SavedView } from './features/saved-views'
import type { FoundRecords } from './features/search'
import type { SolutionDetail } from './features/solutions'
import type { ThisWeek, Trends } from './features/this-week'
import type { MapName, MapPoints, MapState } from './features/topic-map'
import type { Topic } from './features/topics'
import type { Decisions, SnoozeBasis, Triage } from './features/triage'
import type { CreateInsightBody } from './resources/insight'
import type { EnvironmentName, WorkspaceRef } from './workspace'

export interface OpenLibrary {
  readonly environment: EnvironmentName
  /** null: in memory, gone with the process. */
  readonly file: string | null
  /** 32 random bytes as 64 hex digits; null with no file. */
  readonly key: string | null
  /** Stored in a new database and compared with an existing one: a file that was emptied has none. */
  readonly generation: string
  /** There was a file with this key before. If it is gone, the person is told. */
  readonly hadFile?: boolean
  /** All pending changes in it need review: the person may have been told that some of them were not saved. */
  readonly requiresReview?: boolean
}

export interface OpenedLibrary {
  /**
   * created: there was no file yet. rebuilt: the file could not be used and became a backup, or was gone (`missing`).
   */
  readonly state: 'opened' | 'created' | 'rebuilt'
  readonly reason: 'corrupt' | 'wrong-key' | 'emptied' | 'missing' | null
  /** Unsent changes that were recovered from the backup, or from the log of unsent changes. */
  readonly recoveredChanges: number
  /** Unsent changes or drafts may have been lost. */
  readonly mayHaveLostChanges: boolean
  /** Triage, notes, labels, saved views, metrics or saved topics may have been lost. Absent if not. */
  readonly mayHaveLostNotes?: boolean
}

/** Sent without a request: the library of an environment was damaged while it was open, and has been replaced. */
export interface LibraryNews {
  readonly rebuilt: EnvironmentName
  readonly opened: OpenedLibrary
}

/** A line for the log, which main writes: an error in it has no message. */
export interface LibraryLine {
  readonly logged: string
}

/** The two lists the service has. */
export type SyncResource = 'insights' | 'knowledge'

/**
 * ETag and Last-Modified of a list, for the next conditional request. The library stores them beside the data and does
 * not interpret them.
 */
export interface ListValidators {
  /** The address that was read, with its query: another address is another list. */
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
  /** Fields that made items unreadable and the rule that each breaks, as `title: too_big`; the five most frequent. */
  readonly unreadableBecause: readonly string[]
  readonly duplicates: number
  /** `Record.field` names this version does not know, and `Record.field: value` of closed lists; each once. */
  readonly unknownFields: readonly string[]
  readonly hasRelationships: boolean
}

export interface CommittedSync extends SyncReport {
  /** The bytes were those of the last answer, so no record was read or written. */
  readonly isSameAnswer: boolean
}

export interface SyncRecord extends SyncReport {
  /** ISO 8601, UTC: when the answer was asked for. */
  readonly syncedAt: string
}

export interface LibraryFacts {
  /** On disk, with logs and backups; 0 in memory. */
  readonly bytes: number
  readonly schemaVersion: number
  /** Rows, by table. */
  readonly rows: Readonly<Record<string, number>>
  /** In the journal, by state; those that wait for review are counted apart, as `needsReview`. */
  readonly changes: Readonly<Record<string, number>>
}

/** A person's change at the service: the operation, its target and its body. */
export type Change =
  | {
      readonly kind: 'createInsight'
      readonly targetId: string
      readonly body: CreateInsightBody
      /** The draft that it was typed in: gone with the change, and back when the change is given up. Not signed. */
      readonly draftId?: string
    }
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
  /** Incremented with every write. A write names the version that it was decided from, and loses against a newer one. */
  readonly version: number
  /** How often it was sent. */
  readonly attempts: number
  /**
   * Sent only after the person approves it, as everything in production. True until the person was told that the change
   * is kept; later true again for a change that came out of a rebuilt library or was made for another address.
   */
  readonly needsReview: boolean
  /** The person edited it after an attempt, so an earlier wording may have arrived. */
  readonly isEdited: boolean
  readonly error: ErrorReport | null
  /** ISO 8601, UTC: the queue does not send it before. */
  readonly retryAt: string | null
  /** When the last attempt began or ended, on the monotonic clock of that run of the app, in milliseconds. */
  readonly attempt: { readonly run: string; readonly atMs: number } | null
}

/** The changes of a workspace that have not ended. */
export interface ChangeCounts {
  /** Not sent yet, on their way, or of unknown outcome; `toReview` of them wait for a review. */
  readonly waiting: number
  readonly toReview: number
  readonly failed: number
  /** Tampered with, so never sent, and not discarded yet. */
  readonly tampered: number
}

/** The columns that one step of a change writes. */
export type ChangeMove = Pick<
  JournalEntry,
  'changeId' | 'version' | 'state' | 'needsReview' | 'error' | 'retryAt' | 'attempt'
>

/**
 * The end of a change; its journal row goes. `done` carries the insight that the service returned for a creation (null
 * for other changes) and applies the consequence to the data: a deleted record goes, with all its content kept in the
 * activity; a metric's links are in the ledger; the insights of the opportunity are seen. `discarded` with
 * `restoresDraft` restores the text of a creation as the draft, unless there is another by now. `requestMs`: from
 * the start of the request to the answer that settled the change.
 */
export type Settlement =
  | { readonly state: 'done'; readonly insight: unknown; readonly settledAt: string; readonly requestMs?: number }
  | {
      readonly state: 'discarded'
      readonly error: ErrorReport | null
      readonly settledAt: string
      readonly requestMs?: number
      readonly restoresDraft?: boolean
    }

type OfRecord = z.output<typeof ofRecord>
type In<Feature extends keyof AppApi, Method extends keyof AppApi[Feature]> =
  AppApi[Feature][Method] extends Call<infer Input> ? z.output<Input> : never
type Out<Feature extends keyof AppApi, Method extends keyof AppApi[Feature]> =
  AppApi[Feature][Method] extends Call<z.ZodType, infer Output> ? z.input<Output> : never

/** Typed text as the page sends it. Without `began` it replaces whatever is stored. */
type Typed<Input extends { readonly began: unknown }> = Omit<Input, 'began'> & Partial<Pick<Input, 'began'>>

interface DraftOf {
  readonly workspace: WorkspaceRef
  readonly changeId?: string | null
  readonly draftId?: string
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

export type LibraryReplay = 'all' | 'lastOfDraft' | 'lastOfMetric' | 'lastOfBackoff' | 'lastOfRecord' | 'lastOfBrief'

export interface LibraryCall<Input = never, Output = unknown> {
  /** A read is repeated when the process crashed meanwhile. A write may have happened by then: only its caller knows. */
  readonly effect: 'reads' | 'writes'
  /** null: opens or closes the store of an environment itself, or is about all. */
  readonly route: LibraryRoute | null
  /** Saves what a person typed: refused where it would be lost with the app. */
  readonly savesInput: boolean
  /**
   * Replayed when a library in memory was lost with its process: every such call, or the last one about the same
   * draft, metric, backoff, brief, topic or record. null: its effect is lost, or comes from the service again.
   */
  readonly replay: LibraryReplay | null
  /**
   * The fields that a replay adds to the input: what the empty library can't work out again, such as the text that this
   * call was joined to.
   */
  readonly replayWith: (answer: unknown) => object
  /** Only for the compiler. */
  readonly types?: (input: Input) => Output
}

type RouteOf<Input> =
  | (Input extends OfWorkspace ? 'workspace' : never)
  | (Input extends OfEnvironment ? 'environment' : never)
  | (Input extends OfSync ? 'syncId' : never)

/** The compiler checks these fields here; the table has answers of all types. */
type ReplayWith<Input, Output> = (answer: Output) => Partial<Input>

const asBefore = () => ({})

function reads<Input, Output>(route: RouteOf<Input>): LibraryCall<Input, Output> {
  return { effect: 'reads', route, savesInput: false, replay: null, replayWith: asBefore }
}

function writes<Input, Output = null>(
  route: RouteOf<Input> | null,
  replay: LibraryReplay | null = null,
  replayWith: ReplayWith<Input, Output> = asBefore,
): LibraryCall<Input, Output> {
  return { effect: 'writes', route, savesInput: false, replay, replayWith: replayWith as LibraryCall['replayWith'] }
}

function saves<Input, Output = null>(
  route: RouteOf<Input>,
  replay: LibraryReplay | null = null,
  replayWith: ReplayWith<Input, Output> = asBefore,
): LibraryCall<Input, Output> {
  return { ...writes<Input, Output>(route, replay, replayWith), savesInput: true }
}

/**
 * The only list of the library's calls. `LibraryApi`, the client in main and the router in the library
 * process are derived from it: a new method is an entry here and its implementation in `src/library`.
 */
export const libraryCalls = {
  open: writes<OpenLibrary, OpenedLibrary>(null),
  close: writes<OfEnvironment>(null),
  /** Days and weeks begin by this time zone from now on. A process that starts later has the computer's. */
  setTimeZone: writes<In<'shell', 'setTimeZone'>>(null),

  /** A sync receives the body of a list as bytes, in order; nothing is visible before commit. */
  beginSync: writes<
    OfWorkspace & { resource: SyncResource; startedAt: string },
    {
      syncId: string
      /** Those of the answer that the data still matches; null: the list has to be read whole. */
      validators: ListValidators | null
    }
  >('workspace'),
  appendSync: writes<OfSync & { bytes: Uint8Array }>('syncId'),
  /** Throws NOT_THE_SERVICE, changing nothing, when the body was not `{ "data": [ … ] }` whole and valid. */
  commitSync: writes<OfSync & { validators: ListValidators | null }, CommittedSync>('syncId'),
  /**
   * Instead of a commit, when the service reports the list as unchanged. null, and the sync goes on, when the data
   * has changed since it began, so that the list has to be read after all.
   */
  confirmSync: writes<OfSync, SyncReport | null>('syncId'),
  /**
   * Works during its commit too, which then changes nothing and throws LIBRARY_UNAVAILABLE: on disk at its next pause, in
   * memory only before it begins.
   */
  abortSync: writes<OfSync>('syncId'),
  lastSync: reads<OfWorkspace & { resource: SyncResource }, SyncRecord | null>('workspace'),
  /** Whether the last answer has an item of this id that could not be read: the service has it all the same. */
  isQuarantined: reads<OfRecord & { resource: SyncResource }, boolean>('workspace'),

  queryInsights: reads<InsightQuery, InsightPage>('workspace'),
  /** Throws NOT_FOUND, as every call that gets one record does. */
  getInsight: reads<OfRecord, InsightDetail>('workspace'),
  /** null: the service has not listed it, whether or not the row that the app made for it is shown. */
  getListedInsight: reads<OfRecord, Pick<InsightDetail, 'title' | 'description'> | null>('workspace'),
  scoreHistory: reads<OfRecord, readonly ScorePoint[]>('workspace'),

  queryNews: reads<In<'news', 'query'>, NewsPage>('workspace'),
  getNews: reads<OfRecord, NewsDetail>('workspace'),
  markReviewed: writes<In<'news', 'markReviewed'> & { reviewedAt: string }, Out<'news', 'markReviewed'>>('workspace'),
  undoReview: writes<In<'news', 'undoReview'>, Out<'news', 'undoReview'>>('workspace'),

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
  /**
   * `topic`: the answer of the service, unparsed. Throws NOT_THE_SERVICE when it is no topic. `id`: only tells replayed
   * calls apart.
   */
  keepTopic: writes<OfWorkspace & { topic: unknown; readAt: string; id?: string }, Topic>(
    'workspace',
    'lastOfRecord',
    ({ id }) => ({ id }),
  ),
  pinTopic: saves<In<'topics', 'pin'>>('workspace', 'lastOfRecord'),
  forgetTopic: writes<OfRecord>('workspace', 'lastOfRecord'),
  getTriage: reads<In<'triage', 'get'>, Triage>('workspace'),
  existingRecords: reads<In<'triage', 'existing'>, readonly string[]>('workspace'),
  listLabels: reads<OfWorkspace, Out<'triage', 'labels'>>('workspace'),
  /** Returns what a snooze until a change is compared with; null: unknown until the next sync. */
  decideTriage: saves<In<'triage', 'decide'> & { decidedAt: string; basis?: SnoozeBasis | null }, SnoozeBasis | null>(
    'workspace',
    'lastOfRecord',
    (basis) => ({ basis }),
  ),
  /** `made`: the decisions as they were made. */
  decideAll: saves<
    In<'triage', 'decideAll'> & { decidedAt: string },
    Out<'triage', 'decideAll'> & { readonly made: Decisions }
  >('workspace', 'all', ({ made }) => ({ decisions: made })),
  labelAll: saves<In<'triage', 'labelAll'>, Out<'triage', 'labelAll'>>('workspace', 'all'),
  /** Returns the note as stored. */
  setNote: saves<Typed<In<'triage', 'setNote'>>, string>('workspace', 'lastOfRecord', (note) => ({ note })),
  /** Ends the snoozes whose date has come. Returns their number. */
  endSnoozes: writes<OfWorkspace & { today: string }, { ended: number }>('workspace'),
  listSavedViews: reads<OfWorkspace, readonly SavedView[]>('workspace'),
  saveSavedView: saves<In<'savedViews', 'save'>>('workspace', 'all'),
  removeSavedView: saves<In<'savedViews', 'remove'>>('workspace', 'all'),
  orderSavedViews: saves<In<'savedViews', 'order'>>('workspace', 'all'),
  getBrief: reads<In<'briefs', 'get'>, Brief>('workspace'),
  keptBrief: reads<Pick<In<'briefs', 'keep'>, 'workspace' | 'subject'>, KeptBrief | null>('workspace'),
  /** Returns the edit as stored. */
  keepBrief: saves<Typed<In<'briefs', 'keep'>> & { keptAt: string }, BriefEdit>('workspace', 'lastOfBrief', (edit) => ({
    edit,
  })),
  /** `now`: decides which feedback is recent. */
  readMapTop: reads<In<'map', 'top'> & { now: string }, MapTop>('workspace'),
  readMapBranch: reads<In<'map', 'branch'> & { now: string }, MapBranch>('workspace'),
  readThisWeek: reads<OfWorkspace, ThisWeek>('workspace'),
  readTrends: reads<OfWorkspace, Trends>('workspace'),
  listPriorities: reads<In<'priorities', 'rows'> & { now: string }, PriorityRows>('workspace'),
  listPriorityTitles: reads<In<'priorities', 'titles'>, PriorityTitles>('workspace'),
  listDecisions: reads<In<'priorities', 'decisions'>, readonly DecidedRecord[]>('workspace'),
  listSinceDecided: reads<In<'priorities', 'since'>, readonly SinceDecided[]>('workspace'),
  listScoringModels: reads<OfWorkspace, readonly ScoringModel[]>('workspace'),
  saveScoringModel: saves<In<'priorities', 'saveModel'>>('workspace', 'all'),
  removeScoringModel: saves<In<'priorities', 'removeModel'>>('workspace', 'all'),
  decidePriority: saves<In<'priorities', 'decide'> & { decidedAt: string }, Out<'priorities', 'decide'>>(
    'workspace',
    'all',
  ),
  restorePriorities: saves<In<'priorities', 'restore'>, Out<'priorities', 'restore'>>('workspace', 'all'),
  /** Returns the note as stored. */
  setPriorityNote: saves<Typed<In<'priorities', 'setNote'>>, string>('workspace', 'lastOfRecord', (note) => ({ note })),
  findDuplicates: reads<OfWorkspace, Duplicates>('workspace'),
  dismissDuplicate: saves<In<'duplicates', 'dismiss'> & { dismissedAt: string }>('workspace', 'all'),
  similarInsights: reads<OfRecord, SimilarInsights>('workspace'),
  relatedInsights: reads<In<'duplicates', 'related'>, SimilarInsights['rows']>('workspace'),
  topicMapState: reads<OfWorkspace, MapState>('workspace'),
  topicMapPoints: reads<In<'topicMap', 'points'>, MapPoints | null>('workspace'),
  namesOnTopicMap: reads<In<'topicMap', 'names'>, readonly MapName[]>('workspace'),
  /** Begins drawing and returns at once. */
  drawTopicMap: writes<In<'topicMap', 'draw'> & { madeAt: string }>('workspace'),
  cancelTopicMap: writes<OfWorkspace>('workspace'),
  selectInsights: writes<In<'topicMap', 'select'>, { id: string }>('workspace'),
  searchEverything: reads<In<'search', 'everything'>, FoundRecords>('workspace'),
  /** Ids of all rows that match, in their order, each once, as of one moment. */
  listForExport: reads<OfWorkspace & { source: RecordSource }, readonly string[]>('workspace'),
  /**
   * The chosen fields of the records with these ids, without those that are gone. Stops early where they are long: `read` is
   * the number of ids that were looked at, at least one.
   */
  readForExport: reads<
    OfWorkspace & { view: RecordSource['view']; ids: readonly string[]; ranked?: Ranked } & ExportContent,
    { rows: readonly (readonly ExportValue[])[]; read: number }
  >('workspace'),

  /** Durable when it resolves. */
  addChange: saves<NewChange>('workspace', 'all'),
  /**
   * Throws NOT_FOUND, and CONFLICT when the change was written since `version`; null, in a replayed call, is any version.
   * Returns the new version.
   */
  moveChange: writes<OfEnvironment & Omit<ChangeMove, 'version'> & { version: number | null }, { version: number }>(
    'environment',
    'all',
  ),
  /**
   * Clears the retry time of the changes of a workspace or of all; each that had one gets a new version. After a restart, a
   * pause that the service asked for stays. Returns the workspaces that had one.
   */
  retryNow: writes<
    OfEnvironment & { ofWorkspace: WorkspaceRef | null; isAfterRestart: boolean },
    readonly WorkspaceRef[]
  >('environment', 'lastOfBackoff'),
  /**
   * Gives a rejected creation another body (and another id, where its own was taken) and has it wait again.
   * Durable when it resolves. Throws NOT_FOUND, and INVALID_INPUT for a change that is anything but rejected.
   */
  editChange: saves<Extract<NewChange, { kind: 'createInsight' }> & { version: number | null }>('workspace', 'all'),
  /** The changes still in the journal need the person's approval from now on. Durable when it resolves. */
  requireReview: writes<OfEnvironment & { changeIds: readonly string[] }>('environment', 'all'),
  /** `version` null: any, for a change that was tampered with. Throws CONFLICT like `moveChange`. */
  settleChange: writes<OfEnvironment & { changeId: string; version: number | null } & Settlement>('environment', 'all'),
  /**
   * Unsettled changes, oldest first. Optionally only one and all that have the same target (`sameTargetAs`), or
   * those that the queue may go on with by itself (`isDue`): they neither failed nor wait for review.
   */
  pendingChanges: reads<OfEnvironment & { sameTargetAs?: string; isDue?: true }, readonly JournalEntry[]>(
    'environment',
  ),
  countChanges: reads<OfWorkspace, ChangeCounts>('workspace'),
  /**
   * For a link or unlink in the journal: whether a later change that is done does the opposite for one of its outcomes, or,
   * where it failed itself, a later one that may still be sent. Sending it now would undo the later change.
   */
  isSuperseded: reads<OfEnvironment & { changeId: string }, boolean>('environment'),
  /**
   * Changes of an environment or one of its workspaces; unsettled first, then newest first. `targetId`: only those of that
   * record. `workspaceNames`, by `workspaceKey`: names that the text may have instead of a workspace's id.
   */
  queryActivity: reads<
    OfEnvironment & {
      workspace: WorkspaceRef | null
      targetId?: string | null
      isToReview?: boolean | undefined
      text: string
      workspaceNames?: Readonly<Record<string, string>>
      offset: number
      limit: number
    },
    ActivityPage
  >('environment'),
  getActivity: reads<OfWorkspace & { changeId: string }, Omit<ActivityDetail, 'request'>>('workspace'),
  /** Searches all workspaces of the environment. */
  findActivity: reads<OfEnvironment & { changeId: string }, Omit<ActivityDetail, 'request'>>('environment'),
  /** How much is stored: bytes on disk (0 in memory) and records by kind. */
  measure: reads<OfEnvironment, EnvironmentSize>('environment'),
  /** For diagnostics: numbers and names of the schema, nothing that is stored. */
  inspect: reads<OfEnvironment, LibraryFacts>('environment'),

  /** Drafts of new insights, the last saved first. */
  listDrafts: reads<OfWorkspace, Out<'insights', 'drafts'>>('workspace'),
  /** Reads the draft of a new insight by its id, or that of the edit of a change, which goes with the change. */
  readDraft: reads<DraftOf, { values: Record<string, string>; savedAt: string } | null>('workspace'),
  /**
   * Throws INVALID_INPUT where the workspace has as many others as it may. `isReplayed`: was saved once, so the limit does
   * not count.
   */
  saveDraft: saves<DraftOf & { values: Record<string, string>; savedAt: string; isReplayed?: boolean }>(
    'workspace',
    'lastOfDraft',
    () => ({ isReplayed: true }),
  ),
  discardDraft: writes<DraftOf>('workspace', 'lastOfDraft'),
} as const

export type LibraryMethod = keyof typeof libraryCalls

export type LibraryApi = {
  [Method in LibraryMethod]: (typeof libraryCalls)[Method] extends LibraryCall<infer Input, infer Output>
    ? (input: Input) => Promise<Output>
    : never
}

/** Leads every method through one function, which gets the method and its input. */
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
