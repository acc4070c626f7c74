// What records are scored by, as the library computes it in SQL, against the same figures counted one by one.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PrioritisedKind } from '../../contract/features/priorities'
import type { Insight } from '../../contract/resources/insight'
import { syncItems, type TestLibrary, workspace } from '../testing/opened-library'
import { all, type Carried, carrying, openRecordLibrary } from '../testing/record-library'
import { distinct } from '../testing/varied-insights'

let test: TestLibrary
beforeAll(async () => {
  test = await openRecordLibrary()
})
afterAll(() => test.remove())

const now = '2025-08-15T13:00:00.000Z'
const since = Date.parse('2025-05-17T00:00:00.000Z')
const listPriorities = (kind: PrioritisedKind) => test.library.listPriorities({ workspace, kind, now })

const lists: Readonly<Record<PrioritisedKind, Carried>> = {
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

it.each(['opportunity', 'outcome', 'solution'] as const)('computes every part of each %s', async (kind) => {
  const rows = await listPriorities(kind)
  const ids = all.flatMap((insight) => insight[lists[kind]].map(({ id }) => id))
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(ids))
  expect(rows.length).toBeGreaterThan(30)
  for (const { id, parts } of rows) {
    const expected = expectedParts(kind, id, carrying(lists[kind], id))
    for (const [part, value] of Object.entries(expected)) {
      const read = parts[part as keyof typeof parts]
      if (value === null) expect([part, read]).toEqual([part, null])
      else expect(read, part).toBeCloseTo(value, 9)
    }
  }
  expect(rows.some(({ parts }) => parts.recent !== 0)).toBe(true)
  expect(rows.some(({ parts }) => parts.recent !== parts.feedback)).toBe(true)
})

it('says the same until something is written, and something else after', async () => {
  const [first] = await listPriorities('opportunity')
  const id = first?.id ?? ''
  const parts = async () => (await listPriorities('opportunity')).find((row) => row.id === id)?.parts
  await test.library.decidePriority({ workspace, kind: 'opportunity', ids: [id], decision: 'now', decidedAt: now })
  expect(await parts()).toEqual(first?.parts)
  await syncItems(
    test.library,
    all.map((insight) => ({ ...insight, seen: true })),
  )
  expect(await parts()).toEqual({ ...first?.parts, unseen: 0 })
})
