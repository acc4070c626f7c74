import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { InsightFilter } from '../../contract/features/insights'
import { generateInsight, generateInsights } from '../testing/generated-insights'
import { newChange, openTestLibrary, syncItems, type TestLibrary, workspace } from '../testing/opened-library'
import { watchStatements } from '../testing/watched-statements'

/** More than are listed in one turn. */
const insights = Array.from({ length: 2_100 }, (_, number) => ({
  ...generateInsight(number),
  ...{ opportunities: [], solutions: [], outcomes: [], feedback: [] },
}))
const taken = watchStatements()
const source = {
  view: 'insights',
  query: { workspace, filter: InsightFilter.parse({}), sort: { column: 'title', direction: 'ascending' } },
} as const
const content = { columns: null, includesLocal: false, includesHidden: false }

describe.each(['file', 'memory'] as const)('export from a library (%s)', (kind) => {
  let library: TestLibrary['library']
  let remove = () => {}
  beforeAll(async () => {
    const opened = await openTestLibrary(kind)
    library = opened.library
    remove = opened.remove
    await syncItems(library, insights)
  })
  afterAll(() => remove())

  test('lists every row once, in the order of the list', async () => {
    const ids = await library.listForExport({ workspace, source })
    const { rows } = await library.queryInsights({ ...source.query, offset: 0, limit: 5_000 })
    expect(ids).toEqual(rows.map(({ id }) => id))
    expect(new Set(ids).size).toBe(2_100)
  })

  test('answers other calls while it lists', async () => {
    const order: string[] = []
    const listing = library.listForExport({ workspace, source }).then(() => order.push('listed'))
    await new Promise((resolve) => setImmediate(resolve))
    await library.listMetrics({ workspace }).then(() => order.push('answered'))
    await listing
    expect(order).toEqual(['answered', 'listed'])
  })

  test('reads records in the requested order, without missing ones', async () => {
    const ids = [7, 3].map((number) => generateInsight(number).id)
    const answer = await library.readForExport({
      ...{ workspace, view: 'insights', ids: [...ids, 'gone'], ...content },
      columns: ['title', 'strength'],
    })
    const titles = [7, 3].map((number) => [generateInsight(number).title, expect.any(Number)])
    expect(answer).toEqual({ rows: titles, read: 3 })
  })
})

describe.each(['file', 'memory'] as const)('export of linked records from a library (%s)', (kind) => {
  const related = generateInsights(200)
  let opened: TestLibrary
  beforeAll(async () => {
    opened = await openTestLibrary(kind)
    await syncItems(opened.library, related)
  })
  afterAll(() => opened.remove())

  test.each(['insights', 'feedback'] as const)(
    'reads 200 %s with their linked records in fewer than 60 statements',
    async (view) => {
      const ids =
        view === 'insights'
          ? related.map(({ id }) => id)
          : related.flatMap(({ feedback }) => feedback.map(({ id }) => id))
      taken()
      const answer = await opened.library.readForExport({
        workspace,
        view,
        ids: ids.slice(0, 200),
        ...content,
        includesLocal: true,
      })
      expect(answer.rows).toHaveLength(200)
      expect(taken().length).toBeLessThan(60)
    },
  )
})

describe('export pages', () => {
  let opened: TestLibrary
  afterEach(() => opened.remove())

  test('list one consistent state, including a row added at the top meanwhile', async () => {
    opened = await openTestLibrary('file')
    const { library } = opened
    await syncItems(library, insights)
    const listing = library.listForExport({ workspace, source })
    await library.addChange(newChange(1, 'aaa'))
    const ids = await listing
    const { rows } = await library.queryInsights({ ...source.query, offset: 0, limit: 5_000 })
    expect(rows[0]?.title).toBe('aaa')
    expect(ids).toEqual(rows.map(({ id }) => id))
  })

  test('end early, after at least one record, when records are long', async () => {
    opened = await openTestLibrary('file')
    const { library } = opened
    const long = insights.slice(0, 5).map((insight) => ({ ...insight, description: 'x'.repeat(400_000) }))
    await syncItems(library, long)
    const ids = long.map(({ id }) => id)
    const sizes: number[] = []
    for (let read = 0; read < ids.length; ) {
      const page = await library.readForExport({ workspace, view: 'insights', ids: ids.slice(read), ...content })
      sizes.push(page.rows.length)
      read += page.read
    }
    expect(sizes).toEqual([2, 2, 1])
  })
})
