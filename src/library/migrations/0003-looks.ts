// The last looks of the person at changes of insights, and the text they typed while editing a rejected change.
//
// A look is a sync up to which everything was seen. The one before it is kept, so that a look that was counted too early
// can be taken back once.
import type { Migration } from './migration'

export const looks: Migration = {
  version: 3,
  sql: `
CREATE TABLE looks (
  workspace INTEGER PRIMARY KEY REFERENCES workspaces (row),
  sync INTEGER NOT NULL,
  looked_at TEXT NOT NULL,
  can_take_back INTEGER NOT NULL,
  -- null: there was none.
  previous_sync INTEGER,
  previous_looked_at TEXT
) STRICT;

-- What happened after a certain sync, without reading the history before it.
CREATE INDEX score_history_of_sync ON score_history (workspace, sync);
CREATE INDEX change_log_since ON change_log (workspace, record, sync);

CREATE TABLE change_drafts (
  change_id TEXT PRIMARY KEY REFERENCES journal (change_id) ON DELETE CASCADE,
  field_values TEXT NOT NULL,
  saved_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
}
