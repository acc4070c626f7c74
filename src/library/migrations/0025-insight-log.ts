// The change log had a line for each change of every kind of record. Only those of insights are read.
import type { Migration } from './migration'

export const insightLog: Migration = {
  version: 25,
  sql: `
DELETE FROM change_log WHERE record <> 'insight';
`,
}
