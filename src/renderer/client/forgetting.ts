// Clears the page's memory of a workspace when its environment is forgotten, so that no undo and no field brings back deleted
// data.
import type { EnvironmentName } from '../../contract/workspace'
import { environmentKey } from '../../contract/workspace-key'

type Forget = (isForgotten: (key: string) => boolean) => void

const stores = new Set<Forget>()

/** For a store that lives as long as the page and whose keys are `InWorkspace`. */
export function onForgotten(forget: Forget): void {
  stores.add(forget)
}

/** @returns the map, which loses the entries of an environment that is forgotten */
export function keptUntilForgotten<Key extends string, Value>(map: Map<Key, Value>): Map<Key, Value> {
  onForgotten((isForgotten) => {
    for (const key of [...map.keys()]) if (isForgotten(key)) map.delete(key)
  })
  return map
}

export function forgetEnvironment(environment: EnvironmentName): void {
  const start = environmentKey(environment)
  for (const forget of stores) forget((key) => key.includes(start))
}
