// The goals chosen for a metric and not linked yet: kept while the window is open, so that a look at something else
// loses nothing. With the words they were chosen by, as an id alone tells a person nothing.
import { useState } from 'react'
import { type WorkspaceRef, workspaceKey } from '../../../contract/workspace'

interface Choice {
  readonly ids: readonly string[]
  /** Titles of all goals seen so far. */
  readonly titles: ReadonlyMap<string, string>
}

const none: Choice = { ids: [], titles: new Map() }
const kept = new Map<string, Choice>()

export interface KeptChoice extends Choice {
  /** `seen`: more titles. */
  readonly choose: (ids: readonly string[], seen?: ReadonlyMap<string, string>) => void
}

export function useKeptChoice(workspace: WorkspaceRef, metricId: string): KeptChoice {
  const key = `${workspaceKey(workspace)} ${metricId}`
  const [choice, setChoice] = useState(() => kept.get(key) ?? none)
  return {
    ...choice,
    choose: (ids, seen = new Map()) => {
      const next = { ids, titles: new Map([...choice.titles, ...seen]) }
      if (ids.length === 0) kept.delete(key)
      else kept.set(key, next)
      setChoice(next)
    },
  }
}
