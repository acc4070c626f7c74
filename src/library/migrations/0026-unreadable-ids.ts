// Items that cannot be read were kept as bytes, up to 4 MB of them. Only their ids are read; reports of syncs say why.
import type { Migration } from './migration'

export const unreadableIds: Migration = {
  version: 26,
  sql: `
ALTER TABLE quarantine DROP COLUMN raw;
ALTER TABLE quarantine DROP COLUMN reason;
ALTER TABLE quarantine DROP COLUMN sync;
`,
}
