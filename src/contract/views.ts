// Where the menu of the operating system and links from outside lead to.

/** Of links from outside: `discovery-desk://<environment>/<workspace id>/<view>/<id>`. */
export const linkScheme = 'discovery-desk'

/** `name` is the first part of the path in the page's router. */
export const views = [
  { label: 'Insights', name: 'insights' },
  { label: 'What Changed', name: 'news' },
  { label: 'Opportunities', name: 'opportunities' },
  { label: 'Goals', name: 'goals' },
  { label: 'Solutions', name: 'solutions' },
  { label: 'Feedback', name: 'feedback' },
  { label: 'Knowledge', name: 'knowledge' },
  { label: 'Topics', name: 'topics' },
  { label: 'Metrics', name: 'metrics' },
  { label: 'Activity', name: 'activity' },
  { label: 'Settings', name: 'settings' },
] as const
