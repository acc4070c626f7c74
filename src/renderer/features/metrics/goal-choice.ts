// The goals chosen for a metric and not linked yet: kept while the window is open, so that a look elsewhere loses none. Their
// titles are kept too, as an id alone tells a person nothing.
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type WorkspaceRef, workspaceKey } from '../../../contract/workspace'
import { useTypedValues } from '../../ui/typed-values'

interface Choice {
  readonly ids: readonly string[]
  /** Titles of all goals on offer so far. */
  readonly titles: ReadonlyMap<string, string>
}

const none: Choice = { ids: [], titles: new Map() }

interface PersistedSelection extends Choice {
  /** `seen`: more titles. */
  readonly choose: (ids: readonly string[], seen?: ReadonlyMap<string, string>) => void
  /** Removes these goals; goals chosen since sending stay. */
  readonly drop: (ids: readonly string[]) => void
}

/** @param wanted goals chosen at first, besides the kept ones */
export function usePersistedSelection(
  workspace: WorkspaceRef,
  metricId: string,
  wanted: readonly string[],
): PersistedSelection {
  const kept = useTypedValues<Choice>(`goals ${workspaceKey(workspace)} ${metricId}`)
  const [choice, setChoice] = useState<Choice>(() => {
    const before = kept.read() ?? none
    const begun = { ...before, ids: [...new Set([...before.ids, ...wanted])] }
    if (wanted.length > 0) kept.keep(begun)
    return begun
  })
  const choose: PersistedSelection['choose'] = (ids, seen = new Map()) => {
    const next = { ids, titles: new Map([...choice.titles, ...seen]) }
    if (ids.length === 0) kept.drop()
    else kept.keep(next)
    setChoice(next)
  }
  return {
    ...choice,
    choose,
    // Called later, when `choice` may be stale; the kept choice is not.
    drop: (ids) => {
      const now = kept.read() ?? none
      choose(
        now.ids.filter((id) => !ids.includes(id)),
        now.titles,
      )
    },
  }
}

const readGoals = (params: URLSearchParams) => [...new Set((params.get('goals') ?? '').split(','))].filter(Boolean)

export interface WantedGoals {
  readonly ids: readonly string[]
  /** As they are linked: other metrics begin without these goals. */
  readonly forget: () => void
}

export function useGoalsFromAddress(): WantedGoals {
  const [params, setParams] = useSearchParams()
  const [ids, setIds] = useState(() => readGoals(params))
  const isNamed = params.has('goals')
  useEffect(() => {
    if (!isNamed) return
    const without = (before: URLSearchParams) => {
      const rest = new URLSearchParams(before)
      rest.delete('goals')
      return rest
    }
    setParams(without, { replace: true })
  }, [isNamed, setParams])
  return { ids, forget: () => setIds([]) }
}
