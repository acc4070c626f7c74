// What was run from the palette lately comes first when nothing is typed. By environment: what one does in production
// is not what one does in the sandbox.
import { usePreference, useSavePreferences } from '../../client/preferences'
import { useEnvironment } from '../../client/workspace'
import { isCommand, type PaletteEntry } from './entry'

/** As many as leave the views in sight. */
const mostShown = 5
const mostKept = 10

/**
 * Those that can be run now, newest first; then what can be done with the open record, and all others in their order. Views
 * and settings are beside the palette already.
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
