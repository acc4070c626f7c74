// All calls that the renderer may make: feature.method -> query or command, with the schemas of its input and output.
// Main must have a handler of that type for each, and the renderer's client is typed by this list. A new call is an entry
// here and a handler in main.
//
// The folder `contract` defines everything that crosses a boundary: calls (app.ts, features/), pushes (events.ts), errors,
// the library's and the sandbox's messages, and the service's operations (service.ts, resources/). It imports zod only.
// Begin here.
import { activity } from './features/activity'
import { briefs } from './features/briefs'
import { duplicates } from './features/duplicates'
import { environments } from './features/environments'
import { exportCalls } from './features/export'
import { feedback } from './features/feedback'
import { help } from './features/help'
import { insights } from './features/insights'
import { knowledge } from './features/knowledge'
import { map } from './features/map'
import { metrics } from './features/metrics'
import { network } from './features/network'
import { news } from './features/news'
import { opportunities } from './features/opportunities'
import { outcomes } from './features/outcomes'
import { preferences } from './features/preferences'
import { priorities } from './features/priorities'
import { sandbox } from './features/sandbox'
import { savedViews } from './features/saved-views'
import { search } from './features/search'
import { shell } from './features/shell'
import { solutions } from './features/solutions'
import { sync } from './features/sync'
import { thisWeek } from './features/this-week'
import { topicMap } from './features/topic-map'
import { topics } from './features/topics'
import { triage } from './features/triage'

export const appApi = {
  activity,
  briefs,
  duplicates,
  environments,
  export: exportCalls,
  feedback,
  help,
  insights,
  knowledge,
  map,
  metrics,
  network,
  news,
  opportunities,
  outcomes,
  preferences,
  priorities,
  sandbox,
  savedViews,
  search,
  shell,
  solutions,
  sync,
  thisWeek,
  topicMap,
  topics,
  triage,
} as const

export type AppApi = typeof appApi
