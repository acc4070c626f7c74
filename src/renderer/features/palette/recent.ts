// Recently run entries, shown first while the field is empty. Per environment: people do different things in production
// and in the sandbox.
import { usePreference, useSavePreferences } from '../../client/preferences'
import { useEnvironment } from '../../client/workspace'
import { isCommand, type PaletteEntry } from './entry'

/** Few enough to leave the views in sight. */
const mostShown = 5
const mostKept = 10

/**
 * Recent entries that can run now, newest first; then those of the open record, then all others in order. Views and
 * settings are among the recent ones only, as they are beside the palette already.
 */
export function recentFirst(entries: readonly PaletteEntry[], recent: readonly string[]): readonly PaletteEntry[] {
  const used = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []).slice(0, mostShown)
  const usedIds = new Set(used.map(({ id }) => id))
  const others = entries.filter(({ id }) => !usedIds.has(id) && !/^(view|setting):/.test(id))
  return [
    ...used.map((entry) => ({ ...entry, group: 'Recently used' })),
    ...others.filter(({ isOfOpen }) => isOfOpen === true),
    ...others.filter(({ isOfOpen }) => isOfOpen !== true),
  ]
}

export function useRecent() {
  const { name } = useEnvironment()
  const recentCommands = usePreference('recentCommands')
  const save = useSavePreferences()
  const recent = recentCommands[name] ?? []
  return {
    recent,
    keep: (entry: PaletteEntry) => {
      if (!isCommand(entry)) return
      const next = [entry.id, ...recent.filter((id) => id !== entry.id)].slice(0, mostKept)
      save({ recentCommands: { ...recentCommands, [name]: next } })
    },
  }
}
