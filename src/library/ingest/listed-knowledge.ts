// Takes in an answer's list of knowledge, whose items stand alone.
import type { KnowledgeItem } from '../../contract/resources/knowledge'
import { bulkInsert, nextRow } from '../store/bulk-insert'
import { type StoredRecord, storedRecord } from './change-log'
import {
  type ChangedItem,
  collectKnown,
  confirmedSince,
  knownRow,
  namesAsText,
  type OpenImporter,
  rememberItem,
} from './listed-kind'
import { readKnowledge } from './reading'
import { knowledgeColumns } from './record-columns'
import { removeRecord } from './remove-vanished'

const names = knowledgeColumns.map(({ name }) => name)
const valuesOf = (item: KnowledgeItem) => knowledgeColumns.map(({ read }) => read(item))

export const openKnowledge: OpenImporter<KnowledgeItem> = async (scope, settledBefore, pause) => {
  const { connection, workspace } = scope
  const deleted = confirmedSince(scope, 'deleteKnowledge', settledBefore)
  // Not by an index: all workspaces together have a few thousand.
  const sql = `SELECT row, id, content_hash AS hash, 0 AS has_relationships, unknown_fields, 0 AS is_kept
    FROM knowledge NOT INDEXED WHERE workspace = ? AND row > ? ORDER BY row LIMIT ?`
  const known = await collectKnown((after, rows) => connection.all(sql, [workspace, after, rows], knownRow), pause)

  function change({ row, values }: StoredRecord, changed: ChangedItem<KnowledgeItem>): void {
    const { item, hash, unknownFields } = changed
    const received = valuesOf(item)
    const isChanged = received.some((value, place) => value !== values[place])
    connection.run(
      `UPDATE knowledge SET content_hash = ?, unknown_fields = ?, ${names.map((name) => `${name} = ?`).join(', ')}
       WHERE row = ?`,
      [hash, namesAsText(unknownFields), ...received, row],
    )
    rememberItem(known, changed, { row, found: isChanged ? 'changed' : 'unchanged', hasRelationships: false })
  }

  function add(items: readonly ChangedItem<KnowledgeItem>[]): void {
    const first = nextRow(connection, 'knowledge')
    bulkInsert(
      connection,
      'knowledge',
      ['row', 'workspace', 'content_hash', 'unknown_fields', ...names],
      items.map(({ item, hash, unknownFields }, place) => [
        first + place,
        workspace,
        hash,
        namesAsText(unknownFields),
        ...valuesOf(item),
      ]),
    )
    for (const [place, item] of items.entries()) {
      rememberItem(known, item, { row: first + place, found: 'added', hasRelationships: false })
    }
  }

  return {
    known,
    expectsRelationships: false,
    read(bytes) {
      const read = readKnowledge(bytes)
      return read.kind === 'read' && deleted.has(read.item.id) ? { kind: 'deleted' } : read
    },
    writer: {
      write(items) {
        const waiting = new Map(items.map((each) => [each.item.id, each]))
        const stored = connection.all(
          `SELECT row, ${names.join(', ')} FROM knowledge
           WHERE workspace = ? AND id IN (SELECT value FROM json_each(?))`,
          [workspace, JSON.stringify([...waiting.keys()])],
          storedRecord(names),
        )
        for (const before of stored) {
          const item = waiting.get(before.id)
          if (item === undefined) continue
          waiting.delete(item.item.id)
          change(before, item)
        }
        add([...waiting.values()])
      },
      remove: (row) => removeRecord(scope, 'knowledge', row),
      finish: () => [],
    },
  }
}
