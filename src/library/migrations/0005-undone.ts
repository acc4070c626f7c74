// A link that a later opposite one undid is marked itself: dates cannot tell, as a clock may be set back.
import type { Migration } from './migration'

export const undone: Migration = {
  version: 5,
  sql: `
ALTER TABLE journal ADD COLUMN is_undone INTEGER NOT NULL DEFAULT 0;

-- Of those that are there already nothing but the date tells.
UPDATE journal SET is_undone = 1 WHERE kind IN ('linkMetric', 'unlinkMetric') AND EXISTS (
  SELECT 1 FROM activity AS later
  WHERE later.outcome = 'done' AND later.created_at >= journal.created_at AND later.workspace = journal.workspace
    AND later.target_id = journal.target_id AND later.kind IN ('linkMetric', 'unlinkMetric')
    AND later.kind <> journal.kind AND json_valid(journal.body) AND json_valid(later.body)
    AND EXISTS (SELECT 1 FROM json_each(journal.body, '$.outcomeIds') AS mine
                JOIN json_each(later.body, '$.outcomeIds') AS theirs ON theirs.value = mine.value));
`,
}
