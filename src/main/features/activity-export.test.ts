import { expect, test } from 'vitest'
import type { ActivityEntry } from '../../contract/features/activity'
import { activityCsv, activityJson, csvCell } from './activity-export'

const entry: ActivityEntry = {
  changeId: 'c1',
  workspace: { environment: 'staging', organisationId: 'o', workspaceId: 'w' },
  kind: 'deleteKnowledge',
  targetId: 'k1',
  title: 'Old manual',
  state: 'done',
  error: null,
  attempts: 1,
  version: 3,
  createdAt: '2025-01-01T00:00:00.000Z',
  settledAt: '2025-01-01T00:00:01.000Z',
}
const exported = (changes: Partial<ActivityEntry>) => ({
  entry: { ...entry, ...changes },
  workspaceName: 'Research',
  request: 'DELETE /organisations/o/workspaces/w/knowledge/k1',
})

test.each([
  ['=1+1', `"'=1+1"`],
  ['=HYPERLINK("https://example.com","x")', `"'=HYPERLINK(""https://example.com"",""x"")"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['\n=1', `"'\n=1"`],
  ['＝1+1', `"'＝1+1"`],
  ['＋1', `"'＋1"`],
  ['－1', `"'－1"`],
  ['＠SUM(A1)', `"'＠SUM(A1)"`],
  ['a=1', '"a=1"'],
  ['', '""'],
  ['say "hi", twice', '"say ""hi"", twice"'],
  ['two\r\nlines', '"two\r\nlines"'],
])('csvCell escapes %j', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

test('activityCsv writes a header, a line for each entry, CRLF and a byte order mark', () => {
  const csv = activityCsv([exported({ title: '=cmd|"/c calc"!A1' }), exported({ title: 'Käse', settledAt: null })])
  expect(csv.startsWith('\uFEFF"Created","Completed","Duration (ms)","Environment","Workspace"')).toBe(true)
  const lines = csv.slice(1).split('\r\n')
  expect(lines).toHaveLength(4)
  expect(lines[3]).toBe('')
  expect(lines[1]).toContain(`"'=cmd|""/c calc""!A1"`)
  expect(lines[1]).toContain('"1000","Staging","Research"')
  expect(lines[2]).toContain('"Käse"')
  expect(lines[2]).toContain('"2025-01-01T00:00:00.000Z","","","Staging"')
  expect(lines[1]).toContain('"DELETE /organisations/o/workspaces/w/knowledge/k1"')
})

test('activityCsv escapes formulas in every column', () => {
  const evil = '=1+1'
  const csv = activityCsv([
    {
      entry: {
        ...entry,
        ...{ changeId: evil, targetId: evil, title: evil, createdAt: evil, settledAt: evil },
        workspace: { environment: 'staging', organisationId: evil, workspaceId: evil },
        error: { code: 'REFUSED', message: evil, retryable: false },
      },
      workspaceName: evil,
      request: evil,
    },
  ])
  expect(csv).not.toContain('"=')
  expect(csv.split(`"'=1+1"`)).toHaveLength(11)
})

test('activityJson writes indented entries with bodies and deleted records as nested JSON', () => {
  const text = activityJson([
    { ...exported({}), body: null, content: '{"title":"Old manual","chunks":3}' },
    { ...exported({}), body: '{"title":"New"}', content: '{ broken' },
  ])
  const whole = {
    ...{ ...entry, durationMs: 1000, workspaceName: 'Research' },
    request: 'DELETE /organisations/o/workspaces/w/knowledge/k1',
  }
  expect(JSON.parse(text)).toEqual([
    { ...whole, body: null, content: { title: 'Old manual', chunks: 3 } },
    { ...whole, body: { title: 'New' }, content: '{ broken' },
  ])
  expect(text).toContain('\n    "changeId": "c1"')
})
