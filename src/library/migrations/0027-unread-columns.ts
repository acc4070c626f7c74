// Columns that were written and never read: the sync in which an item of knowledge came or changed, and the hash of each
// answer, of which only the last matters and is kept with the workspace. The tables of records that come with insights have
// the first two as well, and keep them: to drop them, SQLite would write all feedback again, which can take a minute.
import type { Migration } from './migration'

export const unreadColumns: Migration = {
  version: 27,
  sql: `
ALTER TABLE knowledge DROP COLUMN added_sync;
ALTER TABLE knowledge DROP COLUMN changed_sync;
ALTER TABLE syncs DROP COLUMN body_hash;
`,
}
