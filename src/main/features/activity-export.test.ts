// The activity of the real library, exported to real files.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '../../contract/errors'
import type { ExportRequest } from '../../contract/features/export'
import { type EnvironmentName, workspaceKey } from '../../contract/workspace'
import { settleChange } from '../../library/testing/moved-changes'
import {
  openTestLibrary,
  syncItems,
  syncKnowledge,
  type TestLibrary,
  workspace,
} from '../../library/testing/opened-library'
import { askedAt, doChange, serviceChange, settledAt } from '../../library/testing/service-changes'
import { variedInsights } from '../../library/testing/varied-insights'
import { activityHandlers } from './activity'
import { exportHandlers } from './export'

const hiddenTitle = 'Secret plan'
const document = { id: randomUUID(), title: '=Interviews', description: 'Eleven riders', state: 'completed' }

let opened: TestLibrary
let folder = ''
beforeEach(async () => {
  opened = await openTestLibrary('file')
  folder = mkdtempSync(path.join(tmpdir(), 'activity-export-'))
})
afterEach(() => {
  opened.remove()
  rmSync(folder, { recursive: true, force: true })
})

async function save(
  changes: Partial<ExportRequest> = {},
  environments: readonly EnvironmentName[] = ['sandbox'],
): Promise<string> {
  const file = path.join(folder, 'activity')
  const handlers = exportHandlers({
    library: opened.library,
    environments: async () => environments,
    workspaceNames: () => ({ [workspaceKey(workspace)]: 'Research' }),
    dialogs: { chooseFile: async () => file, showInFolder: () => {} },
    emit: () => {},
    now: () => new Date(2025, 5, 1, 12),
  })
  const request: ExportRequest = {
    exportId: randomUUID(),
    format: 'json',
    source: { view: 'activity', query: { text: '', workspace: null, targetId: null } },
    ...{ ids: null, columns: null, includesLocal: false, includesHidden: false },
    ...changes,
  }
  await handlers.save(request, { signal: new AbortController().signal })
  return readFileSync(file, 'utf8')
}

const itemsOf = (text: string): readonly Record<string, unknown>[] => JSON.parse(text).items

test('writes the request, times and error of each change, and the item it deleted', async () => {
  const { library } = opened
  await syncKnowledge(library, [document])
  await doChange(library, 'deletion', { kind: 'deleteKnowledge', targetId: document.id, body: null })
  await library.addChange(
    serviceChange('link', { kind: 'linkMetric', targetId: 'sign ups', body: { outcomeIds: ['goal'] } }),
  )
  const { report: error } = new AppError('REFUSED', 'Unknown metric.', { status: 400 })
  await settleChange(library, { environment: 'sandbox', changeId: 'link', state: 'discarded', error, settledAt })

  const { organisationId, workspaceId } = workspace
  const below = `/organisations/${organisationId}/workspaces/${workspaceId}`
  const times = { when: askedAt, completed: settledAt, totalTimeSeconds: 86_400 }
  const where = { environment: 'Sandbox', workspace: 'Research', organisationId, workspaceId }
  const items = itemsOf(await save())
  expect(items).toHaveLength(2)
  expect(items).toEqual(
    expect.arrayContaining([
      {
        ...{ ...times, ...where, attempts: 0, changeId: 'deletion', recordId: document.id, change: document.title },
        ...{ action: 'Delete knowledge item', result: 'Done', error: null, requestBody: null },
        request: `DELETE ${below}/knowledge/${document.id}`,
        deletedContent: expect.objectContaining(document),
      },
      {
        ...{ ...times, ...where, attempts: 0, changeId: 'link', recordId: 'sign ups', change: 'sign ups' },
        ...{ action: 'Link goals to metric', result: 'Rejected', error: 'Unknown metric.' },
        request: `POST ${below}/metrics/sign%20ups/relationships/add`,
        ...{ requestBody: { outcomeIds: ['goal'] }, deletedContent: null },
      },
    ]),
  )
  const csv = await save({ format: 'csv', ids: ['deletion'] })
  expect(csv).toContain(`"DELETE ${below}/knowledge/${document.id}"`)
  expect(csv).toContain(`"'=Interviews"`)
  expect(csv).toContain(`""description"":""Eleven riders""`)
})

test('tells decisions of different environments apart', async () => {
  const { library } = opened
  const staging = { ...workspace, environment: 'staging' } as const
  await library.open({ environment: 'staging', file: null, key: null, generation: 'first' })
  const decided = { kind: 'outcome', decision: 'now', decidedAt: askedAt } as const
  await library.decidePriority({ workspace, ids: ['rides'], ...decided })
  await library.decidePriority({ workspace: staging, ids: ['sales'], ...decided })

  const environments = ['staging', 'sandbox'] as const
  const unused = () => expect.fail('Reading changes nothing.')
  const handlers = activityHandlers({
    library,
    changes: { retry: unused, send: unused, discard: unused },
    environments: async () => environments,
    workspaceNames: () => ({}),
  })
  const context = { signal: new AbortController().signal }
  const all = { text: '', workspace: null, targetId: null, offset: 0, limit: 10 }
  const { rows } = await handlers.query(all, context)
  const read = await Promise.all(rows.map(({ changeId }) => handlers.get({ workspace: null, changeId }, context)))
  expect(read.map((entry) => [entry.workspace, entry.targetId])).toEqual([
    [staging, 'sales'],
    [workspace, 'rides'],
  ])
  expect(itemsOf(await save({}, environments)).map(({ recordId }) => recordId)).toEqual(['sales', 'rides'])
})

test.each(['json', 'csv', 'markdown'] as const)(
  'leaves the content of a decision out of %s unless it is requested',
  async (format) => {
    const { library } = opened
    const record = { workspace, kind: 'outcome' } as const
    await library.decidePriority({ ...record, ids: ['rides'], decision: 'later', decidedAt: askedAt })
    await library.setPriorityNote({ ...record, id: 'rides', note: 'Anna leaves' })
    const text = await save({ format })
    expect(text).toMatch(/\bDecision\b/)
    expect(text).toContain('rides')
    for (const content of [/Anna leaves/, /later/i]) {
      expect(text).not.toMatch(content)
      expect(await save({ format, includesLocal: true })).toMatch(content)
    }
  },
)

test('masks the hidden content of a deleted goal and its insights unless it is requested', async () => {
  const { library } = opened
  const insights = variedInsights(40)
  const [goal] = insights.flatMap(({ outcomes }) => outcomes)
  const [hiddenInsight, shownInsight] = insights.filter(({ outcomes }) => outcomes.some(({ id }) => id === goal?.id))
  const hide = (id?: string) => ({ title: hiddenTitle, description: hiddenTitle, hideContent: true, id })
  const deleteGoal = async (isHidden: boolean) => {
    const goalOf = <T extends { id: string }>(each: T) =>
      isHidden && each.id === goal?.id ? { ...each, ...hide(each.id) } : each
    const items = insights.map((each) => ({
      ...each,
      ...(each.id === hiddenInsight?.id && hide(each.id)),
      outcomes: each.outcomes.map(goalOf),
    }))
    await syncItems(library, items)
    await doChange(library, `${isHidden}`, { kind: 'deleteOutcome', targetId: goal?.id ?? '', body: null })
  }

  await deleteGoal(false)
  const [shown] = itemsOf(await save())
  expect(shown).toMatchObject({
    deletedContent: {
      title: goal?.title,
      description: goal?.description,
      insights: expect.arrayContaining([
        { id: hiddenInsight?.id, title: 'Hidden content' },
        expect.objectContaining({ id: shownInsight?.id, title: shownInsight?.title }),
      ]),
    },
  })
  expect(await save({ includesHidden: true })).toContain(hiddenTitle)

  await deleteGoal(true)
  for (const format of ['json', 'csv', 'markdown'] as const) {
    expect(await save({ format })).not.toContain(hiddenTitle)
  }
  expect(itemsOf(await save({ ids: ['true'] }))).toMatchObject([
    { deletedContent: 'Hidden content', recordId: goal?.id },
  ])
  const [asked] = itemsOf(await save({ ids: ['true'], includesHidden: true }))
  expect(asked).toMatchObject({ deletedContent: { title: hiddenTitle, description: hiddenTitle } })
})
