// A sync reads the list of the library in pieces, between which others are answered, and in the order of the tables.
// Checked by rows and plans of statements, which are the same on every computer.
import { expect, it } from 'vitest'
import { generateInsights } from '../testing/generated-insights'
import { openTestLibrary, syncItems } from '../testing/opened-library'
import { watchStatements } from '../testing/watched-statements'
import { applyAnswer } from './apply-answer'
import { collectKnown, type ListImporter } from './listed-kind'

const taken = watchStatements()

const insights = 2_100
const mostRows = 1_000

it('reads at most 1,000 rows per statement and no whole workspace by index while it applies a list', async () => {
  const test = await openTestLibrary('file')
  try {
    const [, ...rest] = generateInsights(insights)
    await syncItems(test.library, generateInsights(insights))
    taken()
    expect(await syncItems(test.library, rest)).toMatchObject({ removed: 1, unchanged: insights - 1 })
    const statements = taken()
    const known = statements.filter(({ sql }) => sql.includes('content_hash AS hash'))
    expect(known.reduce((sum, { rows }) => sum + rows(), 0)).toBe(insights)
    // Other workspaces may have many more.
    expect(known[0]?.plan().join('\n')).toMatch(/INDEX insights_by_row \(workspace=\? AND row>\?\)/)
    const unlinked = statements.filter(({ sql }) => /FROM feedback [\s\S]*NOT EXISTS/.test(sql))
    expect(unlinked.length).toBeGreaterThan(1)
    const bySql = new Map(statements.map((each) => [each.sql, each]))
    for (const { sql, rows } of statements) expect.soft(rows(), sql).toBeLessThanOrEqual(mostRows)
    const byWorkspace = /^SEARCH (insights|feedback) USING INDEX \w+ \(workspace=\?\)$/
    for (const { sql, plan } of bySql.values()) {
      if (!/^\s*(SELECT|UPDATE|INSERT)/.test(sql)) continue
      const steps = plan().filter((step) => byWorkspace.test(step))
      expect.soft(steps, sql).toEqual([])
    }
  } finally {
    test.remove()
  }
})

const fewInsights = 300
const manyInsights = 3_000
/** Known insights, and feedback that nothing may be linked to any more, are read in slices of at most a thousand rows. */
const mostOfSlice = 4 * ((manyInsights - fewInsights) / mostRows)
/** Today 1.7, shared by a group of 40: insights, texts, embeddings, four lists of links, and the feedback that is new. */
const mostOfNewInsight = 2

/** Numbers of statements of a first sync, of one in which an insight is gone, and of one in which 50 have other titles. */
async function statementsOf(count: number) {
  const test = await openTestLibrary('file')
  try {
    const all = generateInsights(count)
    const rest = all.slice(1)
    const changed = rest.map((insight, place) =>
      place < 50 ? { ...insight, title: `${insight.title} again` } : insight,
    )
    const numbers: number[] = []
    for (const items of [all, rest, changed]) {
      taken()
      await syncItems(test.library, items)
      numbers.push(taken().length)
    }
    const [first = 0, again = 0, after = 0] = numbers
    return { first, again, after }
  } finally {
    test.remove()
  }
}

it('executes a bounded number of statements for a new insight, and none for one that did not change', async () => {
  const few = await statementsOf(fewInsights)
  const many = await statementsOf(manyInsights)
  expect.soft(many.first - few.first, 'first').toBeLessThanOrEqual(mostOfNewInsight * (manyInsights - fewInsights))
  expect.soft(many.again - few.again, 'again').toBeLessThanOrEqual(mostOfSlice)
  expect.soft(many.after - few.after, 'after').toBeLessThanOrEqual(mostOfSlice)
})

it('looks for known feedback only in the first group of a first sync', async () => {
  const test = await openTestLibrary('file')
  const lookups = () => taken().filter(({ sql }) => /FROM feedback\s+WHERE workspace = \? AND id IN/.test(sql)).length
  try {
    taken()
    await syncItems(test.library, generateInsights(fewInsights))
    expect(lookups()).toBe(1)
    const changed = generateInsights(fewInsights).map((insight) => ({ ...insight, title: `${insight.title} again` }))
    await syncItems(test.library, changed)
    expect(lookups()).toBeGreaterThan(1)
  } finally {
    test.remove()
  }
})

it('yields after each piece of the known items', async () => {
  const done: string[] = []
  const rows = Array.from({ length: insights }, (_, place) => ({
    ...{ row: place + 1, id: `${place}`, hash: null, hasRelationships: false, unknownFields: null, isKept: false },
  }))
  const { byId } = await collectKnown(
    (after, most) => {
      done.push('read')
      return rows.filter(({ row }) => row > after).slice(0, most)
    },
    async () => void done.push('pause'),
  )
  expect(byId.size).toBe(insights)
  expect(done).toEqual(['read', 'pause', 'read', 'pause', 'read', 'pause'])
})

/** A list of which nothing has to be written. */
const nothingNew = (steps: number): ListImporter<{ readonly id: string }> => ({
  known: { byId: new Map(), byHash: new Map() },
  expectsRelationships: false,
  read: () => ({ kind: 'deleted' }),
  writer: { write: () => {}, remove: () => {}, finish: () => Array.from({ length: steps }, () => undefined) },
})

async function pausesFor(list: ListImporter<{ readonly id: string }>, body: string): Promise<number> {
  const scope = { connection: { run: () => {} } as never, workspace: 1, sync: 1 }
  const answer = { resource: 'insights', chunks: [Buffer.from(body)], settledBefore: 0 } as const
  let pauses = 0
  await applyAnswer(
    scope,
    async () => list,
    answer,
    async () => {
      pauses += 1
    },
  )
  return pauses
}

it('yields while it reads items that need no write, and after each step that follows the last one', async () => {
  const items = Array.from({ length: 10 }, (_, id) => JSON.stringify({ id: `${id}`, text: 'x'.repeat(100_000) }))
  const body = (some: readonly string[]) => `{"data":[${some}]}`
  const least = await pausesFor(nothingNew(0), body([]))
  expect(await pausesFor(nothingNew(3), body([]))).toBe(least + 3)
  expect(await pausesFor(nothingNew(0), body(items))).toBeGreaterThanOrEqual(least + 7)
})
