// Forms of answers that the API document allows, or that services are known to send, and that a strict client may not
// expect. The sandbox sends them only when started with their names.
import type { StoredInsight, WorkspaceSource } from './workspace'

export const variantNames = ['dates-without-seconds', 'no-content', 'topic-relationships'] as const

/**
 * - `dates-without-seconds`: seeded dates are precise to the minute.
 * - `no-content`: *link metric* and *mark all seen* answer 204 without a body.
 * - `topic-relationships`: insights inside a topic carry relationships and strength.
 */
export type Variant = (typeof variantNames)[number]

const dateNames = ['createdAt', 'updatedAt', 'lastScoreCalculatedAt'] as const
type Dated = { readonly [name in (typeof dateNames)[number]]?: string }

function shortened<T extends Dated>(record: T): T {
  const dates = dateNames.flatMap((name) => {
    const text = record[name]
    return text === undefined ? [] : [[name, text.replace(/(T\d\d:\d\d):\d\d(\.\d+)?Z$/, '$1Z')]]
  })
  return { ...record, ...Object.fromEntries(dates) }
}

/** The same workspace with dates shortened as records are read. */
export function withoutSeconds(source: WorkspaceSource): WorkspaceSource {
  const insight = (stored: StoredInsight): StoredInsight => ({ ...stored, fields: shortened(stored.fields) })
  const finding =
    <T extends Dated>(find: (id: string) => T | undefined) =>
    (id: string) => {
      const record = find(id)
      return record && shortened(record)
    }
  const { topics, knowledge } = source
  return {
    ...source,
    laterWeeks: source.laterWeeks.map((week) => week.map(insight)),
    insightAt: (place) => insight(source.insightAt(place)),
    opportunity: finding(source.opportunity),
    solution: finding(source.solution),
    outcome: finding(source.outcome),
    feedback: finding(source.feedback),
    topics: new Map([...topics].map(([id, topic]) => [id, { ...topic, fields: shortened(topic.fields) }])),
    knowledge: new Map([...knowledge].map(([id, entry]) => [id, { ...entry, item: shortened(entry.item) }])),
  }
}
