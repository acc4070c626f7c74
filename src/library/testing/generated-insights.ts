// Insights in any number for tests and measurements: deterministic, shaped like the service's, plainly invented.
import type { Insight } from '../../contract/resources/insight'

const words =
  'battery range charger cable route hill rain brake light lock theft alarm dealer repair spare part app map login export report price lease pedal motor noise saddle basket child trailer winter summer update delay crash slow missing wrong unclear helpful quick'.split(
    ' ',
  )

export interface GeneratorOptions {
  readonly seed?: number
  /** How many numbers every third insight's embedding has. */
  readonly embedding?: number
}

/** A small linear generator: the same numbers on every machine. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const id = (kind: number, number: number) =>
  `${kind.toString(16).padStart(8, '0')}-0000-4000-8000-${number.toString(16).padStart(12, '0')}`

export const insightId = (number: number) => id(1, number)

export function generateInsight(number: number, { seed = 1, embedding = 8 }: GeneratorOptions = {}): Insight {
  const random = createRandom(seed * 7_919 + number)
  const below = (limit: number) => Math.floor(random() * limit)
  const text = (length: number) => Array.from({ length }, () => words[below(words.length)]).join(' ')
  const time = (day: number) => new Date(Date.UTC(2025, 0, 1) + day * 86_400_000).toISOString()
  const scored = number % 10 !== 9
  const list = <T>(count: number, make: (place: number) => T) =>
    Array.from({ length: count }, (_, place) => make(place))
  const dates = { createdAt: time(number % 180), updatedAt: time((number % 180) + below(30)) }
  const insight: Insight = {
    id: insightId(number),
    type: (['Feedback', 'Bug', 'FeatureRequest'] as const)[below(3)] ?? 'Bug',
    title: `${text(6)} ${number}`,
    description: text(60),
    seen: random() < 0.5,
    hideContent: false,
    ...(scored ? { strengthScore: random(), momentumScore: random() * 5, combinedScore: random() * 10 } : {}),
    ...(number % 3 === 0 ? { topicEmbeddings: list(embedding, () => random() * 2 - 1) } : {}),
    ...dates,
    opportunities: list(below(6), (place) => ({
      id: id(2, (number + place * 7) % 200),
      read: false,
      status: 'New',
      title: `Opportunity ${(number + place * 7) % 200}`,
      description: 'An opportunity that several insights point to.',
      solutionsGeneratingState: 'initial',
      createdBy: 'user',
      hideContent: false,
      createdAt: time(1),
      updatedAt: time(1),
    })),
    solutions: list(below(6), (place) => ({
      id: id(3, (number + place * 11) % 400),
      aiProcessingState: 'FINISHED',
      refinementLog: [],
      title: `Solution ${(number + place * 11) % 400}`,
      description: 'A solution that several insights point to.',
      status: 'Backlog',
      pros: ['cheap'],
      cons: ['slow'],
      hideContent: false,
      createdBy: 'generated',
      createdAt: time(1),
      updatedAt: time(1),
      priority: 'a0',
      prd: '',
    })),
    outcomes: list(below(6), (place) => ({
      id: id(4, (number + place * 3) % 40),
      title: `Outcome ${(number + place * 3) % 40}`,
      description: 'A goal that several insights point to.',
      priority: place,
      hideContent: false,
      createdAt: time(1),
      updatedAt: time(1),
    })),
    feedback: list(below(13), (place) => ({
      id: id(5, number * 16 + place),
      content: text(25),
      source: 'survey',
      processed: true,
      sentimentScore: random() * 2 - 1,
      sentimentCategory: 'Neutral',
      createdAt: time(number % 180),
      updatedAt: time(number % 180),
    })),
    strength: 0,
  }
  const { opportunities, solutions, outcomes, feedback } = insight
  return { ...insight, strength: opportunities.length + solutions.length + outcomes.length + feedback.length }
}

export function generateInsights(count: number, options: GeneratorOptions = {}): Insight[] {
  return Array.from({ length: count }, (_, number) => generateInsight(number, options))
}
