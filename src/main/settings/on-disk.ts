// What of the settings reaches the disk. The file is not encrypted, so of the place where a person was it gets the view
// and what is chosen from a list that comes with the app. Words of a search, names of sources and ids of records are the
// workspace's own and stay in memory.
import { z } from 'zod'
import { FeedbackColumn } from '../../contract/features/feedback'
import { InsightColumn, InsightFilter } from '../../contract/features/insights'
import { KnowledgeColumn } from '../../contract/features/knowledge'
import { OpportunityColumn } from '../../contract/features/opportunities'
import { OutcomeColumn } from '../../contract/features/outcomes'
import { Preferences } from '../../contract/features/preferences'
import { SolutionColumn } from '../../contract/features/solutions'
import { InsightType } from '../../contract/resources/insight'
import { views } from '../../contract/views'
import type { Settings } from './schema'

type IsHarmless = (value: string) => boolean

const columns: ReadonlySet<string> = new Set(
  [InsightColumn, OpportunityColumn, OutcomeColumn, SolutionColumn, FeedbackColumn, KnowledgeColumn].flatMap(
    ({ options }): readonly string[] => options,
  ),
)
const isScore: IsHarmless = (value) => /^\d{1,6}(\.\d{1,6})?$/.test(value)

/** By the name of the parameter. The values are looked at too: an address may come from a link that anybody wrote. */
const harmless: ReadonlyMap<string, IsHarmless> = new Map([
  ['sort', (value) => columns.has(value.replace(/^-/, ''))],
  ['type', (value) => InsightType.safeParse(value).success],
  ['seen', (value) => InsightFilter.shape.seen.safeParse(value).success],
  ['opportunity', (value) => InsightFilter.shape.opportunity.safeParse(value).success],
  ['min', isScore],
  ['max', isScore],
  // A form that was open is open again after a crash. Ids of changes are made up by this app.
  ['new', (value) => value === '1'],
  ['edit', (value) => z.uuid().safeParse(value).success],
])

function plainPlace(route: string): string {
  const [path = '', query = ''] = route.split('?')
  const view = views.find(({ name }) => name === path.split('/')[1])
  if (view === undefined) return Preferences.parse({}).lastRoute
  const kept = [...new URLSearchParams(query)].filter(([name, value]) => harmless.get(name)?.(value) === true)
  return kept.length === 0 ? `/${view.name}` : `/${view.name}?${new URLSearchParams(kept)}`
}

export function onDisk(settings: Settings): Settings {
  const { preferences } = settings
  return { ...settings, preferences: { ...preferences, lastRoute: plainPlace(preferences.lastRoute) } }
}
