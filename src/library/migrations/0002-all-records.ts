// Everything beyond insights: the documents of a workspace, the person's own register of metrics with the links made
// here, the topics that were read, and the content of deleted records.
//
// Each kind of record has a full-text index of its own, made like the one of insights. Rows are put into it by the
// app, as what is indexed differs from the text; they are taken out by triggers as soon as the text changes or goes,
// so a row is either in the index as it is now or not at all, and counting tells how many are missing.
import type { Migration } from './migration'

const textIndex = (table: string, columns: readonly string[]) => `
CREATE VIRTUAL TABLE ${table}_fts USING fts5 (
  title, body,
  content = '', contentless_delete = 1, detail = none, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER ${table}_unindexed AFTER DELETE ON ${table} BEGIN
  DELETE FROM ${table}_fts WHERE rowid = old.row;
END;
CREATE TRIGGER ${table}_outdated AFTER UPDATE OF ${columns.join(', ')} ON ${table}
WHEN ${columns.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ')} BEGIN
  DELETE FROM ${table}_fts WHERE rowid = old.row;
END;`

export const allRecords: Migration = {
  version: 2,
  sql: `
-- As body_hash, of the list of knowledge.
ALTER TABLE workspaces ADD COLUMN knowledge_hash TEXT;

ALTER TABLE syncs ADD COLUMN resource TEXT NOT NULL DEFAULT 'insights';
DROP INDEX syncs_of_workspace;
CREATE INDEX syncs_of_workspace ON syncs (workspace, resource);

-- Items of the last answer of each list.
CREATE TABLE quarantine_of_lists (
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  resource TEXT NOT NULL,
  position INTEGER NOT NULL,
  sync INTEGER NOT NULL,
  item_id TEXT,
  reason TEXT NOT NULL,
  raw BLOB NOT NULL,
  PRIMARY KEY (workspace, resource, position)
) STRICT, WITHOUT ROWID;
INSERT INTO quarantine_of_lists (workspace, resource, position, sync, item_id, reason, raw)
  SELECT workspace, 'insights', position, sync, item_id, reason, raw FROM quarantine;
DROP TABLE quarantine;
ALTER TABLE quarantine_of_lists RENAME TO quarantine;

-- Of what the change is about, as it was called then; null: it stands in the body. content: all there was of a record
-- that is to be deleted.
ALTER TABLE journal ADD COLUMN title TEXT;
ALTER TABLE journal ADD COLUMN content TEXT;
ALTER TABLE activity ADD COLUMN title TEXT;
ALTER TABLE activity ADD COLUMN content TEXT;
CREATE INDEX activity_of_target ON activity (workspace, kind, settled_at);

CREATE TABLE knowledge (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  id TEXT NOT NULL,
  added_sync INTEGER NOT NULL,
  changed_sync INTEGER NOT NULL,
  content_hash TEXT,
  unknown_fields TEXT,
  state TEXT,
  title TEXT,
  description TEXT,
  created_at TEXT,
  updated_at TEXT,
  source TEXT,
  provided_by TEXT,
  pdf_file_url TEXT,
  txt_file_url TEXT,
  url TEXT,
  UNIQUE (workspace, id)
) STRICT;

CREATE TABLE metrics (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  metric_id TEXT NOT NULL,
  label TEXT NOT NULL,
  added_at TEXT NOT NULL,
  UNIQUE (workspace, metric_id)
) STRICT;

-- By ids: a metric may be off the register, and a goal may be carried by no insight.
CREATE TABLE metric_links (
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  metric_id TEXT NOT NULL,
  outcome_id TEXT NOT NULL,
  linked_at TEXT NOT NULL,
  PRIMARY KEY (workspace, metric_id, outcome_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX metric_links_back ON metric_links (workspace, outcome_id);

CREATE TABLE topics (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  id TEXT NOT NULL,
  title TEXT,
  description TEXT,
  -- All that the service sent: what its lists hold is read again whenever it is asked for.
  raw TEXT NOT NULL,
  is_pinned INTEGER NOT NULL,
  read_at TEXT NOT NULL,
  opened_at TEXT NOT NULL,
  UNIQUE (workspace, id)
) STRICT;
${textIndex('opportunities', ['title', 'description'])}
${textIndex('solutions', ['title', 'description', 'prd'])}
${textIndex('outcomes', ['title', 'description'])}
${textIndex('feedback', ['title', 'content', 'source', 'submitted_by'])}
${textIndex('knowledge', ['title', 'description', 'source', 'provided_by'])}
${textIndex('topics', ['title', 'description'])}
${textIndex('metrics', ['label', 'metric_id'])}
`,
}
