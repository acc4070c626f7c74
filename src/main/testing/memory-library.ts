// A library for tests of main: keeps what it is given in plain maps, with the promises of the real one that its
// callers rely on. Its state outlives the objects that use it, as a file would.
import { AppError } from '../../contract/errors'
import type { ActivityEntry } from '../../contract/features/activity'
import type { LibraryApi } from '../../contract/library'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import { createMemoryJournal, type MemoryJournal } from './memory-journal'
import { createMemoryLists, type MemoryLists } from './memory-lists'
import { createMemoryRecords } from './memory-records'
import { createMemoryRegisters } from './memory-registers'

export interface MemoryLibrary extends LibraryApi {
  readonly lists: MemoryLists
  /** Ids of the insights that the service was seen to have. */
  insightIds(workspace: WorkspaceRef): readonly string[]
  readonly askAbout: MemoryJournal['askAbout']
  /** What is linked to a metric, as far as confirmed. */
  links(workspace: WorkspaceRef, metricId: string): readonly string[]
  readonly pieceBytes: number[]
  readonly openSyncs: () => number
  readonly settled: ActivityEntry[]
}

const emptyPage = { rows: [], total: 0, all: 0 }

export function createMemoryLibrary(): MemoryLibrary {
  const lists = createMemoryLists()
  const { journalling, settled, askAbout, entryOf, links } = createMemoryJournal(lists)
  const drafts = new Map<string, { values: Record<string, string>; savedAt: string }>()

  return {
    lists,
    askAbout,
    links,
    settled,
    pieceBytes: lists.pieceBytes,
    openSyncs: lists.openSyncs,
    insightIds: (workspace) => lists.of(workspace, 'insights').map(({ id }) => id),
    open: async () => ({ state: 'opened', reason: null, keptChanges: 0, mayHaveLostChanges: false }),
    close: async () => null,
    ...lists.syncing,
    ...journalling,
    ...createMemoryRecords(lists, entryOf),
    ...createMemoryRegisters(),
    queryInsights: async () => ({ ...emptyPage, unseen: 0, greatestScore: null }),
    scoreHistory: async () => [],
    queryNews: async () => ({
      ...emptyPage,
      counts: { new: 0, rising: 0, fading: 0, vanished: 0 },
      since: null,
      upTo: 0,
      canTakeBack: false,
    }),
    getNews: async () => {
      throw new AppError('NOT_FOUND', 'There are no news in memory.')
    },
    look: async () => null,
    takeBackLook: async () => null,
    queryOpportunities: async () => emptyPage,
    queryOutcomes: async () => emptyPage,
    querySolutions: async () => emptyPage,
    queryFeedback: async () => emptyPage,
    queryKnowledge: async () => ({ ...emptyPage, states: [], sources: [] }),
    searchEverything: async () => ({ found: [], totals: [] }),
    measure: async ({ environment }) => {
      const pendingChanges = (await journalling.pendingChanges({ environment })).length
      return { bytes: 0, insights: 0, knowledge: 0, pendingChanges, syncedAt: null }
    },
    readDraft: async ({ workspace }) => drafts.get(workspaceKey(workspace)) ?? null,
    async saveDraft({ workspace, values, savedAt }) {
      drafts.set(workspaceKey(workspace), { values, savedAt })
      return null
    },
    async discardDraft({ workspace }) {
      drafts.delete(workspaceKey(workspace))
      return null
    },
  }
}
