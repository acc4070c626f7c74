// Compares the column headings of a file with those of the tables.
import { expect, test } from 'vitest'
import type { ExportView } from '../../contract/features/export'
import { exportFields } from '../../contract/features/export-fields'
import { parts, presets } from '../../contract/features/priorities'
import { activityColumns } from '../features/activity/activity-columns'
import { feedbackColumns } from '../features/feedback/feedback-columns'
import { insightColumns } from '../features/insights/insight-columns'
import { knowledgeColumns } from '../features/knowledge/knowledge-columns'
import { newsColumns } from '../features/news/news-columns'
import { opportunityColumns } from '../features/opportunities/opportunity-columns'
import { outcomeColumns } from '../features/outcomes/outcome-columns'
import { rankingColumns } from '../features/priorities/ranking-columns'
import { solutionColumns } from '../features/solutions/solution-columns'
import type { Column } from '../records/table/columns'

const revealed = { isRevealed: () => false, onReveal: () => {}, onHide: () => {} }

/** Columns without a value of their own: a menu, and charts of the scores beside them. */
const withoutValue = new Set(['actions', 'size', 'line'])

const tables: readonly (readonly [ExportView, readonly Pick<Column<never>, 'id' | 'heading'>[]])[] = [
  ['activity', activityColumns(revealed)],
  ['feedback', feedbackColumns(revealed)],
  ['insights', insightColumns(revealed, null)],
  ['knowledge', knowledgeColumns(revealed)],
  ['news', newsColumns(revealed)],
  ['opportunities', opportunityColumns(revealed)],
  ['outcomes', outcomeColumns(revealed)],
  ['solutions', solutionColumns(revealed)],
]

test.each(tables)('%s: every column of the table is exported under its heading', (view, columns) => {
  for (const { id, heading } of columns) {
    const fields = exportFields(view, { columns: [id], includesLocal: false })
    // A unit is added where the table has it in each cell.
    const headings = fields.map((field) => field.heading.replace(/ \(seconds\)$/, ''))
    if (!withoutValue.has(id)) expect.soft(headings, id).toContain(heading)
  }
})

test.each(tables)('%s: the full export includes the fields of every column, each once', (view, columns) => {
  const shown = exportFields(view, { columns: columns.map(({ id }) => id), includesLocal: false })
  const all = exportFields(view, { columns: null, includesLocal: false })
  expect(all).toEqual(expect.arrayContaining([...shown]))
  expect(new Set(all.map(({ key }) => key)).size).toBe(all.length)
  expect(new Set(all.map(({ heading }) => heading)).size).toBe(all.length)
})

const [{ weights }] = presets
const rankings = [
  ['insights', 'insight'],
  ['opportunities', 'opportunity'],
  ['outcomes', 'outcome'],
  ['solutions', 'solution'],
] as const

test.each(rankings)('a ranking of %s: every column is exported under its heading, each field once', (view, kind) => {
  for (const { id, heading } of rankingColumns(revealed, { kind, weights, matrixParts: parts })) {
    const includesLocal = id === 'decision'
    const headings = exportFields(view, { columns: [id], includesLocal }, true).map((field) => field.heading)
    // Other fields that are only on this computer follow.
    expect.soft(includesLocal ? headings.slice(0, 1) : headings, id).toEqual([heading])
  }
  for (const columns of [null, ['place', 'title', 'score', 'decision']]) {
    const fields = exportFields(view, { columns, includesLocal: true }, true)
    expect(new Set(fields.map(({ key }) => key)).size).toBe(fields.length)
    expect(new Set(fields.map((field) => field.heading)).size).toBe(fields.length)
    expect(fields.map((field) => field.heading)).toEqual(
      expect.arrayContaining(['Rank', 'Points', 'Decision', 'Decision note']),
    )
  }
})
