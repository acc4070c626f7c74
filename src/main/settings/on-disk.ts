// What of the settings reaches the disk. Everything does, but for the words of a search: the file is not encrypted,
// and what people search for are often the names of people.
import type { Settings } from './schema'

const searchedWords = 'q'

export function onDisk(settings: Settings): Settings {
  const { preferences } = settings
  return { ...settings, preferences: { ...preferences, lastRoute: withoutWords(preferences.lastRoute) } }
}

/** The other parameters stay as they are written, which URLSearchParams would not promise. */
function withoutWords(route: string): string {
  const start = route.indexOf('?')
  if (start === -1) return route
  const kept = route
    .slice(start + 1)
    .split('&')
    .filter((pair) => !new URLSearchParams(pair).has(searchedWords))
  return kept.length === 0 ? route.slice(0, start) : `${route.slice(0, start)}?${kept.join('&')}`
}
