// The journal and the activity as a library for tests keeps them, and what a confirmed change does to its data.
import { AppError } from '../../contract/errors'
import type { ActivityEntry } from '../../contract/features/activity'
import type { JournalEntry, LibraryApi } from '../../contract/library'
import { type EnvironmentName, type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { JournalCalls } from '../outbox/deps'
import type { ListedRecord, MemoryLists } from './memory-lists'

type Journalling = Pick<LibraryApi, JournalCalls | 'countTampered' | 'queryActivity' | 'getActivity' | 'findActivity'>

export interface MemoryJournal {
  readonly journalling: Journalling
  readonly settled: ActivityEntry[]
  /** As if the library had been rebuilt. */
  askAbout(environment: EnvironmentName): void
  entryOf(targetId: string): JournalEntry | undefined
  links(workspace: WorkspaceRef, metricId: string): readonly string[]
}

function isOpposite(own: JournalEntry, later: JournalEntry): boolean {
  const kinds = ['linkMetric', 'unlinkMetric']
  if (own.kind === later.kind || !kinds.includes(own.kind) || !kinds.includes(later.kind)) return false
  if (own.targetId !== later.targetId || workspaceKey(own.workspace) !== workspaceKey(later.workspace)) return false
  const goalsOf = ({ body }: JournalEntry) => (body !== null && 'outcomeIds' in body ? body.outcomeIds : [])
  return goalsOf(later).some((id) => goalsOf(own).includes(id))
}

function outcomesOf(records: readonly ListedRecord[]) {
  return records.flatMap(({ outcomes = [] }) => outcomes)
}

export function createMemoryJournal(lists: MemoryLists): MemoryJournal {
  const settled: ActivityEntry[] = []
  const done: JournalEntry[] = []
  /** Of all changes that were ever added, in their order. */
  const made: string[] = []
  const contents = new Map<string, string>()
  const linked = new Map<string, ReadonlySet<string>>()
  let journal: readonly JournalEntry[] = []
  const linksKey = (workspace: WorkspaceRef, metricId: string) => `${workspaceKey(workspace)} ${metricId}`

  function draw({ workspace, ...change }: JournalEntry): void {
    const { targetId } = change
    const insights = lists.of(workspace, 'insights')
    switch (change.kind) {
      case 'createInsight': {
        const others = insights.filter(({ id }) => id !== targetId)
        lists.replace(workspace, 'insights', [...others, { id: targetId, title: change.body.title }])
        return
      }
      case 'deleteKnowledge': {
        const rest = lists.of(workspace, 'knowledge').filter(({ id }) => id !== targetId)
        lists.replace(workspace, 'knowledge', rest)
        return
      }
      case 'deleteOutcome': {
        const without = (record: ListedRecord) => ({
          ...record,
          outcomes: (record.outcomes ?? []).filter(({ id }) => id !== targetId),
        })
        lists.replace(workspace, 'insights', insights.map(without))
        return
      }
      case 'markAllSeen': {
        const mark = (record: ListedRecord) =>
          record.opportunities?.some(({ id }) => id === targetId) ? { ...record, seen: true } : record
        lists.replace(workspace, 'insights', insights.map(mark))
        return
      }
      case 'linkMetric':
      case 'unlinkMetric': {
        const key = linksKey(workspace, targetId)
        const links = new Set(linked.get(key))
        for (const id of change.body.outcomeIds) {
          if (change.kind === 'linkMetric') links.add(id)
          else links.delete(id)
        }
        linked.set(key, links)
      }
    }
  }

  function activityOf(entry: JournalEntry, state: ActivityEntry['state'], settledAt: string | null): ActivityEntry {
    const { changeId, workspace, kind, targetId, attempts, createdAt, error } = entry
    const title = entry.kind === 'createInsight' ? entry.body.title : targetId
    return { changeId, workspace, kind, targetId, attempts, createdAt, title, state, error, settledAt }
  }

  /** Unsettled first, then newest first. */
  function all(): readonly ActivityEntry[] {
    const newestFirst = (a: ActivityEntry, b: ActivityEntry) => b.createdAt.localeCompare(a.createdAt)
    const open = journal.map((entry) => activityOf(entry, entry.state, null)).sort(newestFirst)
    return [...open, ...[...settled].sort(newestFirst)]
  }

  function find(environment: EnvironmentName, changeId: string) {
    const entry = all().find((other) => other.changeId === changeId && other.workspace.environment === environment)
    if (!entry) throw new AppError('NOT_FOUND', 'It is not in the activity.')
    return { ...entry, body: null, content: contents.get(changeId) ?? null }
  }

  return {
    settled,
    askAbout(environment) {
      journal = journal.map((entry) =>
        entry.workspace.environment === environment ? { ...entry, needsReview: true } : entry,
      )
    },
    entryOf: (targetId) => journal.find((entry) => entry.targetId === targetId),
    links: (workspace, metricId) => [...(linked.get(linksKey(workspace, metricId)) ?? [])],
    journalling: {
      async addChange(change) {
        const { workspace, targetId } = change
        const known = [...lists.of(workspace, 'knowledge'), ...outcomesOf(lists.of(workspace, 'insights'))]
        const content = known.find(({ id }) => id === targetId)
        if (content) contents.set(change.changeId, JSON.stringify(content))
        made.push(change.changeId)
        journal = [...journal, { ...change, state: 'waiting', attempts: 0, needsReview: false, error: null }]
        return null
      },
      async editChange(change) {
        const old = journal.find(({ changeId }) => changeId === change.changeId)
        if (old?.state !== 'failed') throw new AppError('INVALID_INPUT', 'It was not refused.')
        const revised = {
          ...change,
          state: 'waiting' as const,
          attempts: old.attempts,
          needsReview: false,
          error: null,
        }
        journal = journal.map((entry) => (entry === old ? revised : entry))
        return null
      },
      async markChange({ changeId, state, error }) {
        journal = journal.map((entry) =>
          entry.changeId === changeId
            ? { ...entry, state, error, attempts: entry.attempts + (state === 'sending' ? 1 : 0) }
            : entry,
        )
        return null
      },
      async requireReview({ changeIds }) {
        journal = journal.map((entry) => (changeIds.includes(entry.changeId) ? { ...entry, needsReview: true } : entry))
        return null
      },
      async settleChange({ changeId, settledAt, ...end }) {
        const entry = journal.find((other) => other.changeId === changeId)
        if (!entry) return null
        journal = journal.filter((other) => other !== entry)
        const error = end.state === 'discarded' ? end.error : null
        settled.push({ ...activityOf(entry, end.state, settledAt), error })
        if (end.state === 'done') {
          done.push(entry)
          draw(entry)
        }
        return null
      },
      async pendingChanges({ environment, sameTargetAs }) {
        const own = journal.filter(({ workspace }) => workspace.environment === environment)
        const wanted = own.find(({ changeId }) => changeId === sameTargetAs)
        return sameTargetAs === undefined ? own : own.filter(({ targetId }) => targetId === wanted?.targetId)
      },
      countTampered: async () => 0,
      async isSuperseded({ changeId }) {
        const at = journal.findIndex((entry) => entry.changeId === changeId)
        const own = journal[at]
        if (!own) return false
        const open = own.state === 'failed' ? journal.slice(at + 1).filter(({ state }) => state !== 'failed') : []
        const settledLater = done.filter((later) => made.indexOf(later.changeId) > made.indexOf(changeId))
        return [...open, ...settledLater].some((later) => isOpposite(own, later))
      },
      async queryActivity({ environment, workspace, text, offset, limit }) {
        const own = all().filter(
          (entry) =>
            entry.workspace.environment === environment &&
            (workspace === null || workspaceKey(entry.workspace) === workspaceKey(workspace)),
        )
        const matching = own.filter(({ title }) => title.includes(text))
        return { rows: matching.slice(offset, offset + limit), total: matching.length, all: own.length }
      },
      getActivity: async ({ workspace, changeId }) => find(workspace.environment, changeId),
      findActivity: async ({ environment, changeId }) => find(environment, changeId),
    },
  }
}
