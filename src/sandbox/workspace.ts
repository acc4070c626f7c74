// The source of the sandbox's records, before any change. Records of a generated workspace are computed on demand and
// never stored, so a source of 100,000 insights is as small as one of 100.
import type { Feedback } from '../contract/resources/feedback'
import type { Insight } from '../contract/resources/insight'
import type { KnowledgeItem } from '../contract/resources/knowledge'
import type { Opportunity } from '../contract/resources/opportunity'
import type { Outcome } from '../contract/resources/outcome'
import type { Solution } from '../contract/resources/solution'

/** An insight with the ids of its related records; `strength` follows from them. */
export interface StoredInsight {
  readonly fields: Omit<Insight, 'opportunities' | 'solutions' | 'outcomes' | 'feedback' | 'strength'>
  readonly opportunities: readonly string[]
  readonly solutions: readonly string[]
  readonly outcomes: readonly string[]
  readonly feedback: readonly string[]
  /** Number of the change that added it; absent for seeded insights. */
  readonly arrivedWith?: number
}

export interface StoredTopic {
  readonly fields: { readonly id: string; readonly title: string; readonly description: string } & Pick<
    Insight,
    'createdAt' | 'updatedAt'
  >
  readonly opportunities: readonly string[]
  /** Places in the list of insights. */
  readonly insights: Iterable<number>
}

export interface StoredKnowledge {
  readonly item: KnowledgeItem
  readonly text: string
}

export interface StoredMetric {
  readonly id: string
  readonly label: string
  readonly outcomes: readonly string[]
}

/** Lookups by id ignore case, as UUIDs do. Ids handed out are lower case. */
export interface WorkspaceSource {
  /** Insights that come in later, week by week; see weeks.ts. */
  readonly laterWeeks: readonly (readonly StoredInsight[])[]
  readonly insightCount: number
  insightAt(place: number): StoredInsight
  hasInsight(id: string): boolean
  opportunity(id: string): Opportunity | undefined
  solution(id: string): Solution | undefined
  outcome(id: string): Outcome | undefined
  feedback(id: string): Feedback | undefined
  readonly metrics: ReadonlyMap<string, StoredMetric>
  readonly topics: ReadonlyMap<string, StoredTopic>
  readonly knowledge: ReadonlyMap<string, StoredKnowledge>
}
