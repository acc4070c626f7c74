// Scoring models and decisions about priority. Keyed by ids, as in triage: a decision outlives its record, which the service
// may list again.
import type { Migration } from './migration'

export const priorities: Migration = {
  version: 16,
  sql: `
CREATE TABLE scoring_models (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  -- JSON: weight by part.
  weights TEXT NOT NULL,
  UNIQUE (workspace, id)
) STRICT;

CREATE TABLE decisions (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  kind TEXT NOT NULL CHECK (kind IN ('opportunity', 'outcome', 'solution')),
  id TEXT NOT NULL,
  -- null: taken back, with its note left.
  decision TEXT CHECK (decision IN ('now', 'next', 'later', 'notNow')),
  note TEXT NOT NULL DEFAULT '',
  UNIQUE (workspace, kind, id)
) STRICT;
`,
}
