// One environment's store: its database, the order of its writes, and every part that answers from it.
import type { OpenedLibrary } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import { createActivity } from '../changes/activity'
import { createDrafts } from '../changes/drafts'
import { askAboutAll, createJournal } from '../changes/journal'
import { createJournalMac } from '../changes/journal-mac'
import { type RecoveredRows, readKeptRows, writeCarried } from '../changes/keep-changes'
import { createRevision } from '../changes/revision'
import { createSettlement } from '../changes/settlement'
import { createUnsentCopy, type UnsentCopy } from '../changes/unsent-copy'
import { createSyncSessions, nextMacrotask } from '../ingest/sync-sessions'
import { createMetrics } from '../kept/metrics'
import { createTopics } from '../kept/topics'
import { createFeedbackQueries } from '../queries/feedback'
import { createInsightQueries } from '../queries/insights'
import { createKnowledgeQueries } from '../queries/knowledge'
import { createNews } from '../queries/news'
import { createOpportunityQueries } from '../queries/opportunities'
import { createOutcomeQueries } from '../queries/outcomes'
import { createKeptLists } from '../queries/row-lists'
import { createScoreHistory } from '../queries/score-history'
import { createSearch } from '../queries/search'
import { createSolutionQueries } from '../queries/solutions'
import { indexRecords } from '../text-index'
import type { StoreApi, StoreContext } from './context'
import { UnreadableDatabase } from './driver-errors'
import { createMeasure } from './measure'
import { incomingSuffix, openDatabase } from './open-database'
import { createWriteQueue } from './write-queue'

export interface StoreOptions {
  readonly environment: EnvironmentName
  /** null: in memory. */
  readonly file: string | null
  readonly key: string | null
  readonly generation: string
  readonly hadFile?: boolean
  /** What waits in it is asked about before it is sent. */
  readonly requiresReview?: boolean
  readonly now: () => Date
  readonly log: (line: string) => void
  /** What a library in memory held that this one takes the place of. */
  readonly carried?: RecoveredRows
}

export interface Store {
  readonly api: StoreApi
  readonly opened: OpenedLibrary
  readonly isInMemory: boolean
  hasSync(syncId: string): boolean
  /** What only this machine has, after what was asked for before it. */
  readKept(): Promise<RecoveredRows>
  /** Reading failed: the next open replaces the file. */
  markDamaged(): void
  /** After what was asked for before it. */
  close(): Promise<void>
  /** At once, for the end of the process. */
  closeNow(): void
}

/** After a sync: long enough for the first rows to be asked for. */
const checkpointDelayMs = 1_500

export function openStore(options: StoreOptions): Store {
  const { file, key, environment, log } = options
  const database = openDatabase(options)
  const { reader, writer } = database
  const hasSnapshot = reader !== writer
  const queue = createWriteQueue()
  const unsent = createUnsentCopy(writer, options)
  const seal = createJournalMac(key)
  let revision = 0
  let isOpen = true

  const context: StoreContext = {
    reader,
    log,
    unsent,
    revision: () => revision,
    read: async (work) =>
      hasSnapshot ? database.during('reading', () => work(reader)) : queue.run(() => work(reader)),
    write: (work) =>
      queue.run(() => {
        const result = database.during('writing', () => unsent.transaction(() => work(writer)))
        revision += 1
        return result
      }),
  }
  const syncs = createSyncSessions({
    ...context,
    incomingFile: (syncId) => (file === null ? null : file + incomingSuffix + syncId),
    writeAtLength: (work) =>
      queue.run(async () => {
        // Moving a large log into the file takes longer than writing it; whoever waits for the sync need not wait for that.
        writer.all('PRAGMA wal_autocheckpoint = 0')
        writer.exec('BEGIN IMMEDIATE')
        try {
          const result = await database.during('writing', () => work(writer, hasSnapshot ? nextMacrotask : null))
          writer.exec('COMMIT')
          revision += 1
          setTimeout(() => void queue.run(() => isOpen && database.checkpoint()), checkpointDelayMs).unref()
          return result
        } catch (error) {
          writer.rollback()
          throw error
        } finally {
          writer.all('PRAGMA wal_autocheckpoint = 1000')
        }
      }),
  })

  function closeNow(): void {
    if (!isOpen) return
    isOpen = false
    syncs.discardAll()
    writer.rollback()
    unsent.close()
    database.close()
  }

  const { has, discardAll: _, ...syncApi } = syncs
  const kept = createKeptLists(context.revision)
  // Of a library that an older version wrote, nothing but insights is indexed yet.
  try {
    const { carried, requiresReview = false } = options
    if (requiresReview) unsent.transaction(() => askAboutAll(writer, unsent, seal))
    if (carried !== undefined) carryOver(unsent, carried, () => writeCarried(writer, environment, carried, seal))
    writer.transaction(() => indexRecords(writer))
  } catch (error) {
    const isUnreadable = error instanceof UnreadableDatabase
    if (isUnreadable) database.markDamaged()
    database.close()
    if (isUnreadable) return openStore(options)
    throw error
  }
  return {
    opened: database.opened,
    isInMemory: file === null,
    hasSync: has,
    readKept: () => queue.run(() => readKeptRows(writer, seal)),
    markDamaged: () => database.markDamaged(),
    close: () => queue.run(closeNow),
    closeNow,
    api: {
      ...syncApi,
      ...createInsightQueries(context, kept),
      ...createScoreHistory(context),
      ...createNews(context),
      ...createOpportunityQueries(context, kept),
      ...createOutcomeQueries(context, kept),
      ...createSolutionQueries(context, kept),
      ...createFeedbackQueries(context, kept),
      ...createKnowledgeQueries(context, kept),
      ...createSearch(context, kept),
      ...createMetrics(context),
      ...createTopics(context),
      ...createJournal(context, seal, environment),
      ...createRevision(context, seal),
      ...createSettlement(context),
      ...createActivity(context, environment),
      ...createDrafts(context),
      ...createMeasure(context, file),
    },
  }
}

function carryOver(unsent: UnsentCopy, carried: RecoveredRows, write: () => readonly string[]): void {
  unsent.transaction(() => {
    for (const row of carried.journal) unsent.touchChange(String(row.change_id))
    for (const row of carried.changeDrafts) unsent.touchChangeDraft(String(row.change_id))
    for (const { organisation_id: organisationId, workspace_id: workspaceId } of carried.drafts) {
      unsent.touchDraft({ organisationId: String(organisationId), workspaceId: String(workspaceId) })
    }
    for (const changeId of write()) unsent.touchChange(changeId)
  })
}
