// What was run from the palette lately comes first when nothing is typed. By environment: what one does in production
// is not what one does in the sandbox.
import { usePreferences, useSavePreferences } from '../../client/preferences'
import { useEnvironment } from '../../client/workspace'
import { isCommand, type PaletteEntry } from './entry'

/** As many as leave the views in sight. */
const mostShown = 5
const mostKept = 10

/** Those that can be run now, newest first, and then all others in their order. */
export function recentFirst(entries: readonly PaletteEntry[], recent: readonly string[]): readonly PaletteEntry[] {
  const used = recent.flatMap((id) => entries.find((entry) => entry.id === id) ?? []).slice(0, mostShown)
  const usedIds = new Set(used.map(({ id }) => id))
  return [
    ...used.map((entry) => ({ ...entry, group: 'Recently used' })),
    ...entries.filter(({ id }) => !usedIds.has(id)),
  ]
}

export function useRecent() {
  const { name } = useEnvironment()
  const { recentCommands } = usePreferences()
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
