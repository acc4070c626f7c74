// The order of feedback by date, so that 600,000 pieces are not sorted anew for each page. The expression is that of
// `writtenAt` in queries/feedback.ts, written out: a released migration must not change with it.
import type { Migration } from './migration'

export const feedbackDates: Migration = {
  version: 13,
  sql: `
CREATE INDEX feedback_by_date ON feedback (workspace,
  CASE WHEN lower(created_at) NOT IN ('now', 'subsec', 'subsecond') THEN julianday(created_at) END);
`,
}
