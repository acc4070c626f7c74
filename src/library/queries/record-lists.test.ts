import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FeedbackColumn } from '../../contract/features/feedback'
import { KnowledgeColumn } from '../../contract/features/knowledge'
import type { OwnFilter } from '../../contract/features/listing'
import { OpportunityColumn } from '../../contract/features/opportunities'
import { OutcomeColumn } from '../../contract/features/outcomes'
import { SolutionColumn } from '../../contract/features/solutions'
import type { TriagedKind } from '../../contract/features/triage'
import { giveLabels, recordQuery, type TestLibrary, workspace } from '../testing/opened-library'
import { type AnyRow, all, ask, knowledge, type ListName, openRecordLibrary } from '../testing/record-library'
import { distinct } from '../testing/varied-insights'
import { sortKey } from '../text/folded-text'

let test: TestLibrary
beforeAll(async () => {
  test = await openRecordLibrary()
})
afterAll(() => test.remove())

const columns: Readonly<Record<ListName, readonly string[]>> = {
  opportunities: OpportunityColumn.options,
  outcomes: OutcomeColumn.options,
  solutions: SolutionColumn.options,
  feedback: FeedbackColumn.options,
  knowledge: KnowledgeColumn.options,
}
const lists = Object.keys(columns) as ListName[]
const triagedKinds = {
  ...{ opportunities: 'opportunity', outcomes: 'outcome', solutions: 'solution' },
  ...{ feedback: 'feedback', knowledge: 'knowledge' },
} as const satisfies Record<ListName, TriagedKind>

const horizons = ['now', 'next', 'later']

/** The sort value of a row, computed from the values that the list shows; null: unknown. */
function compared(list: ListName, column: string, row: AnyRow): string | number | null {
  const value = row[column]
  if (value === null || value === undefined) return null
  if (column === 'createdAt' || column === 'updatedAt') {
    const time = Date.parse(String(value))
    return Number.isNaN(time) ? null : time
  }
  if (column === 'title') return sortKey(String(value))
  if (column === 'horizon') return horizons.indexOf(String(value))
  if (list === 'solutions' && column === 'priority') return String(value)
  return typeof value === 'string' ? value.toLowerCase() : Number(value)
}

const sorts = lists.flatMap((list) => columns[list].map((column) => [list, column] as const))

it('ranks solutions by priority, with equal priorities sharing a rank', async () => {
  const { rows } = await ask(test, 'solutions', { sort: { column: 'priority', direction: 'ascending' } })
  const priorities = rows.map(({ priority }) => String(priority))
  expect(rows.map(({ rank }) => rank)).toEqual(priorities.map((priority) => priorities.indexOf(priority) + 1))
})

describe('sorting', () => {
  it.each(sorts)('%s by %s, with unknown values last in both directions', async (list, column) => {
    const up = await ask(test, list, { sort: { column, direction: 'ascending' } })
    const down = await ask(test, list, { sort: { column, direction: 'descending' } })
    expect(up.rows.length).toBeGreaterThan(30)
    for (const [{ rows }, sign] of [
      [up, 1],
      [down, -1],
    ] as const) {
      const values = rows.map((row) => compared(list, column, row))
      const known = values.filter((value) => value !== null)
      expect(new Set(known).size).toBeGreaterThan(1)
      expect(values.slice(0, known.length)).toEqual(known)
      for (const [place, value] of known.entries()) {
        const next = known[place + 1]
        if (next !== undefined) expect(value === next || (value < next ? -1 : 1) * sign < 0).toBe(true)
      }
    }
    const knownUp = up.rows.filter((row) => compared(list, column, row) !== null)
    const knownDown = down.rows.filter((row) => compared(list, column, row) !== null)
    expect(knownDown.map(({ id }) => id)).toEqual(knownUp.map(({ id }) => id).reverse())
  })

  it.each(sorts)('returns every row of %s once across pages by %s', async (list, column) => {
    const sort = { column, direction: 'descending' } as const
    const whole = (await ask(test, list, { sort })).rows.map(({ id }) => id)
    const paged: string[] = []
    for (let offset = 0; offset < whole.length; offset += 23) {
      paged.push(...(await ask(test, list, { sort, offset, limit: 23 })).rows.map(({ id }) => id))
    }
    expect(paged).toEqual(whole)
    expect(new Set(paged).size).toBe(whole.length)
  })
})

describe('filters', () => {
  it('by status', async () => {
    const expected = distinct(all.flatMap(({ opportunities }) => opportunities))
    const {
      rows,
      total,
      all: known,
    } = await test.library.queryOpportunities({
      ...recordQuery(),
      statuses: ['Solved', 'Planned', 'Nothing'],
    })
    expect(rows.length).toBe(expected.filter(({ status }) => status === 'Solved' || status === 'Planned').length)
    expect([total, known]).toEqual([rows.length, expected.length])
    const live = await test.library.querySolutions({ ...recordQuery(), statuses: ['Live'], horizons: [] })
    const solutions = distinct(all.flatMap((insight) => insight.solutions))
    expect(live.total).toBe(solutions.filter((solution) => solution.status === 'Live').length)
    expect(new Set(live.rows.map((row) => row.status))).toEqual(new Set(['Live']))
  })

  const query = (states: (string | null)[], sources: (string | null)[]) =>
    test.library.queryKnowledge({
      ...recordQuery(),
      states,
      sources,
    })

  it('by state and source, including missing ones, and count the values that occur', async () => {
    const count = (has: (item: (typeof knowledge)[number]) => boolean) => knowledge.filter(has).length
    const whole = await query([], [])
    expect(whole.states).toEqual(
      [null, 'initial', 'Ready']
        .map((value) => ({ value, count: count(({ state }) => state === value) }))
        .sort(
          (a, b) => b.count - a.count || (a.value === null ? 1 : b.value === null ? -1 : a.value < b.value ? -1 : 1),
        ),
    )
    expect(whole.sources.find(({ value }) => value === null)?.count).toBe(count(({ source }) => source === undefined))
    expect((await query([null], [])).total).toBe(count(({ state }) => state === null))
    expect((await query([null, 'Ready'], [null])).total).toBe(
      count(({ state, source }) => (state === null || state === 'Ready') && source === undefined),
    )
    expect((await query(['nothing'], [])).total).toBe(0)
    expect((await query(['nothing'], [])).states).toEqual(whole.states)
  })
})

describe.each(lists)('local triage data in the list of %s', (list) => {
  const kind = triagedKinds[list]
  const [reviewed, snoozed, noted, labelled] = [3, 5, 7, 11]
  const ids = async (own: OwnFilter, more = {}) => (await ask(test, list, { own, ...more })).rows.map(({ id }) => id)
  let whole: readonly string[]

  beforeAll(async () => {
    whole = (await ask(test, list)).rows.map(({ id }) => id)
    const each = (step: number) => whole.filter((_, place) => place % step === 0)
    const decisions = [
      { ids: each(reviewed), decision: { status: 'reviewed' }, from: null },
      { ids: each(snoozed), decision: { status: 'snoozed', until: '2100-01-01' }, from: null },
    ] as const
    const decidedAt = '2025-06-02T00:00:00.000Z'
    await test.library.decideAll({ workspace, kind, decidedAt, decisions: decisions.map((d) => ({ ...d })) })
    for (const id of each(noted)) await test.library.setNote({ workspace, kind, id, note: 'Ask Anna' })
    const changes = [{ ids: each(labelled), add: ['Winter', 'Q3'], remove: [] }]
    await test.library.labelAll({ workspace, kind, changes })
    // Another kind may have the same id.
    await test.library.setNote({ workspace, kind: 'metric', id: whole[1] ?? '', note: 'Not this one' })
  })
  const where = (fits: (place: number) => boolean) => whole.filter((_, place) => fits(place))
  const isSnoozed = (place: number) => place % snoozed === 0
  const isReviewed = (place: number) => place % reviewed === 0 && !isSnoozed(place)

  it('can be filtered by status, notes and labels', async () => {
    expect(await ids({ status: 'reviewed' })).toEqual(where(isReviewed))
    expect(await ids({ status: 'snoozed' })).toEqual(where(isSnoozed))
    expect(await ids({ status: 'open' })).toEqual(where((place) => !isReviewed(place) && !isSnoozed(place)))
    expect(await ids({ hasNote: true })).toEqual(where((place) => place % noted === 0))
    expect(await ids({ labels: ['Q3', 'Nothing'] })).toEqual(where((place) => place % labelled === 0))
    expect(await ids({ labels: ['Nothing'] })).toEqual([])
    expect(await ids({ status: 'reviewed', hasNote: true })).toEqual(
      where((place) => isReviewed(place) && place % noted === 0),
    )
    expect(await ids({})).toEqual(whole)
    expect((await ask(test, list, { own: { hasNote: true } })).all).toBe(whole.length)
  })

  it('appears in the rows that have any, and is null in the others', async () => {
    const { rows } = await ask(test, list)
    for (const [place, { triage = null }] of rows.entries()) {
      const status = isSnoozed(place) ? 'snoozed' : isReviewed(place) ? 'reviewed' : 'open'
      const hasNote = place % noted === 0
      const labels = place % labelled === 0 ? ['Winter', 'Q3'] : []
      const isNothing = status === 'open' && !hasNote && labels.length === 0
      expect(triage).toEqual(isNothing ? null : { status, hasNote, labels })
    }
  })

  it('takes effect in filters immediately after a change', async () => {
    const id = whole[1] ?? ''
    expect(await ids({ labels: ['New'] })).toEqual([])
    await giveLabels(test.library, { workspace, kind, id }, ['New'])
    expect(await ids({ labels: ['New'] })).toEqual([id])
    await test.library.labelAll({ workspace, kind, changes: [{ ids: [id], add: [], remove: ['New'] }] })
    expect(await ids({ labels: ['New'] })).toEqual([])
  })

  if (list !== 'feedback') return

  it('limits the source counts to feedback with a note', async () => {
    const { library } = test
    const query = { ...recordQuery(), sources: [], sentiments: [], months: [], own: { hasNote: true } }
    const page = await library.queryFeedback({
      ...query,
      sort: { column: 'createdAt', direction: 'ascending' },
    })
    expect(page.total).toBeGreaterThan(3)
    expect(page.total).toBeLessThan(page.all)
    expect(page.facets?.sources.reduce((sum, { count }) => sum + count, 0)).toBe(page.total)
  })
})

describe('words', () => {
  const titlesOf = async (list: ListName, text: string) =>
    (await ask(test, list, { text })).rows.map(({ title, content }) => String(title ?? content))

  it.each([
    ['äuß', /Äußere/],
    ['ausse', null],
    ['EMIGRE', /émigré/],
    ['taschen äuß', /Äußere Taschen/],
    ['電池', /自転車の電池/],
    ['の電池', /自転車の電池/],
    ['batt', /[Bb]attery/],
    ['batt ran', /Battery range/],
    ['zebra battery', null],
    ['"battery OR zebra"', null],
    ['"battery" OR zebra', /\b(battery|zebra)\b/i],
  ])('%s is matched by the start of each word', async (text, pattern) => {
    for (const list of ['opportunities', 'solutions', 'outcomes', 'feedback'] as const) {
      const found = await titlesOf(list, text)
      if (pattern === null) expect(found).toEqual([])
      else {
        const whole = await titlesOf(list, '')
        expect(found.sort()).toEqual(whole.filter((title) => pattern.test(title)).sort())
        expect(found.length).toBeGreaterThan(0)
      }
    }
  })

  it('are found in knowledge', async () => {
    const expected = knowledge.filter(({ title }) => title?.startsWith('Übersicht'))
    expect((await ask(test, 'knowledge', { text: 'uber' })).total).toBe(expected.length)
    expect((await ask(test, 'knowledge', { text: 'person 3' })).total).toBe(
      knowledge.filter(({ providedBy }) => providedBy === 'person 3').length +
        knowledge.filter(({ providedBy, title }) => /person [^3]/.test(providedBy ?? '') && / 3/.test(title ?? ''))
          .length,
    )
  })

  it.each(['', '  ', '"', '* - ( ) : ^', "'; --", '\u0000', '\ud800'])('%j alone does not filter', async (text) => {
    for (const list of lists) {
      const { total, all: known } = await ask(test, list, { text })
      expect(total).toBe(known)
    }
  })

  it('accept anything that can be typed', async () => {
    for (const text of ['x'.repeat(500), 'a '.repeat(250), 'AND OR NOT', 'title:b', '"a" NEAR("b")', '-a', 'é\u0301']) {
      for (const list of lists) {
        await expect(ask(test, list, { text })).resolves.toBeDefined()
      }
    }
  })
})

it('returns a single piece of feedback as it appears in the list, at any position', async () => {
  const { rows } = await ask(test, 'feedback')
  for (const { triage: _, ...row } of rows)
    expect(await test.library.getFeedback({ workspace, id: row.id })).toEqual(row)
})

it('reports NOT_FOUND for missing records, and returns empty lists for another workspace', async () => {
  const nothing = { workspace, id: 'nothing' }
  const elsewhere = { workspace: { ...workspace, workspaceId: 'another' }, id: all[0]?.opportunities[0]?.id ?? 'x' }
  for (const place of [nothing, elsewhere]) {
    for (const asked of [
      test.library.getOpportunity(place),
      test.library.previewMarkAllSeen(place),
      test.library.getOutcome(place),
      test.library.getSolution(place),
      test.library.getFeedback(place),
      test.library.getKnowledge(place),
    ]) {
      await expect(asked).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  }
  for (const list of lists) {
    expect(await ask(test, list, { workspace: elsewhere.workspace })).toMatchObject({ rows: [], total: 0, all: 0 })
  }
})
