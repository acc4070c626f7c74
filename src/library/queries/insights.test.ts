import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { InsightColumn, type InsightRow } from '../../contract/features/insights'
import type { Insight } from '../../contract/resources/insight'
import { generateInsight, generateInsights } from '../testing/generated-insights'
import { insightQuery, openTestLibrary, syncItems, type TestLibrary } from '../testing/opened-library'

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

  it.each(InsightColumn.options)('by %s, what has no value last in both directions', async (column) => {
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

  it.each(['seen', 'combinedScore', 'title'] as const)('gives every insight once over pages by %s', async (column) => {
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
  })
})

describe('filters', () => {
  it('combine, and count what matches beside what there is', async () => {
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

  it('answers without an opportunity, and with words and filters together', async () => {
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
    ['grose', null],
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

  it.each(['', '  ', '"', '* - ( ) : ^', '🚲', "'; --", '\u0000', '\ud800'])('%j alone is no filter', async (text) => {
    expect((await query({ text }, { limit: 1 })).total).toBe(all.length)
  })

  it('lives through anything that can be typed', async () => {
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
