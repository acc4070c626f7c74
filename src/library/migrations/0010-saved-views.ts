// Views that the person saved, and changes of the default ones: a row of a default id replaces it.
import type { Migration } from './migration'

export const savedViews: Migration = {
  version: 10,
  sql: `
CREATE TABLE saved_views (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  id TEXT NOT NULL,
  -- Of a default view: it is not shown. Any other one is deleted as a row.
  is_removed INTEGER NOT NULL DEFAULT 0,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  -- JSON: what is counted.
  filter TEXT NOT NULL,
  -- JSON; null: as the list has them.
  columns TEXT,
  is_pinned INTEGER NOT NULL,
  -- Place among the views of the workspace; several may have the same.
  position INTEGER NOT NULL,
  UNIQUE (workspace, id)
) STRICT;
`,
}
