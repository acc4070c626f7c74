// The first shape: the records of the service, their history, and the person's changes.
//
// Every record belongs to one workspace and has an integer `row`: link tables and the full-text index point to it,
// and it is the tie-breaker of every sort, free of charge because every index ends with it. `*_key` columns hold
// the sort keys (folded text, milliseconds), the column beside them the value as sent.
//
// insights_fts keeps no text of its own (contentless): the text is in insights, and what is indexed differs from it
// (scripts without spaces are cut up). detail=none is enough because words are searched one by one, never as phrases;
// it made indexing three times as fast as the default, prefix lists included.
//
// An insight with `own_change` exists only because the person created it: it lives and dies with its journal row.
// Additions of insights and every change and removal of any record are in change_log with the values before;
// additions of the other records are their `added_sync`.
import type { Migration } from './migration'

const relatedColumns = `
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  id TEXT NOT NULL,
  added_sync INTEGER NOT NULL,
  changed_sync INTEGER NOT NULL,`

const link = (table: string, target: string, column: string) => `
CREATE TABLE ${table} (
  insight INTEGER NOT NULL REFERENCES insights (row) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  ${column} INTEGER NOT NULL REFERENCES ${target} (row),
  PRIMARY KEY (insight, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX ${table}_back ON ${table} (${column}, insight);`

const sortIndex = (column: string) => `
CREATE INDEX insights_by_${column} ON insights (workspace, ${column});`

export const records: Migration = {
  version: 1,
  sql: `
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE workspaces (
  row INTEGER PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  -- Of the last answer that was taken in; null when something else has changed the insights since.
  body_hash TEXT,
  UNIQUE (organisation_id, workspace_id)
) STRICT;

CREATE TABLE syncs (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  started_at TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  report TEXT NOT NULL
) STRICT;
CREATE INDEX syncs_of_workspace ON syncs (workspace);

CREATE TABLE journal (
  row INTEGER PRIMARY KEY AUTOINCREMENT,
  change_id TEXT NOT NULL UNIQUE,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  kind TEXT NOT NULL,
  target_id TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  error TEXT,
  mac BLOB NOT NULL
) STRICT;
CREATE INDEX journal_of_target ON journal (workspace, target_id);

CREATE TABLE journal_rejected (
  row INTEGER PRIMARY KEY,
  change_id TEXT NOT NULL,
  workspace INTEGER,
  kind TEXT NOT NULL,
  target_id TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  mac BLOB NOT NULL
) STRICT;

CREATE TABLE activity (
  row INTEGER PRIMARY KEY,
  change_id TEXT NOT NULL UNIQUE,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  kind TEXT NOT NULL,
  target_id TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('done', 'discarded')),
  attempts INTEGER NOT NULL,
  error TEXT,
  settled_at TEXT NOT NULL
) STRICT;
CREATE INDEX activity_of_workspace ON activity (workspace, created_at);

CREATE TABLE drafts (
  workspace INTEGER PRIMARY KEY REFERENCES workspaces (row),
  field_values TEXT NOT NULL,
  saved_at TEXT NOT NULL
) STRICT;

CREATE TABLE insights (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  seen INTEGER NOT NULL,
  hide_content INTEGER NOT NULL,
  strength_score REAL,
  momentum_score REAL,
  combined_score REAL,
  strength REAL NOT NULL,
  has_opportunity INTEGER NOT NULL,
  has_relationships INTEGER NOT NULL,
  title_key TEXT NOT NULL,
  created_key INTEGER,
  updated_key INTEGER,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  last_score_calculated_at TEXT,
  owner_id TEXT,
  own_change TEXT REFERENCES journal (change_id) ON DELETE CASCADE,
  -- When the service confirmed a change that made this row: an older answer that lacks it says nothing.
  confirmed_at TEXT,
  content_hash TEXT,
  unknown_fields TEXT,
  added_sync INTEGER,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  UNIQUE (workspace, id)
) STRICT;
CREATE INDEX insights_by_change ON insights (own_change) WHERE own_change IS NOT NULL;
CREATE INDEX insights_by_facets ON insights (workspace, seen, type, has_opportunity, combined_score);
${['type', 'title_key', 'combined_score', 'strength_score', 'momentum_score', 'strength', 'created_key', 'updated_key']
  .map(sortIndex)
  .join('')}
CREATE INDEX insights_by_seen ON insights (workspace, seen);

-- Apart, so that reading many insights does not read their embeddings. 32-bit floats.
CREATE TABLE insight_embeddings (
  insight INTEGER PRIMARY KEY REFERENCES insights (row) ON DELETE CASCADE,
  numbers BLOB NOT NULL
) STRICT;

CREATE VIRTUAL TABLE insights_fts USING fts5 (
  title, description,
  content = '', contentless_delete = 1, detail = none, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER insights_unindexed AFTER DELETE ON insights BEGIN
  DELETE FROM insights_fts WHERE rowid = old.row;
END;

CREATE TABLE opportunities (${relatedColumns}
  read INTEGER NOT NULL,
  status TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  solutions_generating_state TEXT NOT NULL,
  created_by TEXT NOT NULL,
  hide_content INTEGER NOT NULL,
  owner_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (workspace, id)
) STRICT;

CREATE TABLE solutions (${relatedColumns}
  system_prompt TEXT,
  ai_processing_state TEXT NOT NULL,
  refinement_log TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL,
  pros TEXT NOT NULL,
  cons TEXT NOT NULL,
  hide_content INTEGER NOT NULL,
  created_by TEXT NOT NULL,
  owner_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  priority TEXT NOT NULL,
  prd TEXT NOT NULL,
  horizon TEXT,
  UNIQUE (workspace, id)
) STRICT;

CREATE TABLE outcomes (${relatedColumns}
  title TEXT NOT NULL,
  description TEXT NOT NULL,
  priority REAL NOT NULL,
  trend REAL,
  analytic_events TEXT,
  hide_content INTEGER NOT NULL,
  owner_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  UNIQUE (workspace, id)
) STRICT;

CREATE TABLE feedback (${relatedColumns}
  content TEXT NOT NULL,
  source TEXT NOT NULL,
  source_id TEXT,
  source_url TEXT,
  submitted_by TEXT,
  processed INTEGER NOT NULL,
  sentiment_score REAL,
  sentiment_category TEXT,
  sentiment_confidence REAL,
  created_at TEXT NOT NULL,
  created_at_epoch REAL,
  title TEXT,
  updated_at TEXT NOT NULL,
  UNIQUE (workspace, id)
) STRICT;
${link('insight_opportunities', 'opportunities', 'opportunity')}
${link('insight_solutions', 'solutions', 'solution')}
${link('insight_outcomes', 'outcomes', 'outcome')}
${link('insight_feedback', 'feedback', 'feedback')}

CREATE TABLE change_log (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  sync INTEGER NOT NULL,
  record TEXT NOT NULL,
  record_id TEXT NOT NULL,
  change TEXT NOT NULL CHECK (change IN ('added', 'changed', 'removed')),
  -- Names of the fields that changed, and what they held before; of a removed record all there was.
  fields TEXT,
  before TEXT
) STRICT;
CREATE INDEX change_log_of_record ON change_log (workspace, record, record_id);
CREATE INDEX change_log_of_sync ON change_log (sync);

-- The scores as they were from this sync on.
CREATE TABLE score_history (
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  insight_id TEXT NOT NULL,
  sync INTEGER NOT NULL,
  strength_score REAL,
  momentum_score REAL,
  combined_score REAL,
  PRIMARY KEY (workspace, insight_id, sync)
) STRICT, WITHOUT ROWID;

-- Items of the last answer that could not be read, byte for byte.
CREATE TABLE quarantine (
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  position INTEGER NOT NULL,
  sync INTEGER NOT NULL,
  item_id TEXT,
  reason TEXT NOT NULL,
  raw BLOB NOT NULL,
  PRIMARY KEY (workspace, position)
) STRICT, WITHOUT ROWID;
`,
}
