// Which rows have text that isn't in their full-text index yet. Without it, each note and each review counted the rows of
// all small tables to learn that, so a note took the longer the more records had been triaged. Not for feedback, which is
// indexed when it is first searched.
import type { Migration } from './migration'

const tables = {
  opportunities: ['title', 'description'],
  solutions: ['title', 'description', 'prd'],
  outcomes: ['title', 'description'],
  knowledge: ['title', 'description', 'source', 'provided_by'],
  topics: ['title', 'description'],
  metrics: ['label', 'metric_id'],
  triage: ['note', 'labels'],
}

const queued = (table: string, columns: readonly string[]) => `
INSERT INTO text_queue (table_name, row) SELECT '${table}', row FROM ${table}
WHERE NOT EXISTS (SELECT 1 FROM ${table}_fts_docsize WHERE id = ${table}.row);
CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN
  INSERT INTO text_queue (table_name, row) VALUES ('${table}', new.row) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER ${table}_rewritten AFTER UPDATE OF ${columns.join(', ')} ON ${table}
WHEN ${columns.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ')} BEGIN
  INSERT INTO text_queue (table_name, row) VALUES ('${table}', new.row) ON CONFLICT DO NOTHING;
END;`

export const textQueue: Migration = {
  version: 24,
  sql: `
CREATE TABLE text_queue (
  table_name TEXT NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (table_name, row)
) STRICT, WITHOUT ROWID;
${Object.entries(tables)
  .map(([table, columns]) => queued(table, columns))
  .join('\n')}
`,
}
