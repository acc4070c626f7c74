import { describe, expect, it } from 'vitest'
import { parseFile, story } from './index'
import { Evidence } from './schema'
import battery from './topic-battery.json'

type Keyed = { readonly key: string }

const keysOf = (list: readonly Keyed[]) => new Set(list.map((entry) => entry.key))
const unknown = (keys: readonly string[], list: readonly Keyed[]) => {
  const known = keysOf(list)
  return keys.filter((key) => !known.has(key))
}
const used = <T>(values: readonly T[]) => [...new Set(values)].sort()
const counted = (values: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
const repeated = (values: readonly string[]) =>
  [...counted(values)].filter(([, count]) => count > 1).map(([value]) => value)

it('gives the records of later weeks unique keys and titles, and only references that exist', () => {
  const later = story.laterWeeks.flatMap((week) => week.insights)
  const voices = story.laterWeeks.flatMap((week) => week.feedback)
  expect(repeated([...story.insights, ...later, ...story.feedback, ...voices].map(({ key }) => key))).toEqual([])
  expect(repeated([...story.insights, ...later].map(({ title }) => title))).toEqual([])
  const named = {
    topics: unknown(
      later.map(({ topic }) => topic),
      story.topics,
    ),
    opportunities: unknown(
      later.flatMap((entry) => entry.opportunities),
      story.opportunities,
    ),
    outcomes: unknown(
      later.flatMap((entry) => entry.outcomes),
      story.outcomes,
    ),
    solutions: unknown(
      later.flatMap((entry) => entry.solutions),
      story.solutions,
    ),
    insights: unknown(
      voices.flatMap((entry) => entry.insights),
      later,
    ),
  }
  expect(named).toEqual({ topics: [], opportunities: [], outcomes: [], solutions: [], insights: [] })
})

const { laterWeeks: _laterWeeks, ...lists } = story
const { topics, outcomes, metrics, opportunities, solutions, insights, feedback, knowledge } = lists
const evidence = counted(feedback.flatMap((entry) => entry.insights))
const evidenceOf = (key: string) => evidence.get(key) ?? 0

describe('size', () => {
  it('holds the promised number of each kind', () => {
    const sizes = Object.fromEntries(Object.entries(lists).map(([kind, list]) => [kind, list.length]))
    expect(sizes).toEqual({
      topics: 6,
      // One of them comes in during a later week.
      outcomes: 7,
      metrics: 6,
      opportunities: 15,
      solutions: 25,
      insights: 126,
      feedback: 300,
      knowledge: 14,
    })
  })
})

describe('keys and titles', () => {
  it.each(Object.entries(lists))('are unique among %s', (_kind, list: readonly Keyed[]) => {
    expect(repeated(list.map((entry) => entry.key))).toEqual([])
  })

  it('contain no duplicate title within a kind, and no duplicate feedback', () => {
    for (const list of [topics, outcomes, opportunities, solutions, insights, knowledge]) {
      expect(repeated(list.map((entry) => entry.title))).toEqual([])
    }
    expect(repeated(feedback.map((entry) => entry.content))).toEqual([])
  })
})

describe('references', () => {
  it('in sameAs lead to a scored insight of the same topic, at least as old, without a sameAs of its own', () => {
    const known = new Map(insights.map((entry) => [entry.key, entry]))
    const same = insights.filter(({ sameAs }) => sameAs !== undefined)
    expect(same.length).toBeGreaterThanOrEqual(5)
    for (const { key, sameAs = '', topic, weight, daysAgo } of same) {
      const other = known.get(sameAs)
      expect([key, other?.topic, other?.sameAs]).toEqual([key, topic, undefined])
      expect([weight, other?.weight]).not.toContain(undefined)
      expect(other?.daysAgo).toBeGreaterThanOrEqual(daysAgo)
    }
  })

  it('always point to existing records', () => {
    expect(
      unknown(
        metrics.flatMap((metric) => metric.outcomes),
        outcomes,
      ),
    ).toEqual([])
    expect(
      unknown(
        opportunities.map((opportunity) => opportunity.topic),
        topics,
      ),
    ).toEqual([])
    expect(
      unknown(
        solutions.flatMap((solution) => solution.opportunities),
        opportunities,
      ),
    ).toEqual([])
    expect(
      unknown(
        insights.map((insight) => insight.topic),
        topics,
      ),
    ).toEqual([])
    expect(
      unknown(
        insights.flatMap((insight) => insight.opportunities),
        opportunities,
      ),
    ).toEqual([])
    expect(
      unknown(
        insights.flatMap((insight) => insight.outcomes),
        outcomes,
      ),
    ).toEqual([])
    expect(
      unknown(
        insights.flatMap((insight) => insight.solutions),
        solutions,
      ),
    ).toEqual([])
    expect(
      unknown(
        feedback.flatMap((entry) => entry.insights),
        insights,
      ),
    ).toEqual([])
  })

  it('are not repeated within a record', () => {
    for (const insight of insights) {
      expect(repeated([...insight.opportunities, ...insight.outcomes, ...insight.solutions]), insight.key).toEqual([])
    }
    for (const entry of feedback) expect(repeated(entry.insights), entry.key).toEqual([])
  })

  it('stay within the numbers that a person would link', () => {
    for (const insight of insights) {
      expect(insight.opportunities.length, insight.key).toBeLessThanOrEqual(3)
      expect(insight.outcomes.length, insight.key).toBeLessThanOrEqual(2)
      expect(evidenceOf(insight.key), insight.key).toBeLessThanOrEqual(12)
    }
    expect(Math.max(...evidence.values())).toBeGreaterThanOrEqual(10)
    for (const solution of solutions) expect(solution.opportunities.length, solution.key).toBeGreaterThan(0)
  })

  it('reach every opportunity, outcome and solution from some insight, since the service does not list them', () => {
    const all = [...insights, ...story.laterWeeks.flatMap((week) => week.insights)]
    const reached = (pick: (insight: (typeof insights)[number]) => readonly string[]) => new Set(all.flatMap(pick))
    expect(reached((insight) => insight.opportunities)).toEqual(keysOf(opportunities))
    expect(reached((insight) => insight.outcomes)).toEqual(keysOf(outcomes))
    expect(reached((insight) => insight.solutions)).toEqual(keysOf(solutions))
  })

  it('leave about a tenth of the insights unrelated to anything', () => {
    const alone = insights.filter(
      (insight) =>
        insight.opportunities.length + insight.outcomes.length + insight.solutions.length + evidenceOf(insight.key) ===
        0,
    )
    expect(alone.length).toBeGreaterThanOrEqual(11)
    expect(alone.length).toBeLessThanOrEqual(15)
  })
})

describe('enum values', () => {
  it('are all used', () => {
    expect(used(opportunities.map((o) => o.status))).toEqual(['InProgress', 'New', 'Planned', 'Solved'])
    expect(used(opportunities.map((o) => o.solutionsGeneratingState))).toEqual([
      'error',
      'generated',
      'generating',
      'initial',
    ])
    expect(used(opportunities.map((o) => o.createdBy))).toEqual(['generated', 'user'])
    expect(used(solutions.map((s) => s.status))).toEqual([
      'Backlog',
      'Cancelled',
      'Complete',
      'InDevelopment',
      'Live',
      'New',
      'Planned',
    ])
    expect(used(solutions.map((s) => s.aiProcessingState))).toEqual(['ERROR', 'FINISHED', 'INITIAL', 'PROCESSING'])
    expect(used(solutions.map((s) => s.createdBy))).toEqual(['generated', 'user'])
    expect(used(solutions.map((s) => s.horizon ?? 'none'))).toEqual(['later', 'next', 'none', 'now'])
    expect(used(insights.map((i) => i.type))).toEqual(['Bug', 'FeatureRequest', 'Feedback'])
    expect(used(feedback.map((f) => f.sentiment?.category ?? 'none'))).toEqual([
      'Negative',
      'Neutral',
      'Positive',
      'none',
    ])
    expect(used(knowledge.map((k) => k.state))).toEqual(['completed', 'error', 'initial', 'processing'])
    expect(used(knowledge.map((k) => k.source))).toEqual(['pdf', 'text', 'url'])
  })
})

describe('the mix of records', () => {
  it('has unseen, unscored and hidden records to triage', () => {
    const unseen = insights.filter((insight) => !insight.seen).length
    expect(unseen).toBeGreaterThanOrEqual(38)
    expect(unseen).toBeLessThanOrEqual(46)
    expect(insights.filter((insight) => insight.weight === undefined)).toHaveLength(10)
    expect(insights.filter((insight) => insight.hideContent)).toHaveLength(3)
    expect(opportunities.filter((opportunity) => opportunity.hideContent)).toHaveLength(2)
    expect(feedback.filter((entry) => !entry.processed)).toHaveLength(6)
    expect(solutions.filter((solution) => solution.prd.length > 300).length).toBeGreaterThanOrEqual(8)
  })

  it('includes right-to-left text, text without spaces, and emoji', () => {
    const words = feedback.map((entry) => entry.content).join('\n')
    expect(words).toMatch(/\p{Script=Arabic}/u)
    expect(words).toMatch(/\p{Script=Hebrew}/u)
    expect(words).toMatch(/\p{Script=Hiragana}/u)
    expect(words).toMatch(/\p{Extended_Pictographic}/u)
  })
})

describe('values', () => {
  it('stay within the lengths and ranges of the service', () => {
    for (const insight of insights) {
      expect(insight.title.length, insight.title).toBeGreaterThanOrEqual(30)
      expect(insight.title.length, insight.title).toBeLessThanOrEqual(90)
      expect(insight.weight ?? 0, insight.key).toBeGreaterThanOrEqual(0)
      expect(insight.weight ?? 0, insight.key).toBeLessThanOrEqual(1)
    }
    for (const entry of feedback) {
      expect(entry.source.length, entry.key).toBeGreaterThanOrEqual(2)
      expect(entry.source.length, entry.key).toBeLessThanOrEqual(100)
      expect(Math.abs(entry.sentiment?.score ?? 0), entry.key).toBeLessThanOrEqual(1)
      expect(entry.sentiment?.confidence ?? 0, entry.key).toBeGreaterThanOrEqual(0)
      expect(entry.sentiment?.confidence ?? 0, entry.key).toBeLessThanOrEqual(1)
      if (!entry.processed) expect(entry.insights, entry.key).toEqual([])
    }
    for (const solution of solutions) expect(solution.refinementLog.length, solution.key).toBeLessThanOrEqual(4)
    for (const item of knowledge) expect(item.body.length, item.key).toBeGreaterThan(100)
  })

  it('match the source of a knowledge item to its content, and its error state to a missing text', () => {
    for (const { key, source, state, url, hasPdf, hasTxt } of knowledge) {
      expect(source, key).toBe(url === undefined ? (hasPdf ? 'pdf' : 'text') : 'url')
      expect(state === 'error', key).toBe(!hasTxt)
    }
  })

  it('give each sentiment score the sign of its category', () => {
    for (const { key, sentiment } of feedback) {
      if (sentiment?.category === 'Positive') expect(sentiment.score, key).toBeGreaterThan(0)
      if (sentiment?.category === 'Negative') expect(sentiment.score, key).toBeLessThan(0)
    }
  })

  it('point only to addresses that cannot exist', () => {
    const addresses = [...feedback.map((entry) => entry.sourceUrl), ...knowledge.map((item) => item.url)]
    for (const address of addresses) {
      if (address !== undefined) expect(new URL(address).hostname).toMatch(/\.juniperbikes\.example$/)
    }
  })
})

describe('ages', () => {
  it('lie within half a year, with updates after creation', () => {
    for (const list of [topics, outcomes, opportunities, solutions, insights, knowledge]) {
      for (const { key, daysAgo, updatedDaysAgo } of list) {
        expect(daysAgo, key).toBeLessThanOrEqual(180)
        expect(updatedDaysAgo, key).toBeGreaterThanOrEqual(0)
        expect(updatedDaysAgo, key).toBeLessThanOrEqual(daysAgo)
      }
    }
    for (const entry of feedback) {
      expect(entry.daysAgo, entry.key).toBeGreaterThanOrEqual(0)
      expect(entry.daysAgo, entry.key).toBeLessThanOrEqual(180)
    }
  })

  it('never date an insight before the first feedback it was derived from', () => {
    for (const insight of insights) {
      const ages = feedback.filter((entry) => entry.insights.includes(insight.key)).map((entry) => entry.daysAgo)
      if (ages.length > 0) expect(insight.daysAgo, insight.key).toBeLessThanOrEqual(Math.max(...ages))
    }
  })
})

describe('a file', () => {
  it('is refused with its name and each wrong field when it is not valid', () => {
    const [first, ...others] = battery.insights
    const wrong = { ...battery, insights: [{ ...first, type: 'Idea', colour: 'red' }, ...others] }
    const feedback = battery.feedback.map(({ source: _source, ...entry }, place) =>
      place === 1 ? entry : battery.feedback[place],
    )
    const parse = () => parseFile('topic-battery.json', Evidence, { ...wrong, feedback })
    expect(parse).toThrow('src/sandbox/story/topic-battery.json is not valid')
    expect(parse).toThrow(/^insights\[0\]\.type: Invalid option: .*"Feedback"/m)
    expect(parse).toThrow(/^insights\[0\]: Unrecognized key: "colour"/m)
    expect(parse).toThrow(/^feedback\[1\]\.source: /m)
  })

  it('holds only the insights of its topic, with the files in the order of the topics', () => {
    const runs = insights.map(({ topic }) => topic).filter((topic, place, all) => topic !== all[place - 1])
    expect(runs).toEqual(topics.map(({ key }) => key))
  })
})
