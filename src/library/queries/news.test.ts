import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MadeReview } from '../../contract/features/news'
import type { Insight } from '../../contract/resources/insight'
import { generateInsight, generateInsights, insightId } from '../testing/generated-insights'
import { newChange, openTestLibrary, syncItems, type TestLibrary, workspace } from '../testing/opened-library'
import { settleDone } from '../testing/service-changes'
import { watchStatements } from '../testing/watched-statements'

const taken = watchStatements()

let test: TestLibrary
beforeEach(async () => {
  test = await openTestLibrary('file')
})
afterEach(() => test.remove())

const scored = (number: number, combinedScore?: number): Insight => {
  const { combinedScore: _, ...rest } = generateInsight(number)
  return { ...rest, title: `Insight ${number}`, ...(combinedScore === undefined ? {} : { combinedScore }) }
}
const at = (minute: number) => `2025-06-01T10:${String(minute).padStart(2, '0')}:00.000Z`
const pieceId = (number: number) => `${String(number).repeat(8)}-0000-4000-8000-000000000000`
const noFilter = { workspace, text: '', kinds: [] }
const everything = { ...noFilter, offset: 0, limit: 500 }
const read = (changes: object = {}) => test.library.queryNews({ ...everything, ...changes })
const told = async (changes: object = {}) =>
  (await read(changes)).rows.map(({ kind, title, before, after }) => [kind, title, before, after])
async function look(reviewedAt = at(59), filter: { text?: string; kinds?: string[] } = {}) {
  const { upTo } = await read()
  return test.library.markReviewed({ ...noFilter, ...filter, upTo, reviewedAt })
}

it('reports no changes before the first sync, nor for the insights of the first sync', async () => {
  expect(await read()).toMatchObject({ rows: [], all: 0, since: null })
  await syncItems(test.library, [scored(1, 1), scored(2, 2)], at(1))
  expect(await read()).toMatchObject({ rows: [], all: 0, since: { kind: 'first-sync', at: at(1) }, canUndo: false })
})

it('lists new, rising, fading and vanished insights with scores before and after, and when each was noticed', async () => {
  await syncItems(test.library, [scored(1, 1), scored(2, 2), scored(3, 3), scored(4, 4)], at(1))
  await syncItems(test.library, [scored(1, 1.2), scored(2, 1.5), scored(3, 3), scored(5, 0.7)], at(2))
  expect(await told()).toEqual([
    ['vanished', 'Insight 4', 4, 4],
    ['new', 'Insight 5', null, 0.7],
    ['fading', 'Insight 2', 2, 1.5],
    ['rising', 'Insight 1', 1, 1.2],
  ])
  const page = await read()
  expect(page).toMatchObject({ all: 4, total: 4, counts: { new: 1, rising: 1, fading: 1, feedback: 0, vanished: 1 } })
  // Sizes of the changes in that order, relative to the largest.
  for (const [place, size] of [1, 0.175, 0.125, 0.05].entries()) expect(page.rows[place]?.size).toBeCloseTo(size, 6)
  expect(new Set(page.rows.map((row) => row.at))).toEqual(new Set([at(2)]))
})

it('reports a score as rising or fading when it moves by at least both 10% and 0.05 points', async () => {
  const before = [1, 1, 1, 0.1, 0.1, 0, 10, 0.5]
  const after = [1.1, 1.099, 0.9, 0.149, 0.15, 0.05, 10.9, 0.45]
  await syncItems(
    test.library,
    before.map((score, number) => scored(number, score)),
    at(1),
  )
  await syncItems(
    test.library,
    after.map((score, number) => scored(number, score)),
    at(2),
  )
  expect((await told()).map(([kind, title]) => [kind, title])).toEqual(
    expect.arrayContaining([
      ['rising', 'Insight 0'],
      ['fading', 'Insight 2'],
      ['rising', 'Insight 4'],
      ['rising', 'Insight 5'],
      ['fading', 'Insight 7'],
    ]),
  )
  expect(await read()).toMatchObject({ all: 5 })
})

it('compares scores with the baseline across several syncs, not with the previous sync', async () => {
  await syncItems(test.library, [scored(1, 1), scored(2, 1)], at(1))
  await syncItems(test.library, [scored(1, 1.06), scored(2, 5)], at(2))
  await syncItems(test.library, [scored(1, 1.12), scored(2, 1)], at(3))
  expect(await told()).toEqual([['rising', 'Insight 1', 1, 1.12]])
})

it('does not report insights that came and went, nor those that left and came back unchanged', async () => {
  await syncItems(test.library, [scored(1, 1), scored(2, 2)], at(1))
  await syncItems(test.library, [scored(1, 1), scored(3, 3)], at(2))
  await syncItems(test.library, [scored(1, 1), scored(2, 2)], at(3))
  expect(await told()).toEqual([])
  await syncItems(test.library, [scored(1, 1)], at(4))
  await syncItems(test.library, [scored(1, 1), scored(2, 9)], at(5))
  expect(await told()).toEqual([['rising', 'Insight 2', 2, 9]])
})

it('does not treat a missing score as zero', async () => {
  await syncItems(test.library, [scored(1), scored(2, 2)], at(1))
  await syncItems(test.library, [scored(1, 3), scored(2)], at(2))
  expect(await told()).toEqual([])
})

it('does not report an insight the person created as new, and nothing once its removal is reviewed', async () => {
  await syncItems(test.library, [scored(1, 1)], at(1))
  const change = newChange(7, 'Mine')
  await test.library.addChange(change)
  expect(await told()).toEqual([])
  await settleDone(test.library, change.changeId)
  const mine = { ...scored(2), id: change.targetId, title: 'Mine' }
  await syncItems(test.library, [scored(1, 1), mine], '2025-07-01T10:00:00.000Z')
  expect(await told()).toEqual([])
  await syncItems(test.library, [scored(1, 1)], '2025-07-01T11:00:00.000Z')
  await syncItems(test.library, [scored(1, 1), mine], '2025-07-01T12:00:00.000Z')
  await syncItems(test.library, [scored(1, 1)], '2025-07-01T13:00:00.000Z')
  await look('2025-07-01T13:30:00.000Z')
  expect(await told()).toEqual([])
})

it('moves the baseline only on a review, up to the changes shown, and keeps it after a restart', async () => {
  await syncItems(test.library, [scored(1, 1)], at(1))
  await syncItems(test.library, [scored(1, 1), scored(2, 2)], at(2))
  const shown = await read()
  await syncItems(test.library, [scored(1, 1), scored(2, 2), scored(3, 3)], at(3))
  await test.library.markReviewed({ ...noFilter, upTo: shown.upTo, reviewedAt: at(4) })
  // Changes after the list was drawn were not seen.
  expect(await told()).toEqual([['new', 'Insight 3', null, 3]])
  expect(await read()).toMatchObject({ since: { kind: 'review', at: at(4) }, canUndo: true })
  for (const minute of [5, 6, 7]) await syncItems(test.library, [scored(1, 1), scored(2, 2), scored(3, 3)], at(minute))
  await test.reopen()
  expect(await told()).toEqual([['new', 'Insight 3', null, 3]])
  // Neither backwards nor ahead of the last sync.
  await test.library.markReviewed({ ...noFilter, upTo: 1, reviewedAt: at(8) })
  expect(await read()).toMatchObject({ since: { at: at(4) }, all: 1 })
  await test.library.markReviewed({ ...noFilter, upTo: 1_000_000, reviewedAt: at(9) })
  expect(await told()).toEqual([])
  await syncItems(test.library, [scored(1, 1), scored(2, 2), scored(3, 3), scored(4, 4)], at(10))
  expect(await told()).toEqual([['new', 'Insight 4', null, 4]])
})

it('undoes a review once, back to the previous review or the first sync', async () => {
  await syncItems(test.library, [scored(1, 1)], at(1))
  await syncItems(test.library, [scored(1, 1), scored(2, 2)], at(2))
  await look(at(3))
  await test.library.undoReview({ workspace })
  expect(await read()).toMatchObject({ all: 1, since: { kind: 'first-sync', at: at(1) }, canUndo: false })
  await look(at(4))
  await syncItems(test.library, [scored(1, 1), scored(2, 2), scored(3, 3)], at(5))
  await look(at(6))
  expect(await told()).toEqual([])
  await test.library.undoReview({ workspace })
  await test.library.undoReview({ workspace })
  expect(await read()).toMatchObject({ all: 1, since: { kind: 'review', at: at(4) }, canUndo: false })
})

it('reviews only the changes that match filters and words, and undoes exactly those', async () => {
  await syncItems(test.library, [scored(1, 1), scored(2, 2), scored(3, 3)], at(1))
  await syncItems(test.library, [scored(1, 2), scored(2, 5), scored(4, 4)], at(2))
  const before = await told()
  expect(before).toHaveLength(4)
  await look(at(3), { kinds: ['rising'], text: 'insight 1' })
  const left = before.filter(([, title]) => title !== 'Insight 1')
  expect(await told()).toEqual(left)
  expect(await read()).toMatchObject({ since: { kind: 'first-sync', at: at(1) }, canUndo: true })
  await look(at(4), { kinds: ['vanished'] })
  expect((await told()).map(([kind]) => kind)).toEqual(['new', 'rising'])
  await test.reopen()
  // Only the last one.
  await test.library.undoReview({ workspace })
  expect(await told()).toEqual(left)
  await test.library.undoReview({ workspace })
  expect(await told()).toEqual(left)
  expect(await read()).toMatchObject({ canUndo: false })
  // Later scores are compared with the reviewed one.
  await syncItems(test.library, [scored(1, 4), scored(2, 5), scored(4, 4)], at(5))
  expect(await told({ text: 'insight 1' })).toEqual([['rising', 'Insight 1', 2, 4]])
  await look(at(6), { text: 'insight 1' })
  expect(await told()).toEqual(left)
  await test.library.undoReview({ workspace })
  expect(await told({ text: 'insight 1' })).toEqual([['rising', 'Insight 1', 2, 4]])
})

it('keeps a filtered review when a full one is undone, and treats a filter that hides nothing as a full review', async () => {
  await syncItems(test.library, [scored(1, 1), scored(2, 2)], at(1))
  await syncItems(test.library, [scored(1, 2), scored(3, 3)], at(2))
  await look(at(3), { kinds: ['new'] })
  await look(at(4))
  expect(await read()).toMatchObject({ all: 0, since: { kind: 'review', at: at(4) } })
  await test.library.undoReview({ workspace })
  expect((await told()).map(([kind]) => kind)).toEqual(['vanished', 'rising'])
  await look(at(5), { kinds: ['vanished'] })
  // Nothing is hidden by this filter: a review of everything.
  await look(at(6), { kinds: ['rising'] })
  expect(await read()).toMatchObject({ all: 0, since: { kind: 'review', at: at(6) }, canUndo: true })
  await test.library.undoReview({ workspace })
  expect(await told()).toEqual([['rising', 'Insight 1', 1, 2]])
})

describe('changes reviewed one by one', () => {
  const marking = async (ids: readonly string[], where = workspace) => {
    const { upTo } = await test.library.queryNews({ ...everything, workspace: where })
    return test.library.markReviewed({ ...noFilter, workspace: where, ids: [...ids], upTo, reviewedAt: at(50) })
  }
  const mark = async (...numbers: number[]) => (await marking(numbers.map(insightId))).undo ?? undefined
  const undo = async (review: MadeReview | undefined) => (await test.library.undoReview({ workspace, review })).isUndone
  const undoLast = async () => (await test.library.undoReview({ workspace })).isUndone
  const left = async () => (await told()).map(([, title, before, after]) => `${title}: ${before} → ${after}`)
  const sync = (minute: number, ...scores: number[]) =>
    syncItems(
      test.library,
      scores.map((score, place) => scored(place + 1, score)),
      at(minute),
    )

  it('are undone individually, in any order, once each', async () => {
    await sync(1, 1, 2, 3)
    await sync(2, 2, 4, 6)
    expect(await marking([insightId(1), 'unknown'])).toMatchObject({ reviewed: 1, undo: { marks: [{ before: null }] } })
    expect(await undoLast()).toBe(true)
    const first = await mark(1)
    const third = await mark(3)
    expect(await left()).toEqual(['Insight 2: 2 → 4'])
    expect(await read()).toMatchObject({ canUndo: true, since: { kind: 'first-sync' } })
    expect([await undo(first), await undo(first)]).toEqual([true, false])
    expect(await left()).toEqual(['Insight 2: 2 → 4', 'Insight 1: 1 → 2'])
    // As after a restart, when nothing is known of how it was made.
    expect([await undoLast(), await undo(third)]).toEqual([true, false])
    expect((await left()).length).toBe(3)
    expect(await undoLast()).toBe(false)
  })

  it('are undone one review at a time for the same insight', async () => {
    await sync(1, 1, 2)
    const made: (MadeReview | undefined)[] = []
    for (const [place, score] of [2, 3, 4].entries()) {
      await sync(2 + place, score, 4)
      made.push(await mark(1))
    }
    expect(await left()).toEqual(['Insight 2: 2 → 4'])
    const seen: (string | undefined)[] = []
    for (const review of made.toReversed()) {
      expect(await undo(review)).toBe(true)
      seen.push((await left()).find((line) => line.startsWith('Insight 1')))
    }
    expect(seen).toEqual(['Insight 1: 3 → 4', 'Insight 1: 2 → 4', 'Insight 1: 1 → 4'])
  })

  it('do not let undo of the last review reach an older one', async () => {
    await sync(1, 1, 2, 3)
    await sync(2, 2, 4, 6)
    await look(at(3))
    await sync(4, 4, 8, 12)
    await mark(1)
    await mark(2)
    expect([await undoLast(), await undoLast()]).toEqual([true, false])
    expect(await read()).toMatchObject({ since: { kind: 'review', at: at(3) }, canUndo: false })
    expect(await left()).toEqual(['Insight 3: 6 → 12', 'Insight 2: 4 → 8'])
  })

  it('become a full review with the last change, and full reviews are undone latest first', async () => {
    await sync(1, 1)
    const made: (MadeReview | undefined)[] = []
    for (const minute of [2, 3]) {
      await sync(minute, minute)
      made.push(await mark(1))
    }
    expect(made.map((review) => review?.all?.before)).toEqual([null, { sync: made[0]?.upTo, at: at(50) }])
    expect([await undo(made[0]), await undo(made[1])]).toEqual([false, true])
    expect(await left()).toEqual(['Insight 1: 2 → 3'])
    expect(await undo(made[0])).toBe(true)
    expect(await left()).toEqual(['Insight 1: 1 → 3'])
  })

  it('stay reviewed when later full reviews are undone', async () => {
    await sync(1, 1, 2, 3)
    await sync(2, 2, 4, 3)
    const alone = await mark(1)
    const made = [await mark(2)]
    await sync(3, 2, 6, 6)
    made.push(await mark(3), await mark(2))
    expect(await left()).toEqual([])
    for (const review of made.toReversed()) expect(await undo(review)).toBe(true)
    expect(await left()).toEqual(['Insight 2: 2 → 6', 'Insight 3: 3 → 6'])
    expect(await undo(alone)).toBe(true)
    expect((await left()).length).toBe(3)
  })

  it('are never moved forward by a forged undo record', async () => {
    await sync(1, 1, 2)
    await sync(2, 2, 4)
    const one = await mark(1)
    const all = await mark(2)
    await sync(3, 3, 6)
    const later = ['Insight 2: 4 → 6', 'Insight 1: 2 → 3']
    expect(await left()).toEqual(later)
    const forged = { sync: 99, at: at(59) }
    await undo({ upTo: all?.upTo ?? 0, marks: [], all: { before: forged } })
    await undo({ upTo: one?.upTo ?? 0, marks: [{ id: insightId(1), before: 99 }], all: null })
    expect(await left()).toEqual(later)
  })

  it('review nothing when the change is not listed, and do not count an empty list as fully reviewed', async () => {
    await sync(1, 1)
    await sync(2, 2)
    await sync(3, 1)
    expect(await marking([insightId(1)])).toEqual({ reviewed: 0, undo: null })
    expect(await read()).toMatchObject({ since: { kind: 'first-sync' }, canUndo: false })
  })

  it('are undone within their own workspace only', async () => {
    const other = { ...workspace, workspaceId: 'other' }
    await sync(1, 1, 2)
    await sync(2, 2, 4)
    for (const scale of [1, 2]) {
      const data = [scored(1, scale), scored(2, 2 * scale)]
      const begun = { workspace: other, resource: 'insights', startedAt: at(2 + scale) } as const
      const { syncId } = await test.library.beginSync(begun)
      await test.library.appendSync({ syncId, bytes: new Uint8Array(Buffer.from(JSON.stringify({ data }))) })
      await test.library.commitSync({ syncId, validators: null })
    }
    const own = await mark(1)
    await marking([insightId(1)], other)
    const ofOther = async () => (await test.library.queryNews({ ...everything, workspace: other })).all
    expect([await undo(own), await ofOther()]).toEqual([true, 1])
    await mark(1)
    expect([await undoLast(), await ofOther()]).toEqual([true, 1])
    await look(at(6))
    expect([await undoLast(), await ofOther(), (await read()).all]).toEqual([true, 1, 2])
  })
})

it('leaves an insight that changed again after the list was read out of a filtered review', async () => {
  await syncItems(test.library, [scored(1, 1), scored(2, 2)], at(1))
  await syncItems(test.library, [scored(1, 2), scored(2, 3)], at(2))
  const { upTo } = await read()
  await syncItems(test.library, [scored(1, 2), scored(2, 4)], at(3))
  await test.library.markReviewed({ ...noFilter, kinds: ['rising'], upTo, reviewedAt: at(4) })
  expect(await told()).toEqual([['rising', 'Insight 2', 2, 4]])
})

it('counts the feedback that was linked since the last review', async () => {
  const [a] = generateInsights(20).flatMap(({ feedback }) => feedback)
  if (!a) throw new Error('no feedback')
  const piece = (id: string) => ({ ...a, id: `${id.repeat(8)}-0000-4000-8000-000000000000` })
  const withFeedback = (score: number, ...ids: string[]) => ({ ...scored(1, score), feedback: ids.map(piece) })
  const added = async () => (await read()).rows.map(({ addedFeedback }) => addedFeedback)
  await syncItems(test.library, [withFeedback(1, 'a', 'b')], at(1))
  await syncItems(test.library, [withFeedback(2, 'a', 'b')], at(2))
  expect(await added()).toEqual([0])
  await syncItems(test.library, [withFeedback(2, 'a', 'b', 'c')], at(3))
  await syncItems(test.library, [withFeedback(3, 'b', 'c', 'd', 'e')], at(4))
  expect(await added()).toEqual([3])
  await look(at(5))
  await syncItems(test.library, [withFeedback(4, 'b', 'c', 'd', 'e', 'f')], at(6))
  expect(await added()).toEqual([1])
})

it('reports added feedback without a noticeable score move, shows it, and lets it be reviewed', async () => {
  const pieces = generateInsights(40).flatMap(({ feedback }) => feedback)
  const piece = (id: string, day: number) => {
    const [any] = pieces
    if (any === undefined) throw new Error('no feedback')
    return { ...any, id, content: `Said on day ${day}`, createdAt: `2025-05-0${day}T10:00:00.000Z` }
  }
  const list = (score: number, days: readonly number[]) => [
    { ...scored(1, score), feedback: days.map((day) => piece(pieceId(day), day)) },
    scored(2, 2),
  ]
  const said = async () => (await test.library.getNews({ workspace, id: insightId(1) })).newFeedback.map(({ id }) => id)
  await syncItems(test.library, list(1, [1]), at(1))
  await syncItems(test.library, list(1.01, [1]), at(2))
  expect(await told()).toEqual([])
  await syncItems(test.library, list(1.02, [1, 2, 3]), at(3))
  expect(await told()).toEqual([['feedback', 'Insight 1', 1, 1.02]])
  expect(await read({ kinds: ['feedback'] })).toMatchObject({
    ...{ all: 1, total: 1, counts: { new: 0, rising: 0, fading: 0, feedback: 1, vanished: 0 } },
    rows: [{ addedFeedback: 2, at: at(3) }],
  })
  expect(await said()).toEqual([pieceId(3), pieceId(2)])
  // Feedback that came after the list was drawn was not reviewed.
  const { upTo } = await read()
  await syncItems(test.library, list(1.02, [1, 2, 3, 4]), at(4))
  await test.library.markReviewed({ ...noFilter, kinds: ['feedback'], text: 'x', upTo, reviewedAt: at(5) })
  expect(await said()).toEqual([pieceId(4), pieceId(3), pieceId(2)])
  await test.library.markReviewed({ ...noFilter, upTo, reviewedAt: at(5) })
  expect(await said()).toEqual([pieceId(4)])
  await look(at(6), { kinds: ['feedback'] })
  expect(await told()).toEqual([])
  await test.library.undoReview({ workspace })
  expect(await said()).toEqual([pieceId(4)])
  // Removed feedback alone is no news.
  await look(at(7))
  await syncItems(test.library, list(1.02, [1, 2, 3]), at(8))
  expect(await told()).toEqual([])
  await syncItems(test.library, list(3, [1, 2, 3, 5]), at(9))
  expect(await told()).toEqual([['rising', 'Insight 1', 1.02, 3]])
  expect(await said()).toEqual([pieceId(5)])
})

it('groups insights by strongest opportunity and sorts groups by largest change, also when paged or filtered', async () => {
  const before = generateInsights(300)
  const after = before.slice(20).map((insight, place) => ({
    ...insight,
    combinedScore: (insight.combinedScore ?? 1) * (place % 3 === 0 ? 1.5 + place / 100 : 1),
  }))
  await syncItems(test.library, before, at(1))
  await syncItems(test.library, after, at(2))
  const strongest = new Map<string, number>()
  for (const { opportunities, combinedScore = 0 } of after) {
    for (const { id } of opportunities) strongest.set(id, Math.max(strongest.get(id) ?? 0, combinedScore))
  }
  const greatest = (insight?: Insight) =>
    Math.max(...(insight?.opportunities ?? []).map(({ id }) => strongest.get(id) ?? -1), -1)
  const insights = new Map([...before, ...after].map((insight) => [insight.id, insight]))

  const bySize = await read()
  taken()
  const grouped = await read({ sort: 'opportunity' })
  const plan = taken()
    .filter(({ sql }) => sql.includes('ranked'))
    .flatMap((statement) => statement.plan())
  // Changed insights are looked up one by one: a join over the list of ids took minutes with 20,000 of them.
  expect(plan).toContainEqual(expect.stringMatching(/SEARCH insights .*workspace=\? AND id=\?/))
  expect(bySize).toMatchObject({ starts: [], rows: bySize.rows.map(() => ({ group: null })) })
  expect(new Set(grouped.rows.map(({ id }) => id))).toEqual(new Set(bySize.rows.map(({ id }) => id)))
  const groups = grouped.rows.flatMap(({ group }, first) => (group === null ? [] : { first, ...group }))
  expect(groups.length).toBeGreaterThan(5)
  expect(groups.at(-1)?.opportunity).toBeNull()
  expect(grouped.starts).toEqual(groups.map(({ first }) => first))
  expect(new Set(groups.map(({ opportunity }) => opportunity?.id)).size).toBe(groups.length)
  const largest: number[] = []
  for (const { first, total, counts, opportunity } of groups) {
    const rows = grouped.rows.slice(first, first + total)
    expect(Object.values(counts).reduce((sum, each) => sum + each)).toBe(total)
    expect(counts.rising).toBe(rows.filter(({ kind }) => kind === 'rising').length)
    expect(rows.map(({ size }) => size)).toEqual(rows.map(({ size }) => size).sort((a, b) => b - a))
    for (const { id } of rows) {
      expect(opportunity === null ? -1 : strongest.get(opportunity.id)).toBe(greatest(insights.get(id)))
    }
    if (opportunity !== null) largest.push(rows[0]?.size ?? 0)
  }
  expect(largest).toEqual([...largest].sort((a, b) => b - a))

  const pages = await Promise.all([0, 7, 14].map((offset) => read({ sort: 'opportunity', offset, limit: 7 })))
  expect(pages.flatMap(({ rows }) => rows)).toEqual(grouped.rows.slice(0, 21))
  expect(pages[1]?.starts).toEqual(grouped.starts)
  const gone = await read({ sort: 'opportunity', kinds: ['vanished'] })
  expect(gone.rows.reduce((sum, { group }) => sum + (group?.counts.vanished ?? 0), 0)).toBe(gone.total)
  expect(gone.rows.some(({ group }) => group !== null && group.opportunity !== null)).toBe(true)
})

it('keeps the reviews of workspaces separate', async () => {
  const other = { ...workspace, workspaceId: '33333333-3333-4333-8333-333333333333' }
  await syncItems(test.library, [scored(1, 1)], at(1))
  await syncItems(test.library, [scored(1, 2)], at(2))
  expect(await read({ workspace: other })).toMatchObject({ all: 0, since: null })
  await test.library.markReviewed({ ...noFilter, workspace: other, upTo: 9, reviewedAt: at(3) })
  expect(await read()).toMatchObject({ all: 1 })
})

it('returns a change in full, even of a vanished insight, and NOT_FOUND for an unlisted insight', async () => {
  const gone = { ...scored(1, 1), hideContent: true, ownerId: 'owner', title: 'x'.repeat(1_500) }
  await syncItems(test.library, [gone, scored(2, 2)], at(1))
  await syncItems(test.library, [scored(2, 3)], at(2))
  const vanished = (await read()).rows.find(({ kind }) => kind === 'vanished')
  expect(vanished).toMatchObject({ kind: 'vanished', hideContent: true, type: gone.type })
  expect(vanished?.title).toHaveLength(1_000)
  const get = (id: string) => test.library.getNews({ workspace, id })
  expect(await get(gone.id)).toMatchObject({
    ...{ title: gone.title, description: gone.description, ownerId: 'owner' },
    ...{ createdAt: gone.createdAt, updatedAt: gone.updatedAt, before: 1, after: 1 },
  })
  expect(await get(insightId(2))).toMatchObject({ kind: 'rising', description: scored(2).description, ownerId: null })
  await expect(get(insightId(9))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('filters changes by kind and words, and still counts all kinds', async () => {
  await syncItems(test.library, [scored(1, 1), scored(2, 2)], at(1))
  await syncItems(test.library, [scored(1, 2), scored(3, 3)], at(2))
  const counts = { new: 1, rising: 1, fading: 0, feedback: 0, vanished: 1 }
  expect(await read({ kinds: ['vanished', 'fading'] })).toMatchObject({ total: 1, all: 3, counts })
  expect(await read({ text: 'INSI 3' })).toMatchObject({ total: 1, all: 3, counts, rows: [{ kind: 'new' }] })
  expect(await read({ kinds: ['nonsense'] })).toMatchObject({ total: 0, rows: [] })
  expect((await read({ offset: 1, limit: 1 })).rows).toMatchObject([{ kind: 'vanished' }])
})

it('pages through 10,000 changes', async () => {
  const plain = { opportunities: [], solutions: [], outcomes: [], feedback: [], description: 'Short.' }
  const feedback = generateInsights(20)
    .flatMap((insight) => insight.feedback)
    .slice(0, 1)
  const insight = { ...scored(1), ...plain }
  const many = (score: (number: number) => number, linked: Insight['feedback'] = []) =>
    Array.from({ length: 10_000 }, (_, number) => ({
      ...insight,
      id: insightId(number),
      combinedScore: score(number),
      feedback: linked,
    }))
  await syncItems(
    test.library,
    many(() => 1),
    at(1),
  )
  await syncItems(
    test.library,
    many((number) => 2 + number, feedback),
    at(2),
  )
  const first = await read({ limit: 100 })
  expect(first).toMatchObject({
    all: 10_000,
    counts: { rising: 10_000 },
    rows: first.rows.map(() => ({ addedFeedback: 1 })),
  })
  const pages = await Promise.all([100, 5_000, 9_900].map((offset) => read({ offset, limit: 100 })))
  expect(pages.map(({ rows }) => rows[0]?.after)).toEqual([9_901, 5_001, 101])
})

it('returns the last 30 scores of each row, with one statement per page', async () => {
  const insights = (factor: number) => [1, 2, 3].map((number) => scored(number, number * factor))
  for (let minute = 1; minute <= 40; minute += 1) await syncItems(test.library, insights(minute), at(minute))
  taken()
  const page = await read({ limit: 2 })
  expect(taken().filter(({ sql }) => sql.includes('row_number') && sql.includes('score_history'))).toHaveLength(1)
  expect(page.rows).toHaveLength(2)
  for (const { scores, after } of page.rows) {
    expect(scores).toHaveLength(30)
    expect(scores[0]).toMatchObject({ at: at(11) })
    expect(scores.at(-1)).toEqual({ at: at(40), combinedScore: after })
  }
})

it('keeps the scores of an insight as points in time, one per change', async () => {
  await syncItems(test.library, [scored(1, 1)], at(1))
  await syncItems(test.library, [scored(1, 1)], at(2))
  await syncItems(test.library, [scored(1, 2)], at(3))
  await syncItems(test.library, [scored(2, 1)], at(4))
  const points = await test.library.scoreHistory({ workspace, id: insightId(1) })
  expect(points.map((point) => [point.at, point.combinedScore])).toEqual([
    [at(1), 1],
    [at(3), 2],
  ])
  expect(points[0]).toMatchObject({ strengthScore: scored(1).strengthScore, momentumScore: scored(1).momentumScore })
  expect(await test.library.scoreHistory({ workspace, id: 'nobody' })).toEqual([])
})
