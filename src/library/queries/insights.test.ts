import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { InsightColumn, type InsightFilter, type InsightRow } from '../../contract/features/insights'
import type { Insight } from '../../contract/resources/insight'
import { localDate, newDays } from '../../contract/weeks'
import { generateInsight, generateInsights } from '../testing/generated-insights'
import { settleChange } from '../testing/moved-changes'
import {
  insightQuery,
  newChange,
  openTestLibrary,
  syncItems,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'
import { watchStatements } from '../testing/watched-statements'

const texts = [
  'Größe der Batterie',
  'battery-range "quoted" AND (NOT) OR NEAR',
  '自転車の電池が切れる',
  'بطارية الدراجة',
  'C++ & C# * ^ : -',
  'emoji 🚲 bike',
]
const titled = texts.map((title, place) => ({ ...generateInsight(1_000 + place), title, description: '' }))
const all: Insight[] = [...generateInsights(250), ...titled]

let test: TestLibrary
beforeAll(async () => {
  test = await openTestLibrary('file')
  await syncItems(test.library, all)
})
afterAll(() => test.remove())

const query = (...input: Parameters<typeof insightQuery>) => test.library.queryInsights(insightQuery(...input))
const titles = async (text: string) => (await query({ text })).rows.map(({ title }) => title)

describe('sorting', () => {
  const compared = (row: InsightRow, column: InsightColumn) => {
    const value = row[column]
    if (column === 'createdAt' || column === 'updatedAt') return Date.parse(String(value))
    if (column === 'title') return String(value).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    return typeof value === 'boolean' ? Number(value) : value
  }

  it.each(InsightColumn.options)('by %s, with missing values last in both directions', async (column) => {
    const { rows: up } = await query({}, { sort: { column, direction: 'ascending' } })
    const { rows: down } = await query({}, { sort: { column, direction: 'descending' } })
    expect(up).toHaveLength(all.length)
    for (const [rows, sign] of [
      [up, 1],
      [down, -1],
    ] as const) {
      const values = rows.map((row) => compared(row, column))
      const known = values.filter((value) => value !== null)
      expect(values.slice(0, known.length)).toEqual(known)
      for (const [place, value] of known.entries()) {
        const next = known[place + 1]
        if (next !== undefined) expect(value === next || (value < next ? -1 : 1) * sign < 0).toBe(true)
      }
    }
  })

  it.each(['seen', 'combinedScore', 'title'] as const)(
    'returns every insight once across pages by %s',
    async (column) => {
      for (const filter of [{}, { seen: 'unseen' as const }]) {
        const sort = { column, direction: 'ascending' } as const
        const whole = (await query(filter, { sort })).rows.map(({ id }) => id)
        const paged: string[] = []
        for (let offset = 0; offset < all.length; offset += 37) {
          paged.push(...(await query(filter, { sort, offset, limit: 37 })).rows.map(({ id }) => id))
        }
        expect(paged).toEqual(whole)
        expect(new Set(paged).size).toBe(paged.length)
      }
    },
  )
})

describe('unseen first', () => {
  const sort = { column: 'seen', direction: 'ascending' } as const
  const day = 86_400_000
  const settle = (number: number, age: number) =>
    settleChange(created.library, {
      ...{ environment: 'sandbox', changeId: `change-${number}`, state: 'done', insight: null },
      settledAt: new Date(Date.now() - age).toISOString(),
    })
  const idsOf = async (filter: Partial<InsightFilter> = {}, range: { offset?: number; limit?: number } = {}) =>
    (await created.library.queryInsights(insightQuery(filter, { sort, ...range }))).rows.map(({ id }) => id)
  const [ahead, unsent, sent, old] = [newChange(4), newChange(3), newChange(2), newChange(1)]
  let created: TestLibrary

  beforeAll(async () => {
    // Not near midnight, which ends the day that the second one belongs to.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 28, 12) })
    created = await openTestLibrary('memory')
    await syncItems(created.library, generateInsights(60))
    for (const change of [old, sent, unsent]) await created.library.addChange(change)
    await settle(1, 3 * day)
    // Just after yesterday began: in the night after the clock was put forward, that is less than a day ago.
    await settle(2, Date.now() - newDays(new Date()).from.getTime() - 60_000)
    // From when the clock was far ahead.
    await created.library.addChange(ahead)
    await settle(4, -400 * day)
  })
  afterAll(() => {
    vi.useRealTimers()
    return created.remove()
  })

  it('lists the strongest unseen insights first, unscored ones last, and then the seen ones', async () => {
    const { rows } = await query({}, { sort })
    const place = ({ seen, combinedScore }: InsightRow) => Number(seen) * 1_000 - (combinedScore ?? -1)
    const places = rows.map(place)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(new Set(rows.map(({ seen }) => seen))).toEqual(new Set([false, true]))
  })

  it('orders insights with equal or no scores by last change, newest first', async () => {
    const at = (minute: number) => `2025-06-01T10:0${minute}:00.000Z`
    const items = [3, 1, 5, 2, 4].map((minute, place) => ({
      ...generateInsight(place),
      ...{ seen: false, combinedScore: minute > 3 ? 0.5 : undefined, updatedAt: at(minute) },
    }))
    const { library, remove } = await openTestLibrary('memory')
    await syncItems(library, items)
    const { rows } = await library.queryInsights(insightQuery({}, { sort }))
    expect(rows.map(({ updatedAt }) => updatedAt)).toEqual([5, 4, 3, 2, 1].map(at))
    await remove()
  })

  it('lists insights created here that are unsent or were sent since yesterday at the top, newest first', async () => {
    const ids = await idsOf()
    expect(ids.slice(0, 2)).toEqual([unsent.targetId, sent.targetId])
    for (const { targetId } of [old, ahead]) expect(ids.indexOf(targetId)).toBeGreaterThan(5)
    expect(new Set(ids).size).toBe(64)
    expect((await idsOf({ text: 'change' })).slice(0, 2)).toEqual([unsent.targetId, sent.targetId])
    expect(await idsOf({ types: ['Feedback'] })).not.toContain(unsent.targetId)
  })

  it('lists unseen, unscored insights added by a later sync since yesterday at the top', async () => {
    const arrived = (number: number, rest: object) => ({ ...generateInsight(number), ...rest })
    const fresh = { seen: false, combinedScore: undefined }
    const [first, plain, seen, scored, late] = [
      arrived(9, fresh),
      arrived(2_001, fresh),
      arrived(2_002, { ...fresh, seen: true }),
      arrived(2_003, { ...fresh, combinedScore: 0.01 }),
      arrived(2_004, fresh),
    ]
    const { library, remove } = await openTestLibrary('memory')
    const listed = async () => (await library.queryInsights(insightQuery({}, { sort }))).rows.map(({ id }) => id)
    const earlier = generateInsights(9)
    const now = new Date().toISOString()
    await syncItems(library, [...earlier, first], now)
    expect((await listed())[0]).not.toBe(first?.id)
    await syncItems(library, [...earlier, first, late], new Date(Date.now() - 3 * day).toISOString())
    await syncItems(library, [...earlier, first, late, plain, seen, scored], now)
    const ids = await listed()
    expect(ids[0]).toBe(plain?.id)
    expect(earlier.map(({ id }) => id)).toContain(ids[1])
    expect(ids).toHaveLength(14)
    remove()
  })

  it('no longer lists an insight at the top after the next day, even without a sync or a write', async () => {
    const fresh = { ...generateInsight(2_001), seen: false, combinedScore: undefined }
    const { library, remove } = await openTestLibrary('memory')
    const first = async (filter: Partial<InsightFilter> = {}) =>
      (await library.queryInsights(insightQuery(filter, { sort }))).rows[0]?.id
    await syncItems(library, generateInsights(9), new Date().toISOString())
    await syncItems(library, [...generateInsights(9), fresh], new Date().toISOString())
    expect(await first()).toBe(fresh.id)
    const later = Date.now() + 3 * day
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => later)
    try {
      // As main does each minute.
      await library.endSnoozes({ workspace, today: localDate(new Date(later)) })
      expect(await first()).not.toBe(fresh.id)
    } finally {
      clock.mockRestore()
      remove()
    }
  })

  it('lists each insight on one page only while a new one turns 24 hours old between two pages', async () => {
    const fresh = { ...generateInsight(2_001), seen: false, combinedScore: undefined }
    const { library, remove } = await openTestLibrary('memory')
    const noon = new Date(2026, 10, 24, 12).getTime()
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => noon)
    const read = async (offset: number) =>
      (await library.queryInsights(insightQuery({}, { sort, offset, limit: 5 }))).rows.map(({ id }) => id)
    try {
      const arrivedAt = new Date(noon - day + 60_000).toISOString()
      const scored = generateInsights(9).map((each) => ({ ...each, seen: false, combinedScore: 0.5 }))
      await syncItems(library, scored, arrivedAt)
      await syncItems(library, [...scored, fresh], arrivedAt)
      const first = await read(0)
      expect(first[0]).toBe(fresh.id)
      clock.mockImplementation(() => noon + 120_000)
      expect(new Set([...first, ...(await read(5))]).size).toBe(10)
    } finally {
      clock.mockRestore()
      remove()
    }
  })

  it('lists reviewed and snoozed insights below those left to triage and above the seen ones', async () => {
    const { library, remove } = await openTestLibrary('memory')
    const unscored = { ...generateInsight(2_001), seen: false, combinedScore: undefined }
    const items = generateInsights(40)
    await syncItems(library, items)
    await syncItems(library, [...items, unscored], new Date().toISOString())
    const listed = async (filter: Partial<InsightFilter> = {}) =>
      (await library.queryInsights(insightQuery(filter, { sort }))).rows.map(({ id, seen }) => ({ id, seen }))
    const before = await listed()
    const [arrived, reviewed, snoozed, next] = before
    const unseen = before.filter(({ seen }) => !seen).length
    expect(arrived?.id).toBe(unscored.id)
    expect(unseen).toBeGreaterThan(6)
    const at = { workspace, kind: 'insight', decidedAt: '2026-01-05T10:00:00Z' } as const
    for (const { id } of [arrived, reviewed].filter((each) => each !== undefined))
      await library.decideTriage({ ...at, id, decision: { status: 'reviewed' } })
    await library.decideTriage({ ...at, id: snoozed?.id ?? '', decision: { status: 'snoozed', until: null } })
    const last = [reviewed, arrived, snoozed].map((each) => each?.id)
    for (const filter of [{}, { seen: 'unseen' as const }]) {
      const ids = (await listed(filter)).map(({ id }) => id)
      expect(ids[0]).toBe(next?.id)
      expect(ids.slice(unseen - 3, unseen)).toEqual(last)
    }
    await library.decideTriage({ ...at, id: reviewed?.id ?? '', decision: { status: 'open' } })
    expect((await listed())[0]?.id).toBe(reviewed?.id)
    remove()
  })

  it('returns every insight once across pages', async () => {
    const paged: string[] = []
    for (let offset = 0; offset < 64; offset += 1) paged.push(...(await idsOf({}, { offset, limit: 1 })))
    expect(paged).toEqual(await idsOf())
    expect((await idsOf({}, { offset: 1, limit: 3 })).length).toBe(3)
  })
})

it('counts unseen insights and those left to triage in one range of an index, and no others', async () => {
  const take = watchStatements()
  const opened = await openTestLibrary('file')
  await syncItems(opened.library, all)
  const first = all.find(({ seen }) => !seen)?.id ?? ''
  await opened.library.decideTriage({
    ...{ workspace, kind: 'insight', id: first, decidedAt: '2025-06-02T10:00:00.000Z' },
    decision: { status: 'reviewed' },
  })
  take()
  const page = await opened.library.queryInsights(insightQuery({}, { limit: 1 }))
  const unseen = all.filter(({ seen }) => !seen).length
  expect(page).toMatchObject({ total: all.length, all: all.length, unseen, left: unseen - 1 })
  const counting = take().filter(({ sql }) => sql.includes('count('))
  const steps = counting.flatMap(({ plan }) => plan())
  const looksUpOwn = /\(rowid=|AND id=|insights_by_change/
  expect(steps.filter((step) => step.includes(' insights ') && !looksUpOwn.test(step))).toEqual([
    'SEARCH insights USING COVERING INDEX insights_by_seen (workspace=? AND seen=?)',
  ])
  opened.remove()
})

describe('filters', () => {
  it('combine, and return the number of matches beside the totals', async () => {
    const filter = { types: ['Bug', 'Nothing'], seen: 'unseen', opportunity: 'with', minScore: 2, maxScore: 8 } as const
    const expected = all.filter(
      ({ type, seen, opportunities, combinedScore = -1 }) =>
        type === 'Bug' && !seen && opportunities.length > 0 && combinedScore >= 2 && combinedScore <= 8,
    )
    const page = await query({ ...filter, types: [...filter.types] })
    expect(expected.length).toBeGreaterThan(5)
    expect(page.rows.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort())
    expect(page).toMatchObject({
      total: expected.length,
      all: all.length,
      unseen: all.filter(({ seen }) => !seen).length,
      greatestScore: Math.max(...all.map(({ combinedScore = 0 }) => combinedScore)),
    })
  })

  it('find insights without an opportunity, and combine with words', async () => {
    const without = all.filter(({ opportunities }) => opportunities.length === 0)
    expect((await query({ opportunity: 'without' })).total).toBe(without.length)
    const matching = without.filter(({ title, description }) =>
      /\bbatter/.test(`${title} ${description}`.toLowerCase()),
    )
    expect((await query({ opportunity: 'without', text: 'batter' })).total).toBe(matching.length)
  })
})

describe('words', () => {
  it.each([
    ['größ', 'Größe der Batterie'],
    ['GROSSE', null],
    ['grö bat', 'Größe der Batterie'],
    ['"grose"', null],
    ['grose', 'Größe der Batterie'],
    ['"quot', 'battery-range "quoted" AND (NOT) OR NEAR'],
    ['battery-ran', 'battery-range "quoted" AND (NOT) OR NEAR'],
    ['near( not', 'battery-range "quoted" AND (NOT) OR NEAR'],
    ['電池', '自転車の電池が切れる'],
    ['電', '自転車の電池が切れる'],
    ['車電', null],
    ['の電池が', '自転車の電池が切れる'],
    ['بطار', 'بطارية الدراجة'],
    ['c#', 'C++ & C# * ^ : -'],
    ['🚲 bik', 'emoji 🚲 bike'],
  ])('%s finds %s', async (text, title) => {
    const found = (await titles(text)).filter((each) => texts.includes(each))
    if (title === null) expect(found).toEqual([])
    else expect(found).toContain(title)
  })

  it.each(['', '  ', '"', '* - ( ) : ^', '🚲', "'; --", '\u0000', '\ud800'])(
    '%j alone does not filter',
    async (text) => {
      expect((await query({ text }, { limit: 1 })).total).toBe(all.length)
    },
  )

  it('accept anything that can be typed', async () => {
    for (const text of [
      'x'.repeat(500),
      'a '.repeat(250),
      'AND OR NOT',
      'a* AND b',
      '-a',
      'title:b',
      '"a" NEAR("b")',
    ]) {
      await expect(query({ text })).resolves.toBeDefined()
    }
    expect(await titles('battery AND zebra')).toEqual([])
  })
})
