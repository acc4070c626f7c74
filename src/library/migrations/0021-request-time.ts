// Duration of the request whose answer settled a change, so that Activity can tell it from the wait before.
import type { Migration } from './migration'

export const requestTime: Migration = {
  version: 21,
  sql: `
-- null: a list settled it, no answer came, or it was settled before the app measured this.
ALTER TABLE activity ADD COLUMN request_ms INTEGER;
`,
}
