// The person's texts in evidence briefs, with the figures of that time.
import type { Migration } from './migration'

export const briefs: Migration = {
  version: 15,
  sql: `
CREATE TABLE briefs (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  -- JSON.
  edit TEXT NOT NULL,
  figures TEXT NOT NULL,
  kept_at TEXT NOT NULL,
  UNIQUE (workspace, kind, id)
) STRICT;
`,
}
