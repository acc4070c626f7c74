// The change log had a line for each change of every kind of record, and for scores that were calculated again; only the
// others of insights are read. The marks of reviews
// get the names that the rest of the app has for them. The score history is thinned, day by day.
import type { Migration } from './migration'

export const insightLog: Migration = {
  version: 25,
  sql: `
DELETE FROM change_log WHERE record <> 'insight' OR change = 'changed' AND NOT EXISTS (
  SELECT 1 FROM json_each(fields) WHERE value NOT IN
    ('strengthScore', 'momentumScore', 'combinedScore', 'lastScoreCalculatedAt', 'updatedAt'));
DROP INDEX change_log_of_record;
DROP INDEX change_log_since;
ALTER TABLE change_log DROP COLUMN record;
ALTER TABLE change_log RENAME COLUMN record_id TO insight_id;
CREATE INDEX change_log_of_insight ON change_log (workspace, insight_id);
CREATE INDEX change_log_since ON change_log (workspace, sync);

ALTER TABLE looks RENAME TO review_marks;
ALTER TABLE review_marks RENAME COLUMN looked_at TO reviewed_at;
ALTER TABLE review_marks RENAME COLUMN can_take_back TO can_undo;
ALTER TABLE review_marks RENAME COLUMN previous_looked_at TO previous_reviewed_at;

-- The scores of all days before this moment were thinned. null: of none.
ALTER TABLE workspaces ADD COLUMN scores_thinned_until TEXT;
`,
}
