// The columns that insights and feedback are counted and averaged by, in row order: 100,000 insights and 600,000 pieces
// of feedback are read from these indexes without their texts. Rows are added at the end, so a first sync hardly notices.
// Decisions may be about insights too.
import type { Migration } from './migration'

export const figures: Migration = {
  version: 20,
  sql: `
CREATE INDEX insights_by_row ON insights (workspace, row, seen, strength_score, momentum_score, combined_score);
CREATE INDEX feedback_by_row ON feedback (workspace, row, sentiment_score, created_at);

CREATE TABLE decisions_of_all_kinds (
  row INTEGER PRIMARY KEY,
  workspace INTEGER NOT NULL REFERENCES workspaces (row),
  kind TEXT NOT NULL CHECK (kind IN ('insight', 'opportunity', 'outcome', 'solution')),
  id TEXT NOT NULL,
  -- null: taken back, with its note left.
  decision TEXT CHECK (decision IN ('now', 'next', 'later', 'notNow')),
  note TEXT NOT NULL DEFAULT '',
  -- null: decided before the app wrote it down.
  decided_at TEXT,
  UNIQUE (workspace, kind, id)
) STRICT;
INSERT INTO decisions_of_all_kinds SELECT row, workspace, kind, id, decision, note, decided_at FROM decisions;
DROP TABLE decisions;
ALTER TABLE decisions_of_all_kinds RENAME TO decisions;
`,
}
