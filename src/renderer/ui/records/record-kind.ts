/** What a list of records is called, and where it is. */
export interface RecordKind {
  /** Route of the list; a record's own is below it. */
  readonly path: string
  /** Name of the view, of its table and of its keys. */
  readonly heading: string
  readonly one: string
  readonly many: string
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export const detailsLabel = ({ one }: RecordKind) => `${capital(one)} details`
export const recordPath = ({ path }: RecordKind, id: string) => `${path}/${encodeURIComponent(id)}`

export const opportunityKind: RecordKind = {
  path: '/opportunities',
  heading: 'Opportunities',
  one: 'opportunity',
  many: 'opportunities',
}
export const goalKind: RecordKind = { path: '/goals', heading: 'Goals', one: 'goal', many: 'goals' }
export const solutionKind: RecordKind = {
  path: '/solutions',
  heading: 'Solutions',
  one: 'solution',
  many: 'solutions',
}
export const feedbackKind: RecordKind = {
  path: '/feedback',
  heading: 'Feedback',
  one: 'feedback',
  many: 'pieces of feedback',
}
export const metricKind: RecordKind = { path: '/metrics', heading: 'Metrics', one: 'metric', many: 'metrics' }
export const topicKind: RecordKind = { path: '/topics', heading: 'Topics', one: 'topic', many: 'topics' }
export const insightKind: RecordKind = { path: '/insights', heading: 'Insights', one: 'insight', many: 'insights' }
