// The time of a decision about priority, and the sentiment of feedback beside its date: the share of negative feedback in a
// week is read from that index alone. Its expressions are those of `writtenAt` and `sentimentOfPiece` in
// queries/feedback.ts, written out: a released migration must not change with them.
import type { Migration } from './migration'

export const thisWeek: Migration = {
  version: 17,
  sql: `
-- null: decided before the app wrote it down.
ALTER TABLE decisions ADD COLUMN decided_at TEXT;

DROP INDEX feedback_by_date;
CREATE INDEX feedback_by_date ON feedback (workspace,
  CASE WHEN lower(created_at) NOT IN ('now', 'subsec', 'subsecond') THEN julianday(created_at) END, row,
  coalesce(sentiment_category, CASE WHEN sentiment_score > 0.25 THEN 'Positive' WHEN sentiment_score < -0.25 THEN 'Negative'
        WHEN sentiment_score IS NOT NULL THEN 'Neutral' END));
`,
}
