// The scored figures, as the library computes them over arrays, against the same figures counted one by one.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Part, type PrioritisedKind, parts } from '../../contract/features/priorities'
import type { Insight } from '../../contract/resources/insight'
import { openTestLibrary, syncItems, type TestLibrary, workspace } from '../testing/opened-library'
import { all, type Carried, carrying, openRecordLibrary } from '../testing/record-library'
import { distinct } from '../testing/varied-insights'
import { watchStatements } from '../testing/watched-statements'

let test: TestLibrary
beforeAll(async () => {
  test = await openRecordLibrary()
})
afterAll(() => test.remove())

const now = '2025-08-15T13:00:00.000Z'
const since = Date.parse('2025-05-17T00:00:00.000Z')
const linesOf = (text: string) => (text === '' ? [] : text.split('\n'))

async function listPriorities(kind: PrioritisedKind) {
  const { ids, statuses, status, parts: values } = await test.library.listPriorities({ workspace, kind, now })
  return linesOf(ids).map((id, at) => {
    const known = parts.map((part): [Part, number | null] => {
      const value = values[part][at] ?? Number.NaN
      return [part, Number.isNaN(value) ? null : value]
    })
    const number = status[at] ?? 0
    return { id, status: statuses[number - 1] ?? null, parts: Object.fromEntries(known) as Record<Part, number | null> }
  })
}

const lists: Readonly<Record<Exclude<PrioritisedKind, 'insight'>, Exclude<Carried, 'feedback'>>> = {
  opportunity: 'opportunities',
  outcome: 'outcomes',
  solution: 'solutions',
}

const mean = (values: readonly (number | undefined)[]) => {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
const greatest = (values: readonly (number | undefined)[]) => {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? null : Math.max(...known)
}

const goals = distinct(all.flatMap(({ outcomes }) => outcomes))
const placeOf = (id: string) => {
  const own = goals.find((goal) => goal.id === id)?.priority ?? 0
  return goals.filter(({ priority }) => priority < own).length + 1
}
/** Of pieces with one id the last one counts. */
const pieces = new Map(all.flatMap(({ feedback }) => feedback).map((piece) => [piece.id, piece]))

function expectedParts(kind: PrioritisedKind, id: string, insights: readonly Insight[]) {
  const ids = new Set(insights.flatMap(({ feedback }) => feedback.map((piece) => piece.id)))
  const heard = [...ids].flatMap((each) => pieces.get(each) ?? [])
  const places =
    kind === 'outcome' ? [placeOf(id)] : insights.flatMap((each) => each.outcomes.map((o) => placeOf(o.id)))
  return {
    strongest: greatest(insights.map(({ combinedScore }) => combinedScore)),
    combined: mean(insights.map(({ combinedScore }) => combinedScore)),
    strength: mean(insights.map(({ strengthScore }) => strengthScore)),
    momentum: mean(insights.map(({ momentumScore }) => momentumScore)),
    insights: insights.length,
    unseen: insights.filter(({ seen }) => !seen).length / insights.length,
    feedback: heard.length,
    recent: heard.filter(({ createdAt }) => Date.parse(createdAt) >= since).length,
    sentiment: mean(heard.map(({ sentimentScore }) => sentimentScore)),
    goal: places.length === 0 ? null : Math.min(...places),
  }
}

it.each(['opportunity', 'outcome', 'solution', 'insight'] as const)('computes every part of each %s', async (kind) => {
  const rows = await listPriorities(kind)
  const ids = all.flatMap((insight) => (kind === 'insight' ? [insight] : insight[lists[kind]]).map(({ id }) => id))
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids))
  expect(rows.length).toBeGreaterThan(30)
  for (const { id, parts } of rows) {
    const expected = expectedParts(
      kind,
      id,
      kind === 'insight' ? all.filter((each) => each.id === id) : carrying(lists[kind], id),
    )
    for (const [part, value] of Object.entries(expected)) {
      const read = parts[part as keyof typeof parts]
      if (value === null) expect([part, read]).toEqual([part, null])
      else expect(read, part).toBeCloseTo(value, 9)
    }
  }
  expect(rows.some(({ parts }) => parts.recent !== 0)).toBe(true)
  expect(rows.some(({ parts }) => parts.recent !== parts.feedback)).toBe(true)
})

it('returns the type of insights, the status of opportunities, and no status for goals', async () => {
  const types = new Map(all.map(({ id, type }) => [id, type]))
  for (const { id, status } of await listPriorities('insight')) expect(status).toBe(types.get(id))
  const statuses = new Map(all.flatMap(({ opportunities }) => opportunities).map(({ id, status }) => [id, status]))
  for (const { id, status } of await listPriorities('opportunity')) expect(status).toBe(statuses.get(id))
  expect(new Set((await listPriorities('outcome')).map(({ status }) => status))).toEqual(new Set([null]))
})

it.each(['opportunity', 'outcome', 'solution', 'insight'] as const)(
  'returns the title of each %s on a line of its own',
  async (kind) => {
    const { ids, titles, hidden } = await test.library.listPriorityTitles({ workspace, kind })
    type Titled = Pick<Insight, 'id' | 'title' | 'hideContent'>
    const records = all.flatMap((insight): readonly Titled[] => (kind === 'insight' ? [insight] : insight[lists[kind]]))
    const expected = new Map(records.map(({ id, title, hideContent }) => [id, [title, hideContent]]))
    const known = linesOf(ids)
    expect(new Set(known)).toEqual(new Set(expected.keys()))
    const lines = titles.split('\n')
    for (const [at, id] of known.entries()) expect([lines[at], hidden[at] === 1]).toEqual(expected.get(id))
  },
)

it('returns the titles of the given records only, in a single read', async () => {
  const take = watchStatements()
  await test.reopen({ hadFile: true })
  const wanted = all.slice(40, 60).map(({ id }) => id)
  take()
  const { ids, titles } = await test.library.listPriorityTitles({
    workspace,
    kind: 'insight',
    ids: [...wanted, 'none'],
  })
  const read = take().filter(({ sql }) => sql.includes('titles'))
  expect(read).toHaveLength(1)
  expect(read[0]?.plan().join()).toMatch(/\(workspace=\? AND id=\?\)/)
  expect(new Set(linesOf(ids))).toEqual(new Set(wanted))
  expect(titles.split('\n').sort()).toEqual(
    all
      .slice(40, 60)
      .map(({ title }) => title)
      .sort(),
  )
  vi.restoreAllMocks()
  await test.reopen({ hadFile: true })
})

it('returns the same parts after a decision, and updates only the part that a sync changed', async () => {
  const own = await openTestLibrary('file')
  try {
    const insights = all.slice(0, 60)
    await syncItems(own.library, insights)
    const read = () => own.library.listPriorities({ workspace, kind: 'opportunity', now })
    const before = await read()
    expect([...before.parts.unseen].some((share) => share > 0)).toBe(true)
    const [id = ''] = linesOf(before.ids)
    await own.library.decidePriority({ workspace, kind: 'opportunity', ids: [id], decision: 'now', decidedAt: now })
    expect((await read()).parts).toEqual(before.parts)
    await syncItems(
      own.library,
      insights.map((insight) => ({ ...insight, seen: true })),
    )
    const after = await read()
    expect([...after.parts.unseen].some((share) => share > 0)).toBe(false)
    expect({ ...after.parts, unseen: null }).toEqual({ ...before.parts, unseen: null })
  } finally {
    own.remove()
  }
})

it('recomputes ranks, statuses and counts when a sync changes goal priorities, statuses or links', async () => {
  const own = await openTestLibrary('file')
  try {
    const rowsOf = async (kind: PrioritisedKind) => {
      const { statuses, status, parts: values } = await own.library.listPriorities({ workspace, kind, now })
      return {
        goal: [...values.goal],
        insights: [...values.insights],
        status: [...status].map((each) => statuses[each - 1]),
      }
    }
    const insights = all.slice(0, 60)
    await syncItems(own.library, insights)
    const before = { opportunity: await rowsOf('opportunity'), outcome: await rowsOf('outcome') }
    const changed = insights.map((insight) => ({
      ...insight,
      outcomes: insight.outcomes.map((goal) => ({ ...goal, priority: 1000 - goal.priority })),
      opportunities: insight.opportunities.map((each) => ({ ...each, status: 'Renamed' })),
    }))
    await syncItems(own.library, changed)
    const after = { opportunity: await rowsOf('opportunity'), outcome: await rowsOf('outcome') }
    expect(after.outcome.goal).not.toEqual(before.outcome.goal)
    expect(after.opportunity.goal).not.toEqual(before.opportunity.goal)
    expect(new Set(after.opportunity.status)).toEqual(new Set(['Renamed']))
    expect(after.opportunity.insights).toEqual(before.opportunity.insights)
    await syncItems(
      own.library,
      changed.map((insight) => ({ ...insight, opportunities: insight.opportunities.slice(0, 1) })),
    )
    expect((await rowsOf('opportunity')).insights).not.toEqual(before.opportunity.insights)
  } finally {
    own.remove()
  }
})
