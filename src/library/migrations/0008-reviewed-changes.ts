// Changes that the person marked as reviewed one by one, because filters hid the others. A row moves the mark of `looks`
// forward for one insight. Only the last review can be undone, whichever table it is in.
import type { Migration } from './migration'

export const reviewedChanges: Migration = {
  version: 8,
  sql: `
CREATE TABLE reviewed_changes (
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  insight_id TEXT NOT NULL,
  -- Everything up to this sync was reviewed.
  sync INTEGER NOT NULL,
  can_undo INTEGER NOT NULL,
  -- null: there was none.
  previous_sync INTEGER,
  PRIMARY KEY (workspace, insight_id)
) STRICT, WITHOUT ROWID;
`,
}
