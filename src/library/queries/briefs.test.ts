// Every figure of a brief, against the same figure counted one by one from the service's data.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BriefSubject } from '../../contract/features/briefs'
import { sentimentOf } from '../../contract/features/sentiment'
import type { Insight } from '../../contract/resources/insight'
import { settleChange } from '../testing/moved-changes'
import {
  giveLabels,
  newChange,
  openTestLibrary,
  syncItems,
  type TestLibrary,
  workspace,
} from '../testing/opened-library'
import { all, ask, type Carried, carrying, earlier, openRecordLibrary } from '../testing/record-library'
import { distinct } from '../testing/varied-insights'

let test: TestLibrary
beforeAll(async () => {
  test = await openRecordLibrary()
})
afterAll(() => test.remove())

// In the middle of the dates of feedback.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-08-15T13:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})
const recentFrom = Date.parse('2025-05-17T00:00:00.000Z')

const read = (subject: BriefSubject, includesHidden = false) =>
  test.library.getBrief({ workspace, subject, includesHidden })

/** As in the library: of pieces with one id, the last one counts. */
const pieces = distinct(all.flatMap(({ feedback }) => feedback))
const feedbackOf = (insights: readonly Insight[]) => {
  const ids = new Set(insights.flatMap(({ feedback }) => feedback.map(({ id }) => id)))
  return pieces.filter(({ id }) => ids.has(id))
}
const categoryOf = ({ sentimentCategory, sentimentScore }: (typeof pieces)[number]) =>
  sentimentCategory ?? (sentimentScore === undefined ? null : sentimentOf(sentimentScore))
const timeOf = ({ createdAt }: (typeof pieces)[number]) => Date.parse(createdAt)
const greatest = (insights: readonly Insight[]) => {
  const known = insights.flatMap(({ combinedScore }) => (combinedScore === undefined ? [] : [combinedScore]))
  return known.length === 0 ? null : Math.max(...known)
}
const strongestFirst = (insights: readonly Insight[]) =>
  insights.map(({ combinedScore = -1 }) => combinedScore).sort((one, other) => other - one)

const records = [
  ['opportunity', 'opportunities'],
  ['solution', 'solutions'],
  ['outcome', 'outcomes'],
] as const satisfies readonly (readonly [BriefSubject['kind'], Carried])[]

describe.each(records)('a brief of each %s', (kind, list) => {
  it('covers each insight linked to any record of a selection once', async () => {
    const { rows } = await ask(test, list)
    const ids = rows.slice(0, 5).map(({ id }) => id)
    const insights = all.filter((insight) => insight[list].some(({ id }) => ids.includes(id)))
    const { record, figures } = await read({ kind: 'selection', of: kind, ids })
    expect(record).toBeNull()
    expect(figures).toMatchObject({ insights: insights.length, feedback: feedbackOf(insights).length })
  })

  it('computes its figures from its insights and their feedback', async () => {
    const { rows } = await ask(test, list)
    expect(rows.length).toBeGreaterThan(10)
    let partlyRecent = 0
    for (const { id } of rows) {
      const insights = carrying(list, id)
      const feedback = feedbackOf(insights)
      const { figures } = await read({ kind, id })
      const scores = feedback.flatMap(({ sentimentScore }) => (sentimentScore === undefined ? [] : [sentimentScore]))
      const counted = (category: string) => feedback.filter((piece) => categoryOf(piece) === category).length
      expect(figures).toMatchObject({
        insights: insights.length,
        unseen: insights.filter(({ seen }) => !seen).length,
        unscored: insights.filter(({ combinedScore }) => combinedScore === undefined).length,
        unproven: insights.filter((insight) => insight.feedback.length === 0).length,
        hidden: insights.filter(({ hideContent }) => hideContent).length,
        feedback: feedback.length,
        ...{ positive: counted('Positive'), neutral: counted('Neutral'), negative: counted('Negative') },
        recent: feedback.filter((piece) => timeOf(piece) >= recentFrom).length,
        strongest: greatest(insights),
      })
      if (figures.recent > 0 && figures.recent < figures.feedback) partlyRecent += 1
      if (scores.length === 0) expect(figures.sentiment).toBeNull()
      else expect(figures.sentiment).toBeCloseTo(scores.reduce((sum, score) => sum + score, 0) / scores.length, 9)
      // Some dates cannot be read.
      const times = feedback.map(timeOf).filter((time) => !Number.isNaN(time))
      const ends = [figures.oldest, figures.newest].map((date) => (date === null ? null : Date.parse(date)))
      expect(ends).toEqual(times.length === 0 ? [null, null] : [Math.min(...times), Math.max(...times)])
      expect(figures.sources.reduce((sum, { count }) => sum + count, 0)).toBe(feedback.length)
      for (const { source, count } of figures.sources) {
        expect(count).toBe(feedback.filter((piece) => piece.source === source).length)
      }
    }
    expect(partlyRecent).toBeGreaterThan(5)
  })

  it('lists the strongest insights with their score at the last review if it moved, and omits hidden content', async () => {
    const { rows } = await ask(test, list)
    for (const { id, hideContent } of rows) {
      const shown = hideContent === true ? [] : carrying(list, id).filter((insight) => !insight.hideContent)
      const brief = await read({ kind, id })
      expect(brief.strongest.map(({ combinedScore }) => combinedScore ?? -1)).toEqual(strongestFirst(shown).slice(0, 5))
      for (const { id: insightId, before } of brief.strongest) {
        if (before !== null) {
          expect(earlier.find((insight) => insight.id === insightId)?.combinedScore).toBeCloseTo(before, 9)
        }
      }
      const known = new Set(feedbackOf(shown).map((piece) => piece.id))
      expect(brief.quotes.every((quote) => known.has(quote.id))).toBe(true)
      expect(brief.quotes.length).toBeGreaterThanOrEqual(Math.min(20, known.size))
      if (hideContent === true) expect(brief.record).toMatchObject({ title: '', description: '', cons: [] })
      const whole = await read({ kind, id }, true)
      expect(whole.strongest.length).toBe(Math.min(5, carrying(list, id).length))
      expect(whole.figures).toEqual(brief.figures)
    }
  })
})

describe('insights that faded since the last review, and the cons of a solution', () => {
  const numberOf = ({ id }: { readonly id: string }) => Number.parseInt(id.slice(-6), 16)
  const consOf = (solution: { readonly id: string }) =>
    Array.from({ length: numberOf(solution) % 3 }, (_, place) => `Con ${place} of ${solution.id}`)
  const now = all.map((insight, number) => ({
    ...insight,
    hideContent: number % 7 === 3,
    solutions: insight.solutions.map((each) => ({
      ...{ ...each, cons: consOf(each), hideContent: numberOf(each) % 5 === 2 },
    })),
  }))
  /** Each insight's earlier score as a factor of today's: every fourth fell a lot, every ninth too little to be told. */
  const factorOf = (number: number) => (number % 4 === 1 ? 1.5 : number % 9 === 2 ? 1.05 : 1)
  const before = now.map((insight, number) => ({
    ...insight,
    ...(insight.combinedScore !== undefined && { combinedScore: insight.combinedScore * factorOf(number) }),
  }))
  const times = ['2025-06-20T10:00:00.000Z', '2025-08-10T10:00:00.000Z'] as const
  let fallen: TestLibrary
  beforeAll(async () => {
    fallen = await openTestLibrary('memory')
    await syncItems(fallen.library, before, times[0])
    await syncItems(fallen.library, now, times[1])
  })
  afterAll(() => fallen.remove())

  it.each(records)('are listed for each %s', async (kind, list) => {
    const { rows } = await ask(fallen, list)
    let withFallen = 0
    for (const { id, hideContent } of rows) {
      const brief = await fallen.library.getBrief({ workspace, subject: { kind, id }, includesHidden: false })
      const shown = now.filter((each) => each[list].some((one) => one.id === id) && !each.hideContent)
      const losses = shown.flatMap(({ id: insightId, combinedScore }) => {
        const was = before.find((each) => each.id === insightId)?.combinedScore
        if (was === undefined || combinedScore === undefined) return []
        const loss = was - combinedScore
        return loss >= 0.05 && loss >= was / 10 ? [loss] : []
      })
      const expected = hideContent === true ? [] : losses.sort((one, other) => other - one).slice(0, 5)
      expect(brief.fading.map((each) => (each.before ?? 0) - (each.combinedScore ?? 0))).toEqual(
        expected.map((loss) => expect.closeTo(loss, 9)),
      )
      for (const each of brief.fading) {
        expect(each.since).toBe(times[0])
        expect(each.before).toBeCloseTo(before.find((insight) => insight.id === each.id)?.combinedScore ?? 0, 9)
      }
      if (expected.length > 0) withFallen += 1
      expect(brief.record?.cons).toEqual(kind === 'solution' && hideContent !== true ? consOf({ id }) : [])
    }
    expect(withFallen).toBeGreaterThan(10)
  })
})

it('says of each score whether it is compared with a review or with the first sync', async () => {
  const test = await openTestLibrary('memory')
  const [one, other] = all
  if (one === undefined || other === undefined) throw new Error('There are too few insights.')
  const scoredAt = (first: number, second: number) => [
    { ...one, hideContent: false, combinedScore: first },
    { ...other, hideContent: false, combinedScore: second },
  ]
  const firstSync = '2025-06-20T10:00:00.000Z'
  await syncItems(test.library, scoredAt(0.4, 0.4), firstSync)
  await syncItems(test.library, scoredAt(0.8, 0.8), '2025-08-01T10:00:00.000Z')
  const { upTo } = await test.library.queryNews({ workspace, text: '', kinds: [], offset: 0, limit: 1 })
  const reviewedAt = '2025-08-02T10:00:00.000Z'
  await test.library.markReviewed({ workspace, text: '', kinds: [], ids: [one.id], upTo, reviewedAt })
  await syncItems(test.library, scoredAt(1.2, 1.1), '2025-08-10T10:00:00.000Z')
  const subject = { kind: 'selection' as const, ids: [one.id, other.id] }
  const { strongest } = await test.library.getBrief({ workspace, subject, includesHidden: false })
  expect(strongest).toMatchObject([
    { id: one.id, before: 0.8, since: null },
    { id: other.id, before: 0.4, since: firstSync },
  ])
  test.remove()
})

it('does not compare the score of an insight created here with the answer to its creation', async () => {
  const test = await openTestLibrary('memory')
  const created = { ...(all[0] as Insight), id: newChange(1).targetId, combinedScore: 0.9 }
  await syncItems(test.library, [], '2025-05-10T10:00:00.000Z')
  await test.library.addChange(newChange(1))
  const end = { environment: workspace.environment, changeId: 'change-1', state: 'done', insight: created } as const
  await settleChange(test.library, { ...end, settledAt: '2025-08-13T10:00:00.000Z' })
  const listed = ['2025-08-13T11:00:00.000Z', '2025-08-14T10:00:00.000Z']
  await syncItems(test.library, [created], listed[0])
  await syncItems(test.library, [{ ...created, combinedScore: 0.3 }], listed[1])
  const { upTo } = await test.library.queryNews({ workspace, text: '', kinds: [], offset: 0, limit: 1 })
  await test.library.markReviewed({ workspace, text: '', kinds: [], upTo, reviewedAt: '2025-08-14T11:00:00.000Z' })
  const subject = { kind: 'insight', id: created.id } as const
  const { strongest } = await test.library.getBrief({ workspace, subject, includesHidden: true })
  expect(strongest).toMatchObject([{ before: 0.9, since: listed[0] }])
  test.remove()
})

describe('score moves once all changes are reviewed', () => {
  /** The last sync before the 90 days that a trend goes back is the second. */
  const times = ['2025-01-01', '2025-05-10', '2025-06-20', '2025-08-10'].map((day) => `${day}T10:00:00.000Z`)
  const boundary = 1
  /** Every eleventh insight came after the boundary, and every thirteenth was not scored until then. */
  const scoreAt = (sync: number, number: number): number | undefined => {
    const score = all[number]?.combinedScore
    if (score === undefined || (sync <= boundary && number % 13 === 4)) return undefined
    const falling = 1 + (times.length - 1 - sync) * 0.2
    return score * (number % 4 === 1 ? falling : number % 4 === 2 ? 1 / falling : number % 4 === 3 ? 1.02 : 1)
  }
  const isThere = (sync: number, number: number) => sync > boundary || number % 11 !== 7
  const listed = (sync: number) =>
    all.flatMap((insight, number) => {
      const { combinedScore: _, ...rest } = insight
      const combinedScore = scoreAt(sync, number)
      return isThere(sync, number) ? [{ ...rest, ...(combinedScore !== undefined && { combinedScore }) }] : []
    })
  let reviewed: TestLibrary
  beforeAll(async () => {
    reviewed = await openTestLibrary('memory')
    for (const [sync, at] of times.entries()) await syncItems(reviewed.library, listed(sync), at)
    const { upTo } = await reviewed.library.queryNews({
      ...{ workspace, text: '', kinds: [], offset: 0, limit: 1 },
    })
    const reviewedAt = '2025-08-14T10:00:00.000Z'
    await reviewed.library.markReviewed({ workspace, text: '', kinds: [], upTo, reviewedAt })
  })
  afterAll(() => reviewed.remove())

  /** The score at the last sync that is 90 days old, else the first known one. */
  function trendOf(number: number) {
    const now = scoreAt(times.length - 1, number)
    const order = [boundary, boundary + 1, boundary + 2]
    const from = order.find((sync) => isThere(sync, number) && scoreAt(sync, number) !== undefined)
    const was = from === undefined ? undefined : scoreAt(from, number)
    if (from === undefined || was === undefined || now === undefined) return null
    const moved = Math.abs(now - was)
    return moved < 0.05 || moved < was / 10 ? null : { before: was, since: times[from], loss: was - now }
  }
  const numberOf = new Map(all.map(({ id }, number) => [id, number]))

  it.each(records)(
    'come from the score history for each %s, with the date of the earlier score',
    async (kind, list) => {
      const { rows } = await ask(reviewed, list)
      const days = new Set<string | null>()
      for (const { id, hideContent } of rows) {
        const brief = await reviewed.library.getBrief({ workspace, subject: { kind, id }, includesHidden: false })
        for (const insight of [...brief.strongest, ...brief.fading]) {
          const trend = trendOf(numberOf.get(insight.id) ?? -1)
          expect(insight.before ?? -1).toBeCloseTo(trend?.before ?? -1, 9)
          expect(insight.since).toBe(trend?.since ?? null)
          days.add(insight.since)
        }
        const shown = hideContent === true ? [] : carrying(list, id).filter((insight) => !insight.hideContent)
        const losses = shown.flatMap((insight) => {
          const loss = trendOf(numberOf.get(insight.id) ?? -1)?.loss ?? 0
          return loss > 0 ? [loss] : []
        })
        expect(brief.fading.map(({ before, combinedScore }) => (before ?? 0) - (combinedScore ?? 0))).toEqual(
          losses
            .sort((one, other) => other - one)
            .slice(0, 5)
            .map((loss) => expect.closeTo(loss, 9)),
        )
      }
      expect([...days]).toEqual(expect.arrayContaining([null, times[boundary], times[boundary + 1]]))
    },
  )
})

describe('sentiment categories known only to the service', () => {
  it('are counted under their own names, most frequent first; unrated feedback is counted under none', async () => {
    const words = ['Mixed', 'sarcastic', 'Mixed', ' ']
    const renamed = all.map((insight) => ({
      ...insight,
      feedback: insight.feedback.map((piece) => {
        const number = Number.parseInt(piece.id.slice(-6), 16)
        return number % 3 === 0 ? { ...piece, sentimentCategory: words[number % 4] } : piece
      }),
    }))
    const other = await openTestLibrary('memory')
    await syncItems(other.library, renamed)
    const everything = distinct(renamed.flatMap(({ feedback }) => feedback))
    const counted = (word: string) => everything.filter((piece) => piece.sentimentCategory === word).length
    const subject = { kind: 'selection', ids: all.map(({ id }) => id) } as const
    const { figures } = await other.library.getBrief({ workspace, subject, includesHidden: false })
    expect(figures.otherSentiments).toEqual(
      ['Mixed', 'sarcastic', ' ']
        .map((category) => ({ category, count: counted(category) }))
        .sort((one, two) => two.count - one.count || (one.category < two.category ? -1 : 1)),
    )
    expect(counted('Mixed')).toBeGreaterThan(2)
    const known = everything.filter((piece) => piece.sentimentCategory ?? piece.sentimentScore !== undefined)
    const { positive, neutral, negative, otherSentiments } = figures
    const rated = otherSentiments.reduce((sum, { count }) => sum + count, positive + neutral + negative)
    expect(rated).toBe(known.length)
    await other.remove()
  })
})

it('offers quotes newest first, including the most negative and the most positive ones', async () => {
  const ids = all.filter(({ hideContent }) => !hideContent).map(({ id }) => id)
  const { quotes, record } = await read({ kind: 'selection', ids })
  expect(record).toBeNull()
  expect(quotes.length).toBeGreaterThan(20)
  expect(quotes.length).toBeLessThanOrEqual(40)
  const times = quotes.map(({ createdAt }) => Date.parse(createdAt)).filter((time) => !Number.isNaN(time))
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  const scores = (sign: 1 | -1, word: string) =>
    feedbackOf(all.filter(({ hideContent }) => !hideContent))
      .filter((piece) => categoryOf(piece) === word && piece.sentimentScore !== undefined)
      .map(({ sentimentScore = 0 }) => sentimentScore * sign)
  const quoted = quotes.flatMap(({ sentimentScore }) => (sentimentScore === null ? [] : [sentimentScore]))
  expect(Math.max(...quoted)).toBe(Math.max(...scores(1, 'Positive')))
  expect(Math.min(...quoted)).toBe(-Math.max(...scores(-1, 'Negative')))
})

it('still offers the quotes that were chosen when newer feedback comes', async () => {
  const other = await openTestLibrary('memory')
  const source = all.find(({ feedback }) => feedback.length > 0)
  const [piece] = source?.feedback ?? []
  if (source === undefined || piece === undefined) throw new Error('There is none.')
  const { sentimentScore: _, sentimentCategory: __, ...neutral } = piece
  const idOf = (minute: number) => `00000000-0000-4000-8000-${minute.toString().padStart(12, '0')}`
  const pieceOf = (minute: number) => ({
    ...neutral,
    id: idOf(minute),
    createdAt: new Date(Date.UTC(2025, 0, 1, 0, minute)).toISOString(),
  })
  const syncPieces = (count: number) => {
    const feedback = Array.from({ length: count }, (_, minute) => pieceOf(minute))
    return syncItems(other.library, [{ ...source, hideContent: false, feedback }])
  }
  const subject = { kind: 'insight', id: source.id } as const
  const readOther = () => other.library.getBrief({ workspace, subject, includesHidden: false })
  await syncPieces(2)
  const { figures } = await readOther()
  const edit = { claim: null, reason: null, quotes: [idOf(0), 'gone'] }
  await other.library.keepBrief({ workspace, subject, edit, figures, keptAt: 'today' })
  await syncPieces(27)
  const { quotes } = await readOther()
  const newest = Array.from({ length: 20 }, (_, place) => 26 - place)
  expect(quotes.map(({ id }) => id)).toEqual([...newest, 0].map(idOf))
  await other.remove()
})

it('names the two strongest insights of each quote, counts the others, and omits hidden ones unless included', async () => {
  const subject = { kind: 'selection', ids: all.map(({ id }) => id) } as const
  const scoreOf = ({ combinedScore = -1 }: Insight) => combinedScore
  let shared = 0
  for (const includesHidden of [false, true]) {
    const { quotes } = await read(subject, includesHidden)
    for (const { id, insights, otherInsights } of quotes) {
      const carriers = all
        .filter(
          ({ hideContent, feedback }) => (includesHidden || !hideContent) && feedback.some((each) => each.id === id),
        )
        .sort((one, other) => scoreOf(other) - scoreOf(one))
      const equals = (place: number) =>
        carriers.filter((each) => scoreOf(each) === scoreOf(carriers[place] as Insight)).map(({ title }) => title)
      expect(insights).toHaveLength(Math.min(2, carriers.length))
      for (const [place, title] of insights.entries()) expect(equals(place)).toContain(title)
      expect(otherInsights).toBe(carriers.length - insights.length)
      shared += otherInsights
    }
  }
  expect(shared).toBeGreaterThan(0)
})

it('describes a single insight by itself, and reports NOT_FOUND for a missing one', async () => {
  const insight = all.find(({ hideContent, feedback }) => !hideContent && feedback.length > 0) as Insight
  const brief = await read({ kind: 'insight', id: insight.id })
  expect(brief.record).toMatchObject({ title: insight.title, description: insight.description, status: null })
  expect(brief.figures).toMatchObject({ insights: 1, feedback: feedbackOf([insight]).length })
  await expect(read({ kind: 'insight', id: 'none' })).rejects.toMatchObject({ report: { code: 'NOT_FOUND' } })
  expect((await read({ kind: 'selection', ids: ['none'] })).figures).toMatchObject({ insights: 0, feedback: 0 })
})

it('says when the insights were last read, whatever the clock said at an earlier sync', async () => {
  const other = await openTestLibrary('memory')
  const [insight] = all
  if (insight === undefined) throw new Error('There is none.')
  for (const startedAt of ['2026-12-24T10:00:00.000Z', '2026-11-24T10:00:00.000Z'])
    await syncItems(other.library, [insight], startedAt)
  const subject = { kind: 'insight', id: insight.id } as const
  const { readAt } = await other.library.getBrief({ workspace, subject, includesHidden: false })
  expect(readAt).toBe('2026-11-24T10:00:00.000Z')
  await other.remove()
})

describe('notes and labels', () => {
  const own = async (subject: BriefSubject, includesHidden = true) => (await read(subject, includesHidden)).own

  it('of the record come first, then those of its insights, the strongest first', async () => {
    const { rows } = await ask(test, 'opportunities')
    const id = rows[0]?.id ?? ''
    const insights = carrying('opportunities', id)
    const [one, other] = insights
    if (one === undefined || other === undefined) throw new Error('There are too few.')
    const subject = { kind: 'opportunity', id } as const
    expect(await own(subject)).toEqual([])
    await giveLabels(test.library, { workspace, kind: 'opportunity', id }, ['Winter'])
    for (const { id: insight } of [one, other])
      await test.library.setNote({ workspace, kind: 'insight', id: insight, note: `About ${insight}` })
    // The same id, of another kind.
    await test.library.setNote({ workspace, kind: 'metric', id: one.id, note: 'Not this one' })
    const strongest = insights
      .filter((each) => each === one || each === other)
      .sort((a, b) => (b.combinedScore ?? -1) - (a.combinedScore ?? -1))
    const ofInsights = strongest.map(({ id: insight, title }) => ({
      ...{ id: insight, title, note: `About ${insight}`, labels: [] },
    }))
    expect(await own(subject)).toEqual([{ id, title: rows[0]?.title, note: '', labels: ['Winter'] }, ...ofInsights])
    expect(await own({ kind: 'insight', id: one.id })).toEqual(ofInsights.filter((each) => each.id === one.id))
    expect((await own({ kind: 'selection', of: 'opportunity', ids: [id] }))[0]).toMatchObject({ labels: ['Winter'] })
    expect(await own({ kind: 'selection', ids: [one.id, other.id] })).toEqual(ofInsights)
  })

  it('of hidden records are omitted unless hidden records are included', async () => {
    const other = await openTestLibrary('memory')
    const [insight] = all
    if (insight === undefined) throw new Error('There is none.')
    await syncItems(other.library, [{ ...insight, hideContent: true }])
    const { id } = insight
    await other.library.setNote({ workspace, kind: 'insight', id, note: 'SECRET' })
    const ofOther = async (subject: BriefSubject, includesHidden: boolean) =>
      (await other.library.getBrief({ workspace, subject, includesHidden })).own
    expect(await ofOther({ kind: 'insight', id }, false)).toEqual([])
    expect(await ofOther({ kind: 'selection', ids: [id] }, false)).toEqual([])
    expect(await ofOther({ kind: 'insight', id }, true)).toMatchObject([{ note: 'SECRET' }])
    await other.remove()
  })
})
