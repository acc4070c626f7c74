// The library as the rest of main uses it: whoever names an environment has it opened first, so nobody has to think of
// the order in which a start, a switch or a new connection opens things.
import type { EnvironmentView } from '../../contract/features/environments'
import type { LibraryApi, LibraryMethod, OpenedLibrary } from '../../contract/library'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import type { LibraryPlace, PlaceLibrary } from './library-files'

export interface LibraryOnDemand {
  readonly library: LibraryApi
  /** Opens it if it is not open yet. Throws what opening throws; the next call tries again. */
  ensureOpen(environment: EnvironmentName): Promise<void>
  modeOf(environment: EnvironmentName): EnvironmentView['library']
  /** Why what is open is in memory; null when it is in a file or not open. */
  memoryBecause(environment: EnvironmentName): LibraryPlace['memoryBecause']
}

export interface OnDemandEdges {
  readonly library: LibraryApi
  readonly place: PlaceLibrary
  readonly onOpened: (place: LibraryPlace, opened: OpenedLibrary) => void
}

type Named = { readonly environment?: EnvironmentName; readonly workspace?: WorkspaceRef }

/** null for the steps of a sync, which name the sync they belong to. */
function environmentOf(input: Named): EnvironmentName | null {
  return input.environment ?? input.workspace?.environment ?? null
}

export function createLibraryOnDemand({ library, place, onOpened }: OnDemandEdges): LibraryOnDemand {
  const opening = new Map<EnvironmentName, Promise<void>>()
  const places = new Map<EnvironmentName, LibraryPlace>()

  async function open(environment: EnvironmentName): Promise<void> {
    const where = await place(environment)
    const opened = await library.open(where.input)
    places.set(environment, where)
    onOpened(where, opened)
  }

  function ensureOpen(environment: EnvironmentName): Promise<void> {
    const known = opening.get(environment)
    if (known) return known
    const started = open(environment)
    opening.set(environment, started)
    started.catch(() => opening.delete(environment))
    return started
  }

  const opensByItself: ReadonlySet<string> = new Set<LibraryMethod>(['open', 'close'])

  return {
    library: new Proxy(library, {
      get(target, name: LibraryMethod) {
        const method = target[name] as ((input: Named) => Promise<unknown>) | undefined
        if (!method || opensByItself.has(name)) return method
        return async (input: Named) => {
          const environment = environmentOf(input)
          if (environment) await ensureOpen(environment)
          return method(input)
        }
      },
    }),
    ensureOpen,
    modeOf(environment) {
      const where = places.get(environment)
      if (!where) return 'closed'
      return where.input.file === null ? 'memory' : 'encrypted'
    },
    memoryBecause: (environment) => places.get(environment)?.memoryBecause ?? null,
  }
}
