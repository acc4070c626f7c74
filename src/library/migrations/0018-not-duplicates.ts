// Pairs of insights that the person said are no duplicates. Keyed by ids, as in triage: the service may list them again.
import type { Migration } from './migration'

export const notDuplicates: Migration = {
  version: 18,
  sql: `
CREATE TABLE not_duplicates (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  -- The lesser one.
  insight_id TEXT NOT NULL,
  other_id TEXT NOT NULL,
  dismissed_at TEXT NOT NULL,
  UNIQUE (workspace, insight_id, other_id)
) STRICT;
`,
}
