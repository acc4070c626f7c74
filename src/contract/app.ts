// The only list of calls that the page may make: feature.method -> query or command with the shapes of its input and
// output. Main must have a handler for each, of that type; the page's client is typed by it. A new call is an entry
// here and a handler there.
import { activity } from './features/activity'
import { environments } from './features/environments'
import { insights } from './features/insights'
import { preferences } from './features/preferences'
import { shell } from './features/shell'
import { sync } from './features/sync'

export const appApi = { activity, environments, insights, preferences, shell, sync } as const

export type AppApi = typeof appApi
