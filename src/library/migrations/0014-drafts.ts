// Several drafts of new insights for each workspace. The one draft that a library of an older version has keeps the
// empty id, under which its log of unsent changes names it.
import type { Migration } from './migration'

export const drafts: Migration = {
  version: 14,
  sql: `
CREATE TABLE named_drafts (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  draft_id TEXT NOT NULL DEFAULT '',
  field_values TEXT NOT NULL,
  saved_at TEXT NOT NULL,
  UNIQUE (workspace, draft_id)
) STRICT;
INSERT INTO named_drafts (workspace, field_values, saved_at) SELECT workspace, field_values, saved_at FROM drafts;
DROP TABLE drafts;
ALTER TABLE named_drafts RENAME TO drafts;

-- Of a creation: the draft that it was typed in, to which its words go back when it is given up.
ALTER TABLE journal ADD COLUMN draft_id TEXT;
`,
}
