// How often each source, sentiment and month occur together, read from one index. The expressions are those of
// `filtered` in queries/feedback.ts, written out: a released migration must not change with them.
import type { Migration } from './migration'

export const feedbackFacets: Migration = {
  version: 12,
  sql: `
CREATE INDEX feedback_by_facets ON feedback (workspace, source,
  coalesce(sentiment_category, CASE WHEN sentiment_score > 0.25 THEN 'Positive' WHEN sentiment_score < -0.25 THEN 'Negative'
        WHEN sentiment_score IS NOT NULL THEN 'Neutral' END), substr(created_at, 1, 7));
`,
}
