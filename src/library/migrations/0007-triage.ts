// The person's own decisions and texts about records: reviewed, snoozed, notes and labels.
//
// Keyed by ids: text about a record outlives it, and the service may list it again. `insights.triage` says of each
// insight whether it is open (0), reviewed (1) or snoozed (2), so that lists and counts read one index; triggers cannot
// keep it, as insights are inserted in bulk.
import type { Migration } from './migration'

export const triage: Migration = {
  version: 7,
  sql: `
CREATE TABLE triage (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'reviewed', 'snoozed')),
  decided_at TEXT,
  -- Of a snooze. null: until score or feedback differ from the two columns below.
  until TEXT,
  snoozed_score REAL,
  -- JSON list of ids; null: unknown until the next sync.
  snoozed_feedback TEXT,
  note TEXT NOT NULL DEFAULT '',
  -- JSON list.
  labels TEXT NOT NULL DEFAULT '[]',
  UNIQUE (workspace, kind, id)
) STRICT;
CREATE INDEX triage_snoozed ON triage (workspace, until) WHERE status = 'snoozed';
CREATE INDEX triage_labelled ON triage (workspace, kind) WHERE labels <> '[]';

CREATE VIRTUAL TABLE triage_fts USING fts5 (
  title, body,
  content = '', contentless_delete = 1, detail = none, prefix = '1 2 3', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER triage_unindexed AFTER DELETE ON triage BEGIN
  DELETE FROM triage_fts WHERE rowid = old.row;
END;
CREATE TRIGGER triage_outdated AFTER UPDATE OF note, labels ON triage
WHEN old.note IS NOT new.note OR old.labels IS NOT new.labels BEGIN
  DELETE FROM triage_fts WHERE rowid = old.row;
END;

ALTER TABLE insights ADD COLUMN triage INTEGER NOT NULL DEFAULT 0;
DROP INDEX insights_by_facets;
CREATE INDEX insights_by_facets ON insights (workspace, seen, type, has_opportunity, combined_score, triage);
`,
}
