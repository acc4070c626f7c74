// The order of insights that a person meets first: unseen before seen, the strongest of each on top.
import type { Migration } from './migration'

export const unseenFirst: Migration = {
  version: 11,
  sql: `
DROP INDEX insights_by_seen;
CREATE INDEX insights_by_seen ON insights (workspace, seen, combined_score DESC, updated_key DESC);
`,
}
