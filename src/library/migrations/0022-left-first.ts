// The order of insights that a person meets first: within the unseen ones, those left to triage come before the reviewed
// and the snoozed ones.
import type { Migration } from './migration'

export const leftFirst: Migration = {
  version: 22,
  sql: `
DROP INDEX insights_by_seen;
CREATE INDEX insights_by_seen ON insights (workspace, seen, triage, combined_score DESC, updated_key DESC);
`,
}
