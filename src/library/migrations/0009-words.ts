// For searches that forgive: the words of each full-text index, without a copy of it, and the references by which other
// systems know feedback.
import type { Migration } from './migration'

const tables = 'insights opportunities solutions outcomes feedback knowledge topics metrics triage'.split(' ')

export const words: Migration = {
  version: 9,
  sql: `
${tables.map((table) => `CREATE VIRTUAL TABLE ${table}_vocab USING fts5vocab (${table}_fts, row);`).join('\n')}
CREATE INDEX feedback_by_reference ON feedback (workspace, source_id COLLATE NOCASE) WHERE source_id IS NOT NULL;
`,
}
