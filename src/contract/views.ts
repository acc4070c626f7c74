// The views that the menu of the operating system and links from outside open.

/** The scheme of links from outside: `discovery-desk://<environment>/<workspace id>/<view>/<id>`. */
export const linkScheme = 'discovery-desk'

/**
 * Parameters of a link to a list: its words, filters, order and columns, and the kind of record that is ranked. Each may come
 * more than once. The list decides how to read a part; nothing else of an address can come from outside.
 */
export const listParameters: ReadonlySet<string> = new Set([
  ...['q', 'sort', 'status', 'related', 'type', 'seen', 'opportunity', 'min', 'max', 'triage', 'label', 'note'],
  ...['horizon', 'source', 'sentiment', 'month', 'needs', 'since', 'columns', 'rows'],
])

/** In UTF-16 units. */
export const longestLink = 2048
/** UTF-16 units of each, and their number. */
export const longestParameter = 500
export const mostParameters = 60

/** `name` is the first part of the path in the page's router. */
export const views = [
  { label: 'This Week', name: 'this-week' },
  { label: 'Insights', name: 'insights' },
  { label: 'What Changed', name: 'news' },
  { label: 'Opportunities', name: 'opportunities' },
  { label: 'Goals', name: 'goals' },
  { label: 'Solutions', name: 'solutions' },
  { label: 'Prioritise', name: 'prioritise' },
  { label: 'Map', name: 'map' },
  { label: 'Feedback', name: 'feedback' },
  { label: 'Knowledge', name: 'knowledge' },
  { label: 'Topics', name: 'topics' },
  { label: 'Metrics', name: 'metrics' },
  { label: 'Duplicates', name: 'duplicates' },
  { label: 'Topic Map', name: 'topic-map' },
  { label: 'Activity', name: 'activity' },
  { label: 'Settings', name: 'settings' },
] as const
