// Changes that came out of a rebuilt library wait for the person's word, and seals cover how far a change has come.
import type { Migration } from './migration'

export const journalSeals: Migration = {
  version: 4,
  sql: `
ALTER TABLE journal ADD COLUMN needs_word INTEGER NOT NULL DEFAULT 0;

-- No SQL can seal: whoever has the key does it when the library is opened, and takes this note away.
INSERT INTO meta (key, value) SELECT 'journal_seals', 'without state' WHERE EXISTS (SELECT 1 FROM journal);
`,
}
