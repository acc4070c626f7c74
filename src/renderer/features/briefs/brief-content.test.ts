import { describe, expect, it } from 'vitest'
import type { Brief, BriefFigures, BriefSubject } from '../../../contract/features/briefs'
import { zonedTime } from '../../ui/relative-time'
import { briefContent, briefMarkdown, changedSince, chosenQuotes } from './brief-content'

const opportunity = { kind: 'opportunity', id: 'range' } as const

/** In the computer's time zone. */
const atTen = (day: number, month: number) => new Date(2025, month - 1, day, 10).toISOString()

/** Figures without counter-evidence. */
const figures: BriefFigures = {
  ...{ insights: 6, unseen: 2, unscored: 0, unproven: 0, hidden: 0, strongest: 0.8, feedback: 10, sentiment: -0.4 },
  ...{ positive: 4, neutral: 6, negative: 0, otherSentiments: [], recent: 5 },
  sources: [
    { source: 'Survey', count: 6 },
    { source: 'Interview', count: 4 },
  ],
  ...{ oldest: atTen(1, 1), newest: atTen(1, 5) },
}
const quote = (number: number, content = `Quote ${number}`): Brief['quotes'][number] => ({
  ...{ id: `q${number}`, content, source: 'Survey', sourceId: null, submittedBy: `Rider ${number}` },
  ...{ sentimentScore: -0.5, createdAt: atTen(1, 5), category: 'Negative' },
  ...{ insights: ['Display lies'], otherInsights: 0 },
})
const brief = (changes: Partial<Brief> = {}): Brief => ({
  record: { title: 'Range', description: 'First.\n\nSecond.', hideContent: false, status: 'InProgress', cons: [] },
  figures,
  strongest: [{ id: 'i', title: 'Display lies', type: 'Bug', combinedScore: 0.8, before: 0.5, since: null }],
  fading: [],
  quotes: [1, 2, 3, 4, 5, 6, 7].map((number) => quote(number)),
  own: [],
  readAt: '2025-06-01T10:00:00.000Z',
  ...changes,
})
const unedited = { claim: null, reason: null, quotes: null }
const place = { workspace: 'Trial bikes', environment: 'Staging' }
const contentOf = (of: Brief, edit = unedited as Parameters<typeof briefContent>[0]['edit'], includesHidden = false) =>
  briefContent({ subject: opportunity, brief: of, edit, includesHidden, includesOwn: false, place })

describe('a brief', () => {
  it('uses the record’s text until the person replaces or clears it', () => {
    expect(contentOf(brief())).toMatchObject({ claim: 'Range', reason: 'First.\n\nSecond.' })
    expect(contentOf(brief(), { claim: 'Fix it', reason: '', quotes: null })).toMatchObject({
      claim: 'Fix it',
      reason: '',
    })
    expect(contentOf(brief({ record: null })).claim).toBe('6 insights')
  })

  it('includes the first five quotes until the person chooses', () => {
    expect([...chosenQuotes(brief(), unedited)]).toEqual(['q1', 'q2', 'q3', 'q4', 'q5'])
    const chosen = contentOf(brief(), { ...unedited, quotes: ['q7', 'gone'] })
    expect(chosen.quotes).toMatchObject([{ text: 'Quote 7' }])
    expect(contentOf(brief(), { ...unedited, quotes: [] }).quotes).toEqual([])
  })

  it.each([
    [['Display lies'], 0, ' · supports “Display lies”'],
    [['Display lies', 'Cold'], 0, ' · supports “Display lies” and “Cold”'],
    [['Display lies', 'Cold'], 1, ' · supports “Display lies”, “Cold” and 1 other insight'],
    [['Display lies', 'Cold'], 12, ' · supports “Display lies”, “Cold” and 12 other insights'],
    [['L'.repeat(200)], 0, ` · supports “${'L'.repeat(119)}…”`],
    [['', 'Cold'], 1, ' · supports “Cold” and 2 other insights'],
    [['', ' '], 1, ''],
    [[], 0, ''],
  ])('says which of several insights a quote supports: %j and %i others', (insights, otherInsights, words) => {
    const [only] = contentOf(brief({ quotes: [{ ...quote(1), insights, otherInsights }] })).quotes
    expect(only?.by).toBe(`Rider 1, Survey, 1 May 2025, negative${words}`)
  })

  it('does not say which insight a quote supports when there is only one', () => {
    const [only] = contentOf(brief({ figures: { ...figures, insights: 1 } })).quotes
    expect(only?.by).toBe('Rider 1, Survey, 1 May 2025, negative')
  })

  it('leaves out what is not known of where a quote comes from', () => {
    const quotes = [{ ...quote(1), submittedBy: '', category: null }]
    const [only] = contentOf(brief({ figures: { ...figures, insights: 1 }, quotes })).quotes
    expect(only?.by).toBe('Survey, 1 May 2025')
  })

  it('lists the figures, and what a score was before', () => {
    const { figures: named, insights } = contentOf(brief())
    expect(Object.fromEntries(named)).toEqual({
      Status: 'In progress',
      Insights: '6 (2 unseen)',
      'Top score': '0.80',
      Feedback: '10 (5 in the last 90 days)',
      'Average sentiment': '−0.40',
      Sentiment: '4 positive, 6 neutral, 0 negative',
      Sources: 'Survey (6), Interview (4)',
      'Feedback dates': '1 Jan 2025 to 1 May 2025',
    })
    expect(insights).toEqual(['Display lies (score 0.80, up from 0.50 since the last review)'])
    const withUnseen = (unseen: number) =>
      Object.fromEntries(contentOf(brief({ figures: { ...figures, unseen } })).figures).Insights
    expect([0, 1].map(withUnseen)).toEqual(['6', '6 (1 unseen)'])
    const strongest = brief().strongest.map((each) => ({ ...each, since: atTen(3, 3) }))
    expect(contentOf(brief({ strongest })).insights).toEqual([
      'Display lies (score 0.80, up from 0.50 since 3 Mar 2025)',
    ])
    const scored = (changes: Partial<Brief['strongest'][number]>) =>
      contentOf(brief({ strongest: brief().strongest.map((each) => ({ ...each, ...changes })) })).insights
    expect(scored({ combinedScore: null })).toEqual(['Display lies (not scored)'])
    expect(scored({ before: null })).toEqual(['Display lies (score 0.80)'])
    expect(scored({ before: 0.9 })).toEqual(['Display lies (score 0.80, down from 0.90 since the last review)'])
  })
})

it('leaves out the figures that nothing is known of', () => {
  const none = { positive: 0, neutral: 0, negative: 0, recent: 0, feedback: 0, sentiment: null, strongest: null }
  const of = brief({ record: null, figures: { ...figures, ...none, sources: [], oldest: null, newest: null } })
  expect(contentOf(of).figures).toEqual([
    ['Insights', '6 (2 unseen)'],
    ['Feedback', '0'],
  ])
})

describe('unrecognised sentiment categories', () => {
  const named = (otherSentiments: BriefFigures['otherSentiments']) => {
    const content = contentOf(brief({ figures: { ...figures, positive: 1, neutral: 2, negative: 2, otherSentiments } }))
    return { sentiment: Object.fromEntries(content.figures).Sentiment, unknown: content.unknown }
  }

  it('are listed in the figures, and not counted as missing', () => {
    expect(
      named([
        { category: 'Mixed', count: 3 },
        { category: 'positive', count: 1 },
      ]),
    ).toEqual({
      sentiment: '1 positive, 2 neutral, 2 negative, 3 “Mixed”, 1 “positive”',
      unknown: ['1 of 10 pieces of feedback has no sentiment.'],
    })
  })

  it('are counted as other when they are blank or there are many', () => {
    const words = ['A', 'B', 'C', 'D', 'E'].map((category) => ({ category, count: 1 }))
    expect(named(words)).toEqual({
      sentiment: '1 positive, 2 neutral, 2 negative, 1 “A”, 1 “B”, 1 “C”, 2 other',
      unknown: [],
    })
    expect(named([{ category: ' ', count: 5 }]).sentiment).toBe('1 positive, 2 neutral, 2 negative, 5 other')
  })
})

it('states the source and exact time, with its zone, of the data for readers elsewhere', () => {
  const readAt = new Date(2025, 5, 1, 15, 53).toISOString()
  const content = contentOf(brief({ readAt }))
  expect(content.basis).toMatch(/^Data from Trial bikes \(Staging\) as of 1 June 2025 at 15:53:00 \S+\.$/)
  expect(content.basis).toContain(zonedTime(Date.parse(readAt)))
  expect(briefMarkdown(content).trimEnd().split('\n').at(-1)).toBe(`*${content.basis}*`)
  expect(contentOf(brief({ readAt: null })).basis).toBe('No data has been synced yet.')
})

it('names five sources, and counts the rest', () => {
  const sources = [7, 6, 5, 4, 3, 2, 1].map((count) => ({ source: `S${count}`, count }))
  const named = Object.fromEntries(contentOf(brief({ figures: { ...figures, sources } })).figures)
  expect(named.Sources).toBe('S7 (7), S6 (6), S5 (5), S4 (4), S3 (3), others (3)')
})

describe('the caveats of a brief', () => {
  const against = (changes: Partial<BriefFigures>, of: Partial<Brief> = {}) =>
    contentOf(brief({ figures: { ...figures, ...changes }, ...of })).against

  it.each<[string, Partial<BriefFigures>, string[]]>([
    ['none for recent feedback from several sources', {}, []],
    ['no recent feedback', { recent: 0 }, ['No feedback in the last 90 days. The newest is from 1 May 2025.']],
    ['little recent feedback', { recent: 1 }, ['Only 1 of 10 pieces of feedback came in the last 90 days.']],
    ['none when a fifth of the feedback is recent', { recent: 2 }, []],
    [
      'divided feedback, mostly negative',
      { positive: 1, negative: 6, neutral: 3 },
      ['Customers disagree: 1 piece of feedback is positive, 6 negative.'],
    ],
    [
      'divided feedback, mostly positive',
      { positive: 8, negative: 2 },
      ['Customers disagree: 2 pieces of feedback are negative, 8 positive.'],
    ],
    [
      'a single source',
      { sources: [{ source: 'Survey', count: 10 }] },
      ['All feedback comes from one source: Survey.'],
    ],
    [
      'none without feedback',
      { feedback: 0, recent: 0, newest: null, oldest: null, sources: [], neutral: 0, positive: 0 },
      [],
    ],
    [
      'none for a single recent piece of feedback',
      { feedback: 1, recent: 1, neutral: 1, positive: 0, sources: [{ source: 'Survey', count: 1 }] },
      [],
    ],
    [
      'none for feedback without a readable date',
      { feedback: 1, recent: 0, newest: null, oldest: null, neutral: 1, positive: 0 },
      [],
    ],
    ['none for neutral feedback only', { neutral: 10, positive: 0 }, []],
  ])('%s', (_, changes, said) => {
    expect(against(changes)).toEqual(said)
  })

  it.each<[BriefSubject, string]>([
    [opportunity, ' That shows the problem, not which solution customers want.'],
    [{ kind: 'selection', ids: ['a'] }, ' That shows the problem, not which solution customers want.'],
    [{ kind: 'selection', of: 'solution', ids: ['a'] }, ' That doesn’t show that customers want this solution.'],
    [{ kind: 'outcome', id: 'range' }, ''],
  ])('no positive feedback, and what that means for %o', (subject, means) => {
    const of = (negative: number, neutral: number) =>
      briefContent({
        ...{ subject, edit: unedited, includesHidden: false, includesOwn: false, place },
        brief: brief({ figures: { ...figures, positive: 0, neutral, negative } }),
      }).against
    expect(of(10, 0)).toEqual([`None of the feedback is positive: 10 of 10 pieces of feedback are negative.${means}`])
    expect(of(1, 9)).toEqual([`None of the feedback is positive: 1 of 10 pieces of feedback is negative.${means}`])
  })

  it('insights whose score fell, and the cons of a solution', () => {
    const fading = [{ id: 'f', title: 'Cold', type: 'Bug', combinedScore: 0.3, before: 0.6, since: null }]
    const record = { title: 'S', description: '', hideContent: false, status: null, cons: ['Costly'] }
    expect(against({}, { fading, record })).toEqual([
      '“Cold” has fallen from 0.60 to 0.30 since the last review.',
      'Con: Costly',
    ])
    const since = atTen(3, 3)
    expect(against({}, { fading: fading.map((each) => ({ ...each, since })) })).toEqual([
      '“Cold” has fallen from 0.60 to 0.30 since 3 Mar 2025.',
    ])
  })

  it('no cons of a selection', () => {
    expect(against({}, { record: null })).toEqual([])
  })
})

it('lists what is not known, and nothing else', () => {
  expect(contentOf(brief()).unknown).toEqual([])
  const gaps = { ...figures, unscored: 1, unproven: 2, hidden: 3, neutral: 3 }
  expect(contentOf(brief({ figures: gaps })).unknown).toEqual([
    '2 of 6 insights have no feedback.',
    '1 of 6 insights has no score.',
    '3 of 10 pieces of feedback have no sentiment.',
    '3 hidden insights are counted, but not quoted.',
  ])
  expect(contentOf(brief({ figures: gaps }), unedited, true).unknown).toHaveLength(3)
  const others = { ...figures, unscored: 2, unproven: 1, hidden: 1, neutral: 5 }
  expect(contentOf(brief({ figures: others })).unknown).toEqual([
    '1 of 6 insights has no feedback.',
    '2 of 6 insights have no score.',
    '1 of 10 pieces of feedback has no sentiment.',
    '1 hidden insight is counted, but not quoted.',
  ])
  expect(contentOf(brief({ figures: { ...figures, insights: 0 } })).unknown).toEqual(['No insight is linked to it.'])
})

it('separates the paragraphs of the reason in Markdown, and has none for a blank one', () => {
  const markdown = (reason: string) => briefMarkdown(contentOf(brief(), { claim: 'Fix it', reason, quotes: null }))
  expect(markdown(' One.\n\n\nTwo.\n')).toMatch(/^# Fix it\n\nOne\.\n\nTwo\.\n\n## Figures\n/)
  expect(markdown(' ')).toMatch(/^# Fix it\n\n## Figures\n/)
})

it('escapes all text of the service in Markdown', () => {
  const hostile = brief({
    record: { title: '# <b>Range</b>', description: '[a](javascript:b)', hideContent: false, status: null, cons: [] },
    quotes: [quote(1, 'line\n> not a quote\n# nor a heading')],
  })
  const text = briefMarkdown(contentOf(hostile))
  expect(text.split('\n')[0]).toBe('# \\# &lt;b&gt;Range&lt;/b&gt;')
  expect(text).toContain('\\[a\\](javascript:b)')
  expect(text).toContain(
    '> line<br>&gt; not a quote<br>\\# nor a heading\n>\n> Rider 1, Survey, 1 May 2025, negative · supports “Display lies”',
  )
  expect(text.match(/^#+ .*/gm)).toEqual([
    '# \\# &lt;b&gt;Range&lt;/b&gt;',
    ...['## Figures', '## Caveats', '## Top insights', '## What customers say'],
  ])
})

it('names records without a title by their IDs', () => {
  const insight = { id: 'insight-1', title: '', type: 'Bug', combinedScore: 0.3, before: 0.6, since: null }
  const record = { title: ' ', description: '', hideContent: false, status: null, cons: [] }
  const own = [{ id: 'insight-1', title: '', note: 'Later', labels: [] }]
  const of = brief({ record, strongest: [insight], fading: [insight], own })
  const content = briefContent({
    ...{ subject: opportunity, brief: of, edit: unedited, includesHidden: false, includesOwn: true, place },
  })
  expect(content.claim).toBe('Untitled range')
  expect(content.insights).toEqual(['Untitled insight- (score 0.30, down from 0.60 since the last review)'])
  expect(content.against).toContain('“Untitled insight-” has fallen from 0.60 to 0.30 since the last review.')
  expect(content.own).toEqual(['Untitled insight-: Later'])
})

describe('notes and labels', () => {
  const written = brief({
    own: [
      { id: 'range', title: 'Range', note: 'Ask *Anna*', labels: ['Winter', 'Q3'] },
      { id: 'a', title: 'Display lies', note: ' ', labels: ['Q4'] },
      { id: 'b', title: 'Cold', note: ' Later\n', labels: [] },
    ],
  })
  const of = (includesOwn: boolean) =>
    briefContent({ subject: opportunity, brief: written, edit: unedited, includesHidden: false, includesOwn, place })

  it('are left out unless requested', () => {
    expect(of(false).own).toEqual([])
    expect(briefMarkdown(of(false))).not.toMatch(/Anna|Winter|Only on this computer/)
  })

  it('form a section headed Only on this computer', () => {
    const lines = ['Range: Ask *Anna* (labels: Winter, Q3)', 'Display lies (labels: Q4)', 'Cold: Later']
    expect(of(true).own).toEqual(lines)
    expect(briefMarkdown(of(true))).toContain(
      '## Only on this computer\n\n- Range: Ask \\*Anna\\* (labels: Winter, Q3)\n- Display lies (labels: Q4)\n- Cold: Later\n',
    )
  })
})

it('summarises what changed since the brief was saved', () => {
  expect(changedSince(figures, figures)).toBeNull()
  const now = { ...figures, insights: 7, feedback: 8, sentiment: null, strongest: 0.95, negative: 7 }
  expect(changedSince(figures, now)).toBe(
    '1 more insight, 2 fewer pieces of feedback, top score 0.80 → 0.95, average sentiment −0.40 → none, 7 more negative pieces',
  )
})
