// Topics that were read one by one: kept as they came, so that they are there offline and can be read better later.
import { AppError } from '../../contract/errors'
import type { Topic } from '../../contract/features/topics'
import { Topic as ReceivedTopic } from '../../contract/resources/topic'
import type { WorkspaceRef } from '../../contract/workspace'
import { textOrNull } from '../queries/insight-rows'
import { repairValue } from '../repair-text'
import type { Connection, SqlRow } from '../store/connection'
import { ensureWorkspace, findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { indexRecords } from '../text-index'
import { readInsights, readOpportunities } from './topic-elements'

type Topics = Pick<StoreApi, 'listTopics' | 'getTopic' | 'keepTopic' | 'pinTopic' | 'forgetTopic'>

export function createTopics(context: StoreContext): Topics {
  return {
    listTopics: ({ workspace }) =>
      context.read((connection) =>
        connection
          .all(
            `SELECT id, title, is_pinned, opened_at, read_at FROM topics WHERE workspace = ?
             ORDER BY is_pinned DESC, opened_at DESC, row DESC`,
            [findWorkspace(connection, workspace)],
          )
          .map((row) => ({
            id: String(row.id),
            title: textOrNull(row.title),
            isPinned: row.is_pinned === 1,
            openedAt: String(row.opened_at),
            readAt: String(row.read_at),
          })),
      ),
    getTopic: ({ workspace, id }) => context.read((connection) => readTopic(connection, workspace, id)),
    keepTopic: ({ workspace, topic, readAt }) =>
      context.write((connection) => {
        const raw = repairValue(topic)
        const received = ReceivedTopic.safeParse(raw)
        if (!received.success) throw new AppError('NOT_THE_SERVICE', 'The answer was not a topic.')
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
        const row = Number(demandTopic(connection, workspace, id).row)
        connection.run('UPDATE topics SET is_pinned = ? WHERE row = ?', [isPinned ? 1 : 0, row])
        return null
      }),
    // Also one that is pinned: who forgets it wants it gone.
    forgetTopic: ({ workspace, id }) =>
      context.write((connection) => {
        connection.run('DELETE FROM topics WHERE workspace = ? AND id = ?', [findWorkspace(connection, workspace), id])
        return null
      }),
  }
}

function demandTopic(connection: Connection, workspace: WorkspaceRef, id: string): SqlRow {
  const row = connection.get('SELECT * FROM topics WHERE workspace = ? AND id = ?', [
    findWorkspace(connection, workspace),
    id,
  ])
  if (row === undefined) throw new AppError('NOT_FOUND', 'This topic was never read.')
  return row
}

function readTopic(connection: Connection, workspace: WorkspaceRef, id: string): Topic {
  const row = demandTopic(connection, workspace, id)
  const { opportunities, insights, title, description, createdAt, updatedAt } = ReceivedTopic.parse(
    JSON.parse(String(row.raw)),
  )
  const owner = Number(row.workspace)
  return {
    id: String(row.id),
    title: title ?? null,
    description: description ?? null,
    createdAt: createdAt ?? null,
    updatedAt: updatedAt ?? null,
    opportunities: readOpportunities(connection, owner, opportunities),
    insights: readInsights(connection, owner, insights),
    isPinned: row.is_pinned === 1,
    readAt: String(row.read_at),
    openedAt: String(row.opened_at),
  }
}
