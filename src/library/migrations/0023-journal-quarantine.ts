// A name for tampered changes that tells them from changes which the service rejected.
import type { Migration } from './migration'

export const journalQuarantine: Migration = {
  version: 23,
  sql: `
ALTER TABLE journal_rejected RENAME TO journal_quarantine;
`,
}
