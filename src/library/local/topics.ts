// Topics that were read one by one, stored as they came: they are there offline, and a later version may read more of them.
import { AppError } from '../../contract/errors'
import type { Topic } from '../../contract/features/topics'
import { Topic as ReceivedTopic } from '../../contract/resources/topic'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Connection, SqlRow } from '../store/connection'
import { ensureWorkspace, findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import { repairValue } from '../text/repair-text'
import { indexRecords } from '../text/text-index'
import { readInsights, readOpportunities } from './topic-elements'
import { readTriageMarks } from './triage'
import { workspaceRow } from './workspace-row'

type Topics = Pick<StoreApi, 'listTopics' | 'getTopic' | 'keepTopic' | 'pinTopic' | 'forgetTopic'>

const listedTopic = rowOf({
  id: column.text,
  title: column.textOrNull,
  isPinned: column.flag,
  openedAt: column.text,
  readAt: column.text,
})

const storedTopic = rowOf({
  ...listedTopic.fields,
  row: column.number,
  workspace: column.number,
  raw: column.json<unknown>(),
})

export function createTopics(context: StoreContext): Topics {
  return {
    listTopics: ({ workspace }) =>
      context.read((connection) => {
        const row = findWorkspace(connection, workspace)
        if (row === null) return []
        const listed = connection.all(
          `SELECT id, title, is_pinned, opened_at, read_at FROM topics WHERE workspace = ?
           ORDER BY is_pinned DESC, opened_at DESC, row DESC`,
          [row],
          listedTopic,
        )
        const ids = listed.map(({ id }) => id)
        const marks = readTriageMarks(connection, { workspace: row, kind: 'topic' }, ids)
        return listed.map((topic) => ({ ...topic, triage: marks.get(topic.id) }))
      }),
    getTopic: ({ workspace, id }) => context.read((connection) => readTopic(connection, workspace, id)),
    keepTopic: ({ workspace, topic, readAt }) =>
      context.write((connection) => {
        const raw = repairValue(topic)
        const received = ReceivedTopic.safeParse(raw)
        if (!received.success) throw new AppError('NOT_THE_SERVICE', 'The response wasn’t a topic.')
        const { id, title = null, description = null } = received.data
        connection.run(
          `INSERT INTO topics (workspace, id, title, description, raw, is_pinned, read_at, opened_at)
           VALUES (?1, ?2, ?3, ?4, ?5, 0, ?6, ?6)
           ON CONFLICT (workspace, id) DO UPDATE SET title = excluded.title, description = excluded.description,
             raw = excluded.raw, read_at = excluded.read_at, opened_at = excluded.opened_at`,
          [ensureWorkspace(connection, workspace), id, title, description, JSON.stringify(raw), readAt],
        )
        indexRecords(connection)
        return readTopic(connection, workspace, id)
      }),
    pinTopic: ({ workspace, id, isPinned }) =>
      context.write((connection) => {
        const { row } = demandTopic(connection, workspace, id)
        connection.run('UPDATE topics SET is_pinned = ? WHERE row = ?', [isPinned ? 1 : 0, row])
        return null
      }),
    // Forgets pinned ones too.
    forgetTopic: ({ workspace, id }) =>
      context.write((connection) => {
        connection.run('DELETE FROM topics WHERE workspace = ? AND id = ?', [findWorkspace(connection, workspace), id])
        return null
      }),
  }
}

const mergedTopic = rowOf({ ...listedTopic.fields, description: column.textOrNull, raw: column.text })

/** Writes a row of a library in memory over that in the file, which stays pinned. */
export function mergeTopic(connection: Connection, stored: SqlRow): void {
  const { id, title, description, raw, isPinned, readAt, openedAt } = mergedTopic.read(stored)
  connection.run(
    `INSERT INTO topics (workspace, id, title, description, raw, is_pinned, read_at, opened_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (workspace, id) DO UPDATE SET title = excluded.title, description = excluded.description,
       raw = excluded.raw, is_pinned = max(is_pinned, excluded.is_pinned), read_at = excluded.read_at,
       opened_at = excluded.opened_at`,
    [
      ...[ensureWorkspace(connection, workspaceRow.read(stored)), id, title, description, raw],
      ...[isPinned ? 1 : 0, readAt, openedAt],
    ],
  )
}

function demandTopic(connection: Connection, workspace: WorkspaceRef, id: string) {
  const topic = connection.get(
    'SELECT * FROM topics WHERE workspace = ? AND id = ?',
    [findWorkspace(connection, workspace), id],
    storedTopic,
  )
  if (topic === undefined) throw new AppError('NOT_FOUND', 'This topic hasn’t been loaded.')
  return topic
}

function readTopic(connection: Connection, ref: WorkspaceRef, topicId: string): Topic {
  const { id, isPinned, readAt, openedAt, workspace, raw } = demandTopic(connection, ref, topicId)
  const { opportunities, insights, title, description, createdAt, updatedAt } = ReceivedTopic.parse(raw)
  return {
    id,
    title: title ?? null,
    description: description ?? null,
    createdAt: createdAt ?? null,
    updatedAt: updatedAt ?? null,
    opportunities: readOpportunities(connection, workspace, opportunities),
    insights: readInsights(connection, workspace, insights),
    isPinned,
    readAt,
    openedAt,
  }
}
