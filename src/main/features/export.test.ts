// Exports of the real library to real files.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type ExportFormat, ExportRequest, type ExportSource, type Ranked } from '../../contract/features/export'
import type { OutcomeRow } from '../../contract/features/outcomes'
import { noWeights, PrioritisedKind, parts } from '../../contract/features/priorities'
import type { TriagedKind } from '../../contract/features/triage'
import { workspaceKey } from '../../contract/workspace'
import { generateInsight } from '../../library/testing/generated-insights'
import {
  giveLabels,
  newChange,
  openTestLibrary,
  syncItems,
  syncKnowledge,
  workspace,
} from '../../library/testing/opened-library'
import { type ExportRows, saveExport } from '../export/export'
import { exportHandlers } from './export'

const never = new AbortController().signal
const hiddenText = 'Secret plan'

const hiddenGoal = {
  ...{ id: randomUUID(), title: hiddenText, description: hiddenText, priority: 1, hideContent: true },
  ...{ createdAt: '2025-06-01T00:00:00.000Z', updatedAt: '2025-06-01T00:00:00.000Z' },
}

function insights() {
  const items = Array.from({ length: 700 }, (_, number) => generateInsight(number))
  return items.map((item, number) => ({
    ...item,
    ...(number === 0 && { title: '=1+1', type: 'FeatureRequest', combinedScore: 99, seen: false }),
    ...(number === 1 && { title: hiddenText, description: hiddenText, hideContent: true, combinedScore: 98 }),
    ...(number === 2 && { outcomes: [hiddenGoal] }),
  }))
}

let opened: Awaited<ReturnType<typeof openTestLibrary>>
let folder = ''
async function openFilled() {
  const filled = await openTestLibrary('file')
  await syncItems(filled.library, insights())
  await syncKnowledge(filled.library, [{ id: randomUUID(), title: 'Manual', state: 'completed', source: 'url' }])
  return filled
}
beforeAll(async () => {
  opened = await openFilled()
})
afterAll(() => opened.remove())
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'export-'))
  const made = folder
  return () => rmSync(made, { recursive: true, force: true })
})

function setUp(file: string | null = path.join(folder, 'saved'), { library } = opened) {
  const names: string[] = []
  const shown: string[] = []
  const progress: [written: number, total: number][] = []
  const handlers = exportHandlers({
    library,
    environments: async () => ['sandbox'],
    workspaceNames: () => ({ [workspaceKey(workspace)]: 'Research' }),
    dialogs: {
      chooseFile: async (name) => {
        names.push(name)
        return file
      },
      showInFolder: (path) => void shown.push(path),
    },
    emit: (name, payload) => {
      if (name === 'export.progress' && 'written' in payload) progress.push([payload.written, payload.total])
    },
    now: () => new Date(2025, 5, 1, 12),
  })
  const save = async (changes: Partial<ExportRequest> = {}, signal = never) => {
    const result = await handlers.save({ ...plain(), ...changes }, { signal })
    return { ...result, text: file === null ? '' : readFileSync(file, 'utf8') }
  }
  return { handlers, save, names, shown, progress }
}

const filter = {
  ...({ text: '', types: [], seen: 'any', opportunity: 'any', triage: 'any', labels: [] } as const),
  ...{ minScore: null, maxScore: null, relatedTo: null },
}
const byScore = { column: 'combinedScore', direction: 'descending' } as const

const allInsights = (changes: object = {}): ExportSource => ({
  view: 'insights',
  query: { workspace, filter: { ...filter, types: [], labels: [], ...changes }, sort: byScore },
})

const plain = (): ExportRequest => ({
  exportId: randomUUID(),
  format: 'csv',
  source: allInsights(),
  ...{ ids: null, columns: ['seen', 'type', 'title', 'combinedScore', 'menu'] },
  ...{ includesLocal: false, includesHidden: false },
})

const byTitle = { column: 'title', direction: 'ascending' } as const
const records = { workspace, text: '', relatedTo: null, sort: byTitle }

const readAt = '2025-06-01T00:00:00Z'
const topicId = randomUUID()

/** The list of every kind of record, with a word of a record in it. */
async function everyList(): Promise<readonly (readonly [TriagedKind, ExportSource, string])[]> {
  await opened.library.saveMetric({ workspace, metricId: 'sign-ups', label: 'Sign-ups', addedAt: readAt })
  await opened.library.keepTopic({
    ...{ workspace, readAt },
    topic: { id: topicId, title: 'Cold', opportunities: [], insights: [] },
  })
  const sort = { ...byTitle, column: 'createdAt' as const }
  return [
    ['opportunity', { view: 'opportunities', query: { ...records, statuses: [] } }, 'Opportunity 0'],
    ['outcome', { view: 'outcomes', query: records }, 'Goal'],
    ['solution', { view: 'solutions', query: { ...records, statuses: [], horizons: [] } }, 'Solution'],
    [
      'feedback',
      { view: 'feedback', query: { ...records, sources: [], sentiments: [], months: [], sort } },
      'feedback',
    ],
    ['knowledge', { view: 'knowledge', query: { ...records, states: [], sources: [] } }, 'Web page'],
    ['metric', { view: 'metrics', query: { workspace } }, 'Sign-ups'],
    ['topic', { view: 'topics', query: { workspace } }, 'Cold'],
  ]
}

function itemsOf(text: string): Record<string, unknown>[] {
  return JSON.parse(text).items
}

describe('save', () => {
  test('writes all matching rows in the order of the list, not just one page', async () => {
    const { save, names } = setUp()
    const { text, ...result } = await save()
    const lines = text.split('\r\n')
    expect(result).toEqual({ saved: true, items: 700 })
    expect(names).toEqual(['Research insights 2025-06-01.csv'])
    expect(lines).toHaveLength(702)
    expect(lines.slice(0, 2)).toEqual(['\uFEFF"Unseen","Type","Title","Score"', `"Yes","Feature request","'=1+1",99`])
  })

  test('applies the filters and the search text of the list', async () => {
    const { save } = setUp()
    const page = await opened.library.queryInsights({
      ...{ workspace, sort: byScore, offset: 0, limit: 500 },
      filter: { ...filter, types: ['Bug'], labels: [], text: 'battery' },
    })
    const { text } = await save({ source: allInsights({ types: ['Bug'], text: 'battery' }), format: 'json' })
    expect(page.total).toBeGreaterThan(1)
    expect(itemsOf(text).map(({ title }) => title)).toEqual(page.rows.map(({ title }) => title))
  })

  test('writes only the selected rows, in the given order', async () => {
    const ids = [5, 3, 9].map((number) => generateInsight(number).id)
    const { text, items } = await setUp().save({ ids: [...ids, 'gone'], format: 'json', columns: null })
    expect(items).toBe(3)
    expect(itemsOf(text).map(({ id }) => id)).toEqual(ids)
  })

  test('masks hidden content, including the names of related records, unless it is requested', async () => {
    const { save } = setUp()
    const hidden = await save({ columns: null, format: 'json' })
    expect(hidden.text).not.toContain(hiddenText)
    expect(hidden.text).toContain('"title": "Hidden content"')
    expect(itemsOf(hidden.text).filter(({ goals }) => (goals as string[]).includes('Hidden content'))).not.toEqual([])
    expect((await save({ columns: null, includesHidden: true })).text.split(hiddenText).length).toBeGreaterThan(3)
  })

  test('includes local notes, labels and review states only when requested', async () => {
    const { id } = generateInsight(3)
    const of = { workspace, kind: 'insight', id } as const
    await opened.library.setNote({ ...of, note: 'Ask Maria' })
    await giveLabels(opened.library, of, ['brakes', 'winter'])
    await opened.library.decideTriage({
      ...of,
      decision: { status: 'reviewed' },
      decidedAt: '2025-06-01T00:00:00.000Z',
    })
    const { save } = setUp()
    for (const columns of [null, ['title']]) {
      for (const format of ['csv', 'json', 'markdown'] as const) {
        const { text } = await save({ ids: [id], columns, format })
        expect(text).not.toMatch(/Maria|brakes|[Rr]eview/)
      }
    }
    const { text } = await save({ ids: [id], columns: ['strength'], format: 'json', includesLocal: true })
    expect(itemsOf(text)).toMatchObject([{ note: 'Ask Maria', labels: ['brakes', 'winter'], reviewState: 'Reviewed' }])
  })

  test('writes every list with all its fields', async () => {
    const { save } = setUp()
    for (const [, source, expected] of await everyList()) {
      const { text, items } = await save({ source, columns: null })
      expect.soft([source.view, items > 0]).toEqual([source.view, true])
      expect.soft(text.toLowerCase()).toContain(expected.toLowerCase())
    }
  })

  test('writes the same insight and feedback counts as the list of goals shows', async () => {
    const { rows } = await opened.library.queryOutcomes({ ...records, offset: 0, limit: 3 })
    const ids = rows.map(({ id }) => id)
    const { text } = await setUp().save({
      source: { view: 'outcomes', query: records },
      ...{ ids, columns: ['title', 'insights', 'feedback'], format: 'json' as const },
    })
    const counted = ({ title, insights, feedback }: OutcomeRow) => ({ title, insights, feedback })
    expect(itemsOf(text)).toEqual(rows.map(counted))
  })

  test('writes the activity in readable words, with request bodies in JSON', async () => {
    const other = await openTestLibrary('memory')
    onTestFinished(() => other.remove())
    await other.library.addChange(newChange(1, '=cmd'))
    const source: ExportSource = {
      view: 'activity',
      query: { text: '', workspace: null, targetId: null },
    }
    const { save, names } = setUp(undefined, other)
    const csv = await save({ source, columns: null })
    expect(csv.items).toBe(1)
    expect(csv.text).toContain(`"Sandbox","Research","'=cmd","New insight"`)
    expect(csv.text).not.toContain('createInsight')
    expect(names).toEqual(['All workspaces activity 2025-06-01.csv'])
    const json = await save({ source, ids: ['change-1'], columns: null, format: 'json' })
    expect(itemsOf(json.text)).toMatchObject([
      { changeId: 'change-1', requestBody: { title: '=cmd' }, action: 'New insight' },
    ])
  })

  test.each<[string, number, number[]]>([
    ['after each page, to the last row, when each takes 100 ms', 100, [200, 400, 600, 700]],
    ['only once when no time passes', 0, [200]],
  ])('reports progress %s', async (_, stepMs, written) => {
    let nowMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += stepMs))
    onTestFinished(() => clock.mockRestore())
    const { save, progress } = setUp()
    await save()
    expect(progress).toEqual(written.map((rows) => [rows, 700]))
  })

  test('writes nothing when the dialog is cancelled', async () => {
    const { save } = setUp(null)
    expect(await save()).toMatchObject({ saved: false, items: 0 })
    expect(readdirSync(folder)).toEqual([])
  })

  test('leaves the old file and nothing else when aborted midway', async () => {
    const file = path.join(folder, 'saved')
    writeFileSync(file, 'old')
    const controller = new AbortController()
    const { handlers } = setUp()
    const read = opened.library.readForExport
    opened.library.readForExport = (input) => {
      controller.abort()
      return read(input)
    }
    const saving = handlers.save(plain(), { signal: controller.signal })
    await expect(saving).rejects.toMatchObject({ code: 'CANCELLED' })
    opened.library.readForExport = read
    expect(readFileSync(file, 'utf8')).toBe('old')
    expect(readdirSync(folder)).toEqual(['saved'])
  })

  test('includes local data of every kind of record, in every format, only when requested', async () => {
    const shared = opened
    opened = await openFilled()
    onTestFinished(async () => {
      await opened.remove()
      opened = shared
    })
    // A new insight, which What changed lists.
    await syncItems(opened.library, [...insights(), generateInsight(700)], '2030-01-01T00:00:00.000Z')
    const news: ExportSource = { view: 'news', query: { workspace, text: '', kinds: [] } }
    const lists = [['insight', allInsights(), ''], ['insight', news, ''], ...(await everyList())] as const
    const until = '2030-06-01'
    const { save } = setUp()
    for (const [kind, source] of lists) {
      const { view } = source
      const id = String(itemsOf((await save({ source, format: 'json', columns: null })).text)[0]?.id)
      const of = { workspace, kind, id }
      await opened.library.setNote({ ...of, note: `Ask Maria about the ${view}` })
      await giveLabels(opened.library, of, ['brakes', `${view} of winter`])
      await opened.library.decideTriage({ ...of, decision: { status: 'snoozed', until }, decidedAt: readAt })
      const { data: prioritised } = PrioritisedKind.safeParse(kind)
      if (prioritised !== undefined) {
        const of = { workspace, kind: prioritised }
        await opened.library.decidePriority({ ...of, ids: [id], decision: 'now', decidedAt: readAt })
        await opened.library.setPriorityNote({ ...of, id, note: `Cheap for the ${view}` })
      }
      const write = async (format: ExportRequest['format'], includesLocal: boolean) =>
        (await save({ source, ids: [id], columns: null, format, includesLocal })).text

      expect.soft(itemsOf(await write('json', true))).toMatchObject([
        {
          ...{ reviewState: 'Snoozed', snoozedUntil: until, note: `Ask Maria about the ${view}` },
          labels: ['brakes', `${view} of winter`],
          ...(prioritised && { decision: 'Now', decided: '2025-06-01T00:00:00.000Z' }),
          ...(prioritised && { decisionNote: `Cheap for the ${view}` }),
          ...(kind === 'outcome' && { priority: expect.any(Number) }),
        },
      ])
      for (const format of ['csv', 'markdown'] as const) {
        const text = await write(format, true)
        const decision = prioritised ? ['Decision note', 'Now', `Cheap for the ${view}`] : []
        for (const part of [
          ...['Review state', 'Snoozed until', 'Labels', 'Note', 'Snoozed', '2030-06-01'],
          ...[`Ask Maria about the ${view}`, `brakes; ${view} of winter`, ...decision],
        ]) {
          expect.soft(text, `${view} as ${format}`).toContain(part)
        }
      }
      for (const format of ['csv', 'json', 'markdown'] as const) {
        expect.soft(await write(format, false), `${view} as ${format}`).not.toMatch(/Maria|of winter|Snooze|Cheap/)
      }
    }
  })
})

describe('a ranking', () => {
  const weights = { ...noWeights, strongest: 40, sentiment: -50, recent: 10 }
  const evidenceFirst = { model: 'Evidence first', isChanged: false, weights }
  const ofEach = (value: (place: number) => number, length: number) =>
    Float64Array.from({ length }, (_, at) => value(at))
  /** Exports more records than are read at once, the last one unknown in every part. */
  async function ranked(source: ExportSource) {
    const { save } = setUp()
    const listed = itemsOf((await save({ source, format: 'json', columns: ['id', 'title'] })).text)
    const ids = listed.map(({ id }) => String(id)).reverse()
    const { length } = ids
    const titles = new Map(listed.map(({ id, title }) => [id, title]))
    const values = {
      place: Int32Array.from(ids, (_, at) => at + 1),
      score: ofEach((at) => 100 - at / 3, length),
      parts: Object.fromEntries(
        parts.map((part, number) => [part, ofEach((at) => (at === length - 1 ? Number.NaN : at + number / 8), length)]),
      ) as Ranked['parts'],
    }
    return { save, ids, titles, request: { source, ids, ranked: { ...values, by: evidenceFirst } } }
  }

  test('is written with rank, score, decision and the columns on screen, in each format', async () => {
    const source: ExportSource = { view: 'opportunities', query: { ...records, statuses: [], needs: [] } }
    const { save, ids, titles, request } = await ranked(source)
    const of = { workspace, kind: 'opportunity' } as const
    await opened.library.decidePriority({ ...of, ids: ids.slice(0, 1), decision: 'notNow', decidedAt: readAt })
    const columns = ['place', 'title', 'score', 'decision', 'strongest', 'goal']
    const asked = { ...request, columns, includesLocal: true }
    const items = itemsOf((await save({ ...asked, format: 'json' })).text)
    const last = ids.length - 1
    expect(items).toEqual(
      ids.map((id, at) => ({
        ...{ rank: at + 1, title: titles.get(id), points: Number((100 - at / 3).toFixed(4)) },
        decision: at === 0 ? 'Not now' : null,
        ...{ topScore: at === last ? null : at, goal: at === last ? null : at + 9 / 8 },
        ...{ reviewState: 'Open', snoozedUntil: null, labels: [], note: '' },
        ...{ decided: at === 0 ? new Date(readAt).toISOString() : null, decisionNote: '' },
      })),
    )
    const [heading, first] = (await save({ ...asked, format: 'csv' })).text.split('\r\n')
    expect(heading).toContain('"Rank","Title","Points","Decision","Top score","Goal"')
    expect(first?.replaceAll('"', '')).toMatch(/^1,.*,100,Not now,0,1\.125,Open,/)
    const markdown = (await save({ ...asked, format: 'markdown' })).text
    expect(markdown).toContain('Ranking')
    expect(markdown).toMatch(/Rank.*Title.*Points.*Decision.*Top score.*Goal/s)
    expect(markdown).toContain('Not now')
    const [whole] = itemsOf((await save({ ...asked, columns: null, format: 'json' })).text)
    expect(whole).toMatchObject({ rank: 1, points: 100, decision: 'Not now', lastDays: 0.875, id: ids[0] })
  })

  test('has no decisions and no decision column unless they are requested', async () => {
    const source: ExportSource = { view: 'opportunities', query: { ...records, statuses: [], needs: [] } }
    const { save, ids, request } = await ranked(source)
    const of = { workspace, kind: 'opportunity' } as const
    await opened.library.decidePriority({ ...of, ids: ids.slice(0, 1), decision: 'notNow', decidedAt: readAt })
    const [heading, first] = (await save({ ...request, columns: ['place', 'decision', 'goal'] })).text.split('\r\n')
    expect(heading).toBe('\uFEFF"Rank","Goal"')
    expect(first).toBe('1,1.125')
    const [whole] = itemsOf((await save({ ...request, columns: null, format: 'json' })).text)
    expect(Object.keys(whole ?? {}).filter((key) => /decision|decided/.test(key))).toEqual([])
  })

  test('names its model and weights in the formats that have room for them', async () => {
    const source: ExportSource = { view: 'outcomes', query: records }
    const { save, request } = await ranked(source)
    const of = (by: object, format: ExportFormat) =>
      save({ ...request, ranked: { ...request.ranked, by: { ...evidenceFirst, ...by } }, columns: ['place'], format })
    const linesOf = async (by: object) => (await of(by, 'markdown')).text.split('\n').slice(0, 5)
    expect(await linesOf({})).toEqual([
      '# Ranking',
      '',
      'Goals by Evidence first: Average sentiment −50, Top score 40, Feedback in the last 90 days 10',
      '',
      expect.stringMatching(/^Research · Sandbox · exported/),
    ])
    expect((await linesOf({ model: 'A|B', isChanged: true }))[2]).toMatch(
      /^Goals by A\\\|B, changed: Average sentiment −50,/,
    )
    expect((await linesOf({ weights: noWeights }))[2]).toBe('Goals by Evidence first: all weights are 0')
    const none = { topScore: 0, averageScore: 0, strength: 0, momentum: 0, insights: 0 }
    expect(JSON.parse((await of({ isChanged: true }, 'json')).text)).toMatchObject({
      what: 'Ranking',
      ranking: {
        ...{ of: 'Goals', model: 'Evidence first', changed: true },
        weights: { ...none, unseen: 0, feedback: 0, lastDays: 10, sentiment: -50, goal: 0, topScore: 40 },
      },
    })
    const [heading, first] = (await of({}, 'csv')).text.split('\r\n')
    expect([heading, first]).toEqual(['\uFEFF"Rank"', '1'])
  })

  test('of insights is written down to its last row, over many pages', async () => {
    const { save, ids, request } = await ranked(allInsights())
    expect(ids.length).toBeGreaterThan(200)
    const columns = ['place', 'status', 'strongest', 'sentiment']
    const items = itemsOf((await save({ ...request, columns, format: 'json' })).text)
    expect(items.map(({ rank }) => rank)).toEqual(ids.map((_, at) => at + 1))
    expect(items[0]).toEqual({ rank: 1, type: expect.any(String), score: 0, sentiment: 1 })
  })

  test('is refused when the number of values and IDs differs', () => {
    const values = { place: new Int32Array(1), score: new Float64Array(1) }
    const parse = (length: number) => {
      const of = Object.fromEntries(parts.map((part) => [part, new Float64Array(length)]))
      return ExportRequest.safeParse({ ...plain(), ids: ['a'], ranked: { ...values, parts: of, by: evidenceFirst } })
        .success
    }
    expect([parse(1), parse(2)]).toEqual([true, false])
  })
})

describe('showInFolder', () => {
  test('shows a file that was saved in this run, and no other', async () => {
    const { handlers, shown } = setUp()
    const request = plain()
    await handlers.save(request, { signal: never })
    await handlers.showInFolder({ exportId: request.exportId }, { signal: never })
    expect(shown).toEqual([path.join(folder, 'saved')])
    const unknown = handlers.showInFolder({ exportId: randomUUID() }, { signal: never })
    await expect(unknown).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('exporting 100,000 long rows raises the memory of main by less than 50 MB', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const held = () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1024 ** 2
  }
  // Garbage of earlier tests may take more than one collection.
  held()
  const before = held()
  let pages = 0
  let most = Number.NEGATIVE_INFINITY
  const rows: ExportRows = {
    list: async () => Array.from({ length: 100_000 }, () => randomUUID()),
    async read(ids) {
      pages += 1
      if (pages % 100 === 0) most = Math.max(most, held() - before)
      return { rows: ids.map((id) => [id, 'text '.repeat(100)]), read: ids.length }
    },
  }
  const file = path.join(folder, 'large.csv')
  const deps = {
    rows,
    workspaceName: () => '',
    chooseFile: async () => file,
    onProgress: () => {},
    now: () => new Date(),
  }
  const saved = await saveExport(deps, { ...plain(), columns: ['id', 'title'] }, never)
  expect(saved?.items).toBe(100_000)
  expect(pages).toBeGreaterThan(100)
  expect(most).toBeGreaterThan(Number.NEGATIVE_INFINITY)
  expect(most).toBeLessThan(50)
})
