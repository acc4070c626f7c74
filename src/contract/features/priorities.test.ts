import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contradictionSigns,
  type Decision,
  type Judged,
  noWeights,
  type Part,
  type PartValues,
  parts,
  presets,
  rank as rankValues,
  ScoringModel,
  scoredParts,
  type Weights,
} from './priorities'

interface Row {
  readonly id: string
  readonly parts: Readonly<Record<Part, number | null>>
}

/** Rows in the order of their ranking, as a table shows them. */
function rank(rows: readonly Row[], { weights }: { readonly weights: Weights }) {
  const ranking = rankValues(valuesOf(rows), { weights })
  return [...ranking.order].map((at) => {
    const row = rows[at]
    if (row === undefined) throw new RangeError(`no row at ${at}`)
    const [score, place] = [ranking.scores[at] ?? Number.NaN, ranking.ranks[at] ?? Number.NaN]
    return { ...row, score, place, scored: scoredParts(ranking, at) }
  })
}

const valuesOf = (rows: readonly Row[]) =>
  Object.fromEntries(
    parts.map((part) => [part, Float64Array.from(rows, (row) => row.parts[part] ?? Number.NaN)]),
  ) as PartValues

const value = {
  ...Object.fromEntries(parts.map((part) => [part, fc.double({ min: 0, max: 50, noNaN: true })])),
  unseen: fc.double({ min: 0, max: 1, noNaN: true }),
  sentiment: fc.double({ min: -1, max: 1, noNaN: true }),
  goal: fc.integer({ min: 1, max: 40 }),
} as Readonly<Record<Part, fc.Arbitrary<number>>>
const anyParts = fc.record(
  Object.fromEntries(parts.map((part) => [part, fc.option(value[part])])) as Record<Part, fc.Arbitrary<number | null>>,
)
const anyRows = fc
  .array(anyParts, { minLength: 1, maxLength: 12 })
  .map((all) => all.map((each, index) => ({ id: String(index), parts: each })))
const anyWeights = fc.record(
  Object.fromEntries(parts.map((part) => [part, fc.integer({ min: -100, max: 100 })])) as Record<
    Part,
    fc.Arbitrary<number>
  >,
)

describe('rank', () => {
  it('makes each score the sum of its parts, between 0 and 100, and loses no row', () => {
    fc.assert(
      fc.property(anyRows, anyWeights, (rows, weights) => {
        const ranked = rank(rows, { weights })
        expect(ranked.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
        for (const { score, scored } of ranked) {
          const sum = parts.reduce((total, part) => total + scored[part].contribution, 0)
          expect(score).toBeCloseTo(sum, 9)
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(100 + 1e-9)
          for (const part of parts) if (scored[part].value === null) expect(scored[part].contribution).toBe(0)
        }
      }),
    )
  })

  it('orders rows by score, and ranks each by the number of better rows', () => {
    fc.assert(
      fc.property(anyRows, anyWeights, (rows, weights) => {
        const ranked = rank(rows, { weights })
        for (const row of ranked) {
          const better = ranked.filter(({ score }) => score > row.score + 1e-6).length
          const notWorse = ranked.filter(({ score }) => score > row.score - 1e-6).length
          expect(row.place).toBeGreaterThan(better)
          expect(row.place).toBeLessThanOrEqual(notWorse)
        }
      }),
    )
  })

  it('never ranks a record lower when a weighted part of it improves', () => {
    fc.assert(
      fc.property(anyRows, anyWeights, fc.constantFrom(...parts), (rows, weights, part) => {
        const [first, ...rest] = rows
        if (first === undefined || first.parts[part] === null) return
        const counted: Weights = { ...weights, [part]: part === 'goal' ? -50 : 50 }
        const raised = part === 'sentiment' ? 1 : first.parts[part] + 10
        const placeOf = (all: typeof rows) =>
          rank(all, { weights: counted }).find(({ id }) => id === first.id)?.place ?? 0
        const after = [{ ...first, parts: { ...first.parts, [part]: raised } }, ...rest]
        expect(placeOf(after)).toBeLessThanOrEqual(placeOf(rows))
      }),
    )
  })

  it('keeps all records equal and in their order while every weight is zero', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const ranked = rank(rows, { weights: noWeights })
        expect(ranked.map(({ id, score, place }) => ({ id, score, place }))).toEqual(
          rows.map(({ id }) => ({ id, score: 0, place: 1 })),
        )
      }),
    )
  })

  it('gives the last of the ranks that equal scores share', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 }), (found) => {
        const strongest = Float64Array.from(found)
        const empty = Object.fromEntries(parts.map((part) => [part, new Float64Array(found.length)])) as PartValues
        const { lasts } = rankValues({ ...empty, strongest }, { weights: { ...noWeights, strongest: 100 } })
        expect([...lasts]).toEqual(found.map((value) => found.filter((other) => other >= value).length))
      }),
    )
  })

  const none = Object.fromEntries(parts.map((part) => [part, null])) as Record<Part, number | null>
  const row = (id: string, known: Partial<Record<Part, number>>) => ({ id, parts: { ...none, ...known } })
  const by = (weights: Partial<Weights>) => ({ weights: { ...noWeights, ...weights } })

  it('inverts a part with a negative weight, and adds nothing for an unknown value', () => {
    const rows = [row('happy', { sentiment: 1 }), row('unhappy', { sentiment: -1 }), row('silent', {})]
    const ranked = rank(rows, by({ sentiment: -50 }))
    expect(ranked.map(({ id, score, place }) => [id, score, place])).toEqual([
      ['unhappy', 100, 1],
      ['happy', 0, 2],
      ['silent', 0, 2],
    ])
  })

  it('scores the first goal highest, and a record without a goal as zero', () => {
    const ranked = rank([row('third', { goal: 3 }), row('none', {}), row('first', { goal: 1 })], by({ goal: 10 }))
    expect(ranked.map(({ id, scored }) => [id, scored.goal.normalised])).toEqual([
      ['first', 1],
      ['third', 1 / 3],
      ['none', 0],
    ])
  })

  it('orders up to 400 records as a pairwise sort does, with ties in their original order', () => {
    const score = fc.integer({ min: 0, max: 3_000 }).map((thousandths) => thousandths / 1000)
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 400 }), (scores) => {
        const rows = scores.map((strength, index) => row(String(index), { strength }))
        const compared = rows.toSorted((one, other) => (other.parts.strength ?? 0) - (one.parts.strength ?? 0))
        const ranked = rank(rows, by({ strength: 100 }))
        expect(ranked.map(({ id }) => id)).toEqual(compared.map(({ id }) => id))
        for (const { parts: own, place } of ranked) {
          expect(place).toBe(rows.filter((each) => (each.parts.strength ?? 0) > (own.strength ?? 0)).length + 1)
        }
      }),
    )
  })

  it('ranks 100,000 records with at most two reads per value, without comparing them', () => {
    const many = 100_000
    const values = valuesOf([])
    let reads = 0
    const counted = (part: Part) =>
      new Proxy(
        Float64Array.from({ length: many }, (_, at) => ((at * 7919) % many) + parts.indexOf(part)),
        {
          get(target, name) {
            if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1
            const value: unknown = Reflect.get(target, name, target)
            return typeof value === 'function' ? value.bind(target) : value
          },
        },
      )
    for (const part of parts) values[part] = counted(part)
    const { order } = rankValues(values, presets[0])
    expect(new Set(order).size).toBe(many)
    const weighted = parts.filter((part) => presets[0].weights[part] !== 0).length
    expect(reads).toBeLessThanOrEqual(many * (weighted + parts.length))
  })

  it('scores twice the feedback twice as high', () => {
    const ranked = rank([row('a', { feedback: 10 }), row('b', { feedback: 5 })], by({ feedback: 100 }))
    expect(ranked.map(({ score }) => score)).toEqual([100, 50])
  })
})

describe('presets', () => {
  it('are valid models with unique names and weights that add up to 100', () => {
    for (const preset of presets) {
      expect(ScoringModel.parse(preset)).toEqual(preset)
      expect(parts.reduce((sum, part) => sum + Math.abs(preset.weights[part]), 0)).toBe(100)
    }
    expect(new Set(presets.map(({ name }) => name)).size).toBe(presets.length)
  })
})

describe('contradictionSigns', () => {
  type Since = NonNullable<Judged['since']>
  const decidedAt = '2026-11-02T09:00:00.000Z'
  const none = { feedback: 0, rated: 0, negative: 0 }
  const heard = (feedback: number, negative = 0, rated = feedback) => ({ feedback, rated, negative })
  const nothingNew: Since = { later: none, earlier: heard(40), strongestThen: 0.5, strongestNow: 0.5 }
  const signs = (
    decision: Decision | null,
    since: Partial<Since>,
    [place, total, last = place]: readonly [place: number, total: number, last?: number] = [4, 10],
  ) => contradictionSigns({ decision, decidedAt, since: { ...nothingNew, ...since } }, { place, last, total })
  const isNew = { later: heard(1) }

  it('finds no sign, whatever the rank, when nothing has changed since the decision', () => {
    expect(signs('notNow', {}, [1, 10])).toEqual([])
    expect(signs('now', {}, [10, 10])).toEqual([])
  })

  it('reports the rank once something has changed since the decision', () => {
    expect(signs('notNow', isNew, [2, 10])).toEqual(['rank'])
    expect(signs('notNow', isNew, [3, 10])).toEqual([])
    expect(signs('now', isNew, [6, 10])).toEqual(['rank'])
    expect(signs('now', isNew, [5, 10])).toEqual([])
    expect(signs('notNow', isNew, [1, 4])).toEqual([])
  })

  it('does not report the rank when the top score has moved the way of the decision, however little', () => {
    expect(signs('now', { ...isNew, strongestNow: 0.51 }, [10, 10])).toEqual([])
    expect(signs('now', { ...isNew, strongestNow: 0.49 }, [10, 10])).toEqual(['rank'])
    expect(signs('notNow', { ...isNew, strongestNow: 0.49 }, [1, 10])).toEqual([])
    expect(signs('notNow', { ...isNew, strongestNow: 0.51 }, [1, 10])).toEqual(['rank'])
    expect(signs('notNow', { ...isNew, strongestThen: null }, [1, 10])).toEqual(['rank'])
    expect(signs('notNow', { strongestNow: 0.4 }, [1, 10])).toEqual([])
  })

  it('does not count a rank as the top fifth when its ties reach beyond it', () => {
    expect(signs('notNow', isNew, [1, 10, 2])).toEqual(['rank'])
    expect(signs('notNow', isNew, [1, 10, 3])).toEqual([])
    expect(signs('notNow', isNew, [1, 10, 10])).toEqual([])
  })

  it('reports a score that moved noticeably against the decision', () => {
    expect(signs('notNow', { strongestNow: 0.6 })).toEqual(['score'])
    expect(signs('notNow', { strongestNow: 0.4 })).toEqual([])
    expect(signs('now', { strongestNow: 0.4 })).toEqual(['score'])
    expect(signs('now', { strongestNow: 0.6 })).toEqual([])
    expect(signs('now', { strongestNow: 0.46 })).toEqual([])
    expect(signs('now', { strongestThen: null, strongestNow: 0.1 })).toEqual([])
  })

  it('reports feedback that grew by a fifth, and by at least three pieces, against “Not now”', () => {
    expect(signs('notNow', { later: heard(8) })).toEqual(['feedback'])
    expect(signs('notNow', { later: heard(7) })).toEqual([])
    expect(signs('notNow', { later: heard(3), earlier: none })).toEqual(['feedback'])
    expect(signs('notNow', { later: heard(2), earlier: none })).toEqual([])
    expect(signs('now', { later: heard(8) })).toEqual([])
  })

  it('reports feedback that has turned mostly negative against “Now”, but not a long-standing complaint', () => {
    expect(signs('now', { later: heard(4, 3) })).toEqual(['sentiment'])
    expect(signs('now', { later: heard(4, 2) })).toEqual([])
    expect(signs('now', { later: heard(4, 2, 2) })).toEqual([])
    expect(signs('now', { later: heard(4, 3), earlier: heard(40, 30) })).toEqual([])
    expect(signs('notNow', { later: heard(4, 3) })).toEqual([])
  })

  it('reports nothing for “Next”, “Later” or no decision', () => {
    const all = { later: heard(40, 40), strongestNow: 5 }
    for (const decision of ['next', 'later', null] as const) expect(signs(decision, all, [10, 10])).toEqual([])
  })

  it('goes by the rank alone when the decision is undated, and by nothing when its history is unknown', () => {
    const rank = { place: 1, last: 1, total: 10 }
    expect(contradictionSigns({ decision: 'notNow', decidedAt: null, since: null }, rank)).toEqual(['rank'])
    expect(contradictionSigns({ decision: 'now', decidedAt: null, since: null }, rank)).toEqual([])
    expect(contradictionSigns({ decision: 'notNow', decidedAt, since: null }, rank)).toEqual([])
  })
})
