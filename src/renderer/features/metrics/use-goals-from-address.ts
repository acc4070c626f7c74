// `goals=<id>,<id>` in the address: goals that somebody wants to link, before a metric is chosen. Read once and taken
// out, so that neither coming back nor a restart chooses them again.
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

const readGoals = (params: URLSearchParams) => [...new Set((params.get('goals') ?? '').split(','))].filter(Boolean)

export interface WantedGoals {
  readonly ids: readonly string[]
  /** They were linked: other metrics begin without them. */
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
