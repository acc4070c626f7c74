// Changes from a rebuilt library need review, and signatures cover the state of a change.
import type { Migration } from './migration'

export const journalSignatures: Migration = {
  version: 4,
  sql: `
ALTER TABLE journal ADD COLUMN needs_word INTEGER NOT NULL DEFAULT 0;

-- No SQL can sign: the library does it when it is opened, and removes this note.
INSERT INTO meta (key, value) SELECT 'journal_seals', 'without state' WHERE EXISTS (SELECT 1 FROM journal);
`,
}
