// The state of the queue of unsent changes: columns instead of maps in the memory of the main process.
import type { Migration } from './migration'

export const changeQueue: Migration = {
  version: 6,
  sql: `
ALTER TABLE journal RENAME COLUMN needs_word TO needs_review;
ALTER TABLE journal RENAME COLUMN is_undone TO is_superseded;

-- Incremented with every write; a write names the version that it was decided from.
ALTER TABLE journal ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
-- ISO 8601, UTC: the queue does not send the change before.
ALTER TABLE journal ADD COLUMN retry_at TEXT;
-- When the last attempt began or ended: the run of the app, and milliseconds on the monotonic clock of that run.
ALTER TABLE journal ADD COLUMN attempt_run TEXT;
ALTER TABLE journal ADD COLUMN attempt_ms REAL;
-- The person edited the change after an attempt, so an earlier wording may have arrived.
ALTER TABLE journal ADD COLUMN is_edited INTEGER NOT NULL DEFAULT 0;

-- Earlier versions did not store it; a creation that was sent more than once may have been edited.
UPDATE journal SET is_edited = 1 WHERE kind = 'createInsight' AND attempts >= 2;
`,
}
