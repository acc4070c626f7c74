// What a library for tests says about single records: enough of each for those who ask whether it is there, what it is
// called and how much of it is unseen.
import { AppError } from '../../contract/errors'
import type { InsightDetail } from '../../contract/features/insights'
import type { JournalEntry, LibraryApi } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import type { ListedRecord, MemoryLists } from './memory-lists'

type Reading = Pick<
  LibraryApi,
  'getInsight' | 'getOpportunity' | 'getOutcome' | 'getSolution' | 'getFeedback' | 'getKnowledge' | 'previewMarkAllSeen'
>

const dates = { createdAt: 'as the service says', updatedAt: 'as the service says' }
const shown = { summary: '', description: '', hideContent: false, ownerId: null }
const counts = { insights: 1, feedback: 0, solutions: 0, opportunities: 0 }

/** As the real library does: a row is pending for as long as the journal has a change of it, whoever it is from. */
function insightOf(id: string, found: ListedRecord | undefined, entry: JournalEntry | undefined): InsightDetail {
  const pending = entry ? { changeId: entry.changeId, state: entry.state, error: entry.error } : null
  const createdAt = found ? dates.createdAt : (entry?.createdAt ?? '')
  return {
    ...shown,
    id,
    description: entry?.kind === 'createInsight' ? entry.body.description : '',
    type: 'Bug',
    title: found?.title ?? (entry?.kind === 'createInsight' ? entry.body.title : ''),
    seen: found?.seen ?? false,
    combinedScore: null,
    strengthScore: null,
    momentumScore: null,
    strength: 0,
    createdAt,
    updatedAt: createdAt,
    pending,
    lastScoreCalculatedAt: null,
    embeddingLength: null,
    opportunities: [],
    solutions: [],
    outcomes: [],
    feedback: [],
  }
}

function missing(): AppError {
  return new AppError('NOT_FOUND', 'It is not in the library.')
}

export function createMemoryRecords(
  lists: MemoryLists,
  entryOf: (targetId: string) => JournalEntry | undefined,
): Reading {
  function carrying(workspace: WorkspaceRef, kind: 'outcomes' | 'opportunities', id: string) {
    const insights = lists
      .of(workspace, 'insights')
      .filter((insight) => insight[kind]?.some((related) => related.id === id) ?? false)
    const [record] = insights.flatMap((insight) => insight[kind]?.filter((related) => related.id === id) ?? [])
    if (!record) throw missing()
    return { title: record.title ?? '', insights, unseen: insights.filter(({ seen }) => !seen).length }
  }

  return {
    async getInsight({ workspace, id }) {
      const entry = entryOf(id)
      const found = lists.of(workspace, 'insights').find((record) => record.id === id)
      if (!found && !entry) throw missing()
      return insightOf(id, found, entry)
    },
    async getOpportunity({ workspace, id }) {
      const { title, unseen } = carrying(workspace, 'opportunities', id)
      return {
        ...{ ...shown, ...dates, ...counts, id, title, unseen, read: false, status: 'New', createdBy: 'user' },
        ...{ solutionsGeneratingState: 'initial', relatedSolutions: [], relatedOutcomes: [], relatedOpportunities: [] },
      }
    },
    async previewMarkAllSeen({ workspace, id }) {
      const { title, insights, unseen } = carrying(workspace, 'opportunities', id)
      return { title, insights: insights.length, unseen, unseenShared: 0, marked: [] }
    },
    async getOutcome({ workspace, id }) {
      const { title, unseen } = carrying(workspace, 'outcomes', id)
      return {
        ...{ ...shown, ...dates, ...counts, id, title, unseen, priority: 1, trend: null, metrics: 0 },
        ...{ analyticEvents: [], relatedOpportunities: [], relatedSolutions: [], linkedMetrics: [] },
      }
    },
    getSolution: () => Promise.reject(missing()),
    getFeedback: () => Promise.reject(missing()),
    async getKnowledge({ workspace, id }) {
      const found = lists.of(workspace, 'knowledge').find((record) => record.id === id)
      if (!found) throw missing()
      return {
        ...{ id, title: found.title ?? null, summary: '', description: null, state: null, source: null },
        ...{ providedBy: null, createdAt: null, updatedAt: null, links: [] },
        ...{ url: null, pdfFileUrl: null, txtFileUrl: '/files/text.txt' },
      }
    },
  }
}
