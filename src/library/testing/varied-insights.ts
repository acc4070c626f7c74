// Insights whose related records differ as real ones do: shared feedback, every status, optional fields absent here and
// there, invalid dates. A record is the same in every insight that carries it.
import type { Insight } from '../../contract/resources/insight'
import { generateInsights } from './generated-insights'

const numberIn = (id: string) => Number.parseInt(id.slice(-6), 16)
const pick = <T>(values: readonly T[], number: number): T => values[number % values.length] as T
const day = (number: number) => new Date(Date.UTC(2025, 0, 1 + ((number * 37) % 300))).toISOString()

/** One in eleven is no date; one in two has no milliseconds. */
function date(number: number): string {
  if (number % 11 === 7) return 'some day'
  return number % 2 === 0 ? day(number).replace('.000Z', 'Z') : day(number)
}

const titles = ['Äußere Taschen', 'apple', 'Zebra crossing', 'émigré bikes', '自転車の電池', 'Battery range', 'battery']

export function variedInsights(count: number): Insight[] {
  return generateInsights(count).map((insight) => ({
    ...insight,
    opportunities: insight.opportunities.map((each) => {
      const number = numberIn(each.id)
      const status = pick(['New', 'Solved', 'Planned', 'InProgress'] as const, number * 7)
      const title = `${pick(titles, number)} ${number % 9}`
      return { ...each, status, title, hideContent: number % 13 === 5, updatedAt: date(number) }
    }),
    solutions: insight.solutions.map((each) => {
      const number = numberIn(each.id)
      const status = pick(['Backlog', 'Live', 'Planned'] as const, number)
      const horizon = pick(['now', 'next', 'later', undefined] as const, number * 5)
      return {
        ...each,
        status,
        ...(horizon === undefined ? {} : { horizon }),
        title: `${pick(titles, number * 3)} ${number % 7}`,
        priority: `a${pick(['0', 'Z', 'z', '1V'], number)}`,
        updatedAt: date(number),
      }
    }),
    outcomes: insight.outcomes.map((each) => {
      const number = numberIn(each.id)
      const trend = number % 3 === 0 ? {} : { trend: (number % 7) - 3.5 }
      const title = pick(titles, number * 5)
      return { ...each, title, priority: number % 6, ...trend, updatedAt: date(number), analyticEvents: [`e${number}`] }
    }),
    feedback: insight.feedback.map((each) => {
      const number = numberIn(each.id) % 700
      const id = `${each.id.slice(0, -6)}${number.toString(16).padStart(6, '0')}`
      return {
        id,
        content: `Verbatim ${number} ${pick(titles, number)}`,
        source: pick(['survey', 'App Store', 'email'], number),
        processed: true,
        ...(number % 4 === 0 ? {} : { sentimentScore: ((number % 21) - 10) / 10 }),
        ...(number % 9 === 2 ? { sentimentCategory: 'Neutral' as const } : {}),
        createdAt: date(number),
        updatedAt: day(number),
      }
    }),
  }))
}

/** Different records of a list over all insights, by id; the last one counts, as the library has it. */
export function distinct<T extends { readonly id: string }>(records: readonly T[]): T[] {
  return [...new Map(records.map((record) => [record.id, record])).values()]
}
