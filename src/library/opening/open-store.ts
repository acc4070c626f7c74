// One environment's store: composes its database, the order of its writes, and the parts that answer from it. This
// folder is the only one that knows all others of the library; begin reading here.
import type { OpenedLibrary, OpenLibrary } from '../../contract/library'
import { createActivity } from '../changes/activity'
import { createDrafts } from '../changes/drafts'
import { createJournal, requireReviewOfAll } from '../changes/journal'
import { createJournalMac, type JournalMac } from '../changes/journal-mac'
import { createSettlement } from '../changes/settlement'
import { createUnsentLogWriter, type UnsentLogWriter } from '../changes/unsent-log-writer'
import { createSyncSessions } from '../ingest/sync-sessions'
import { createKeptBriefs } from '../local/briefs'
import { createMetrics } from '../local/metrics'
import { createNotDuplicates } from '../local/not-duplicates'
import { createPriorities } from '../local/priorities'
import { createSavedViews } from '../local/saved-views'
import { createSelections } from '../local/selections'
import { createTopics } from '../local/topics'
import { createTriage, endSnoozesOfAll } from '../local/triage'
import { createBriefQueries } from '../queries/briefs'
import { createDuplicates } from '../queries/duplicates'
import { createEvidence } from '../queries/evidence-arrays'
import { createExport } from '../queries/export'
import { createFeedbackQueries } from '../queries/feedback'
import { createInsightQueries } from '../queries/insights'
import { createKnowledgeQueries } from '../queries/knowledge'
import { createListCache } from '../queries/list-cache'
import { createMapQueries } from '../queries/map'
import { createNews } from '../queries/news'
import { createOpportunityQueries } from '../queries/opportunities'
import { createOutcomeQueries } from '../queries/outcomes'
import { createPriorityQueries } from '../queries/priorities'
import { createRecordFigures } from '../queries/record-figures'
import { createSearch } from '../queries/search'
import { createSimilarInsights } from '../queries/similar-insights'
import { createSolutionQueries } from '../queries/solutions'
import { createThisWeek } from '../queries/this-week'
import { createVectors } from '../queries/vectors'
import { createWordSearch } from '../queries/word-search'
import { type Connection, libraryIsClosed } from '../store/connection'
import type { StoreApi, StoreContext } from '../store/context'
import { UnreadableDatabase } from '../store/driver-errors'
import { nextMacrotask } from '../store/next-macrotask'
import { releaseFiles } from '../store/release-files'
import { createTableUse } from '../store/table-use'
import { createWriteQueue } from '../store/write-queue'
import { createFeedbackIndex, indexRecords } from '../text/text-index'
import type { Projector } from '../topic-map/projector'
import { createTopicMap } from '../topic-map/topic-map'
import { createMeasure } from './measure'
import { incomingSuffix, type OpenDatabase, openDatabase } from './open-database'
import { createPrivateCopy, type PrivateCopy } from './private-copy'
import { readStoredRows, type StoredRows, writeFromMemory } from './recover-unsent'

export interface StoreOptions extends OpenLibrary {
  readonly now: () => Date
  readonly log: (line: string) => void
  /** Called each time that a topic map is drawn. */
  readonly startProjector: () => Projector
  /** Rows of the library in memory that this one replaces. */
  readonly fromMemory?: StoredRows
}

export interface Store {
  readonly api: StoreApi
  readonly opened: OpenedLibrary
  readonly isInMemory: boolean
  hasSync(syncId: string): boolean
  /** Reads the rows that only this computer has, after the writes asked for before. */
  readUnsent(): Promise<StoredRows>
  /** Reading failed: the next open replaces the file. */
  markDamaged(): void
  /**
   * Closes after the writes asked for before; no file is open afterwards. A list or a map that is being stored is stopped,
   * and nothing of it stays.
   */
  close(): Promise<void>
  /** Closes at once, for the end of the process. */
  closeNow(): void
}

type StoreState = 'open' | 'closing' | 'closed'

/** Delay after a long write: long enough for the first rows of a sync to be asked for. */
const checkpointDelayMs = 1_500
/** Long writes of a series that a log may have before it is moved into the file. */
const longWritesOfLog = 10

export function openStore(options: StoreOptions): Store {
  const { file, key, environment } = options
  const database = openDatabase(options)
  const { writer } = database
  let state: StoreState = 'open'
  const mac = createJournalMac(key)
  const unsent = createUnsentLogWriter(writer, options)
  const privateCopy = createPrivateCopy(writer, options)
  const { context, queue } = createAccess(database, { unsent, privateCopy }, options.log, () => state)
  try {
    privateCopy.watch()
    privateCopy.begin()
    // Last, as nothing may fail once the rows of memory are in the file.
    prepare(writer, unsent, mac, options)
    privateCopy.update()
  } catch (error) {
    privateCopy.close()
    unsent.close()
    const isUnreadable = error instanceof UnreadableDatabase
    if (isUnreadable) database.markDamaged()
    database.close()
    if (isUnreadable) return openStore(options)
    throw error
  }
  const {
    has,
    abortAll: abortSyncs,
    ...syncApi
  } = createSyncSessions({
    ...context,
    now: options.now,
    incomingFile: (syncId) => (file === null ? null : file + incomingSuffix + syncId),
  })
  const cache = createListCache(context.tables)
  const search = createWordSearch(context, cache)
  const completeIndex = createFeedbackIndex(context)
  const vectors = createVectors(context)
  const { stop: stopDrawing, ...topicMap } = createTopicMap(context, cache, options)
  const { stop: stopComparing, ...duplicates } = createDuplicates(context, vectors)
  const evidence = createEvidence(context)
  const recordFigures = createRecordFigures(evidence, cache)
  const deps = { recordFigures, now: options.now }
  const lists = {
    ...createInsightQueries(context, cache, search),
    ...createNews(context, cache),
    ...createOpportunityQueries(context, cache, search, deps),
    ...createOutcomeQueries(context, cache, search, deps),
    ...createSolutionQueries(context, cache, search, recordFigures),
    ...createFeedbackQueries(context, cache, search, completeIndex),
    ...createKnowledgeQueries(context, cache, search),
    ...createBriefQueries(context, cache),
    ...createKeptBriefs(context),
    ...createMetrics(context),
    ...createTopics(context),
    ...createTriage(context),
  }
  function closeNow(): void {
    if (state === 'closed') return
    state = 'closed'
    vectors.close()
    stopComparing()
    stopDrawing()
    abortSyncs()
    writer.rollback()
    unsent.close()
    privateCopy.close()
    database.close()
  }

  return {
    opened: database.opened,
    isInMemory: file === null,
    hasSync: has,
    readUnsent: () => queue.run(() => readStoredRows(writer, mac)),
    markDamaged: () => database.markDamaged(),
    close() {
      state = 'closing'
      stopDrawing()
      return queue.run(async () => {
        await database.stopCheckpoint()
        closeNow()
        if (file !== null) await releaseFiles()
      })
    },
    closeNow,
    api: {
      ...syncApi,
      ...lists,
      ...createExport(context, lists),
      ...createSearch(cache, search),
      ...createSavedViews(context),
      ...createPriorities(context),
      ...createPriorityQueries(context, evidence),
      ...createThisWeek({ context, figures: recordFigures, now: options.now }),
      ...createMapQueries({ context, cache, search, completeIndex, evidence }),
      ...createNotDuplicates(context),
      ...duplicates,
      ...createSimilarInsights({ context, vectors, cache, search }),
      ...topicMap,
      ...createSelections(context),
      ...createJournal(context, mac, environment),
      ...createSettlement(context, mac, environment),
      ...createActivity(context, environment),
      ...createDrafts(context),
      ...createMeasure(context, file, environment),
    },
  }
}

/** How the parts of a store read and write: reads see the state before a long sync, writes come one after the other. */
function createAccess(
  database: OpenDatabase,
  { unsent, privateCopy }: { readonly unsent: UnsentLogWriter; readonly privateCopy: PrivateCopy },
  log: (line: string) => void,
  state: () => StoreState,
) {
  const isOpen = () => state() !== 'closed'
  const { reader, writer } = database
  const hasSnapshot = reader !== writer
  const queue = createWriteQueue()
  const tables = createTableUse(writer)
  for (const connection of new Set([reader, writer])) connection.observe(tables)

  const context: StoreContext = {
    reader,
    log,
    unsent,
    tables,
    read: async (work) =>
      hasSnapshot ? database.during('reading', () => work(reader)) : queue.run(() => work(reader)),
    write: (work) =>
      queue.run(() => {
        try {
          const result = database.during('writing', () => unsent.transaction(() => work(writer)))
          privateCopy.update()
          tables.committed()
          return result
        } finally {
          tables.rolledBack()
        }
      }),
    keepLogShort: async () => {
      if (longWrites - movedWrites >= longWritesOfLog) await moveLog()
    },
    writeAtLength: (work, assertWanted) =>
      queue.run(async () => {
        const assertGoesOn = () => {
          assertWanted?.()
          // A long write keeps the person's last writes waiting behind it. The next sync brings a list again.
          if (state() !== 'open') throw libraryIsClosed()
        }
        assertGoesOn()
        const pause = async () => {
          await nextMacrotask()
          assertGoesOn()
        }
        try {
          writer.all('PRAGMA wal_autocheckpoint = 0')
          writer.exec('BEGIN IMMEDIATE')
          const result = await database.during('writing', () => work(writer, hasSnapshot ? pause : null))
          await database.settleLog()
          // Flushing takes long on a slow disk.
          assertGoesOn()
          if (hasSnapshot) {
            // Reads see the state before until its caches are dropped below, in the same step.
            try {
              reader.exec('BEGIN')
              reader.get('SELECT 1 FROM meta LIMIT 1')
              await writer.execInBackground('COMMIT')
            } finally {
              // Otherwise all later reads would see the state before.
              reader.rollback()
            }
          } else writer.exec('COMMIT')
          // At the end of the process it may have been closed meanwhile.
          if (isOpen()) privateCopy.update()
          tables.committed()
          moveLogSoon()
          return result
        } catch (error) {
          writer.rollback()
          tables.rolledBack()
          if (isOpen()) letSqliteMoveLog()
          throw error
        }
      }),
  }

  // SQLite would move all of the log of a long write in the next short one, which takes seconds after a sync.
  let longWrites = 0
  let movedWrites = 0
  let moveTimer: NodeJS.Timeout | undefined
  function letSqliteMoveLog(): void {
    if (movedWrites === longWrites) writer.all('PRAGMA wal_autocheckpoint = 1000')
  }
  /**
   * The writer's cache has the pages of a whole list, of which short writes need few. The reader's has those that the page
   * read after the list, and would go at the next write anyway.
   */
  function shrinkCaches(): void {
    for (const connection of new Set([reader, writer])) connection.all('PRAGMA shrink_memory')
  }
  async function moveLog(): Promise<void> {
    const moved = longWrites
    await database.checkpoint()
    await queue.run(() => {
      if (!isOpen()) return
      movedWrites = Math.max(movedWrites, moved)
      letSqliteMoveLog()
      if (movedWrites === longWrites) shrinkCaches()
    })
  }
  function moveLogSoon(): void {
    longWrites += 1
    clearTimeout(moveTimer)
    moveTimer = setTimeout(() => void moveLog(), checkpointDelayMs)
    moveTimer.unref()
  }

  return { context, queue }
}

/** Throws with nothing written: a person whose library could not leave memory goes on there, and may discard a change. */
function prepare(writer: Connection, unsent: UnsentLogWriter, mac: JournalMac, options: StoreOptions): void {
  const { fromMemory, requiresReview = false, environment } = options
  const journal = { connection: writer, unsent, mac, environment }
  unsent.transaction(() => {
    if (requiresReview) requireReviewOfAll(journal)
    if (fromMemory !== undefined) {
      touchAll(unsent, fromMemory)
      writeFromMemory(journal, fromMemory)
    }
    endSnoozesOfAll(writer, options.now())
    // A library of an older version has indexed insights only.
    indexRecords(writer)
  })
}

function touchAll(unsent: UnsentLogWriter, { journal, drafts }: StoredRows): void {
  for (const { change_id: changeId } of journal) {
    unsent.touchChange(String(changeId))
    unsent.touchChangeDraft(String(changeId))
  }
  for (const { organisation_id: organisationId, workspace_id: workspaceId, draft_id: draftId } of drafts) {
    const workspace = { organisationId: String(organisationId), workspaceId: String(workspaceId) }
    unsent.touchDraft(workspace, String(draftId))
  }
}
