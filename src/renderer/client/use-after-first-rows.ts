import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { insightCounts } from './queries'
import { useWorkspace } from './workspace'

/** Limit for a window that never rests, for example while it is scrolled. */
const longestWaitMs = 500

/** True once the first rows had their frame, for slower reads of the library. Those rows are asked for with the counts. */
export function useAfterFirstRows(): boolean {
  const { ref: workspace } = useWorkspace()
  const areCounted = useQuery(insightCounts(workspace)).isFetched
  const [wasIdle, setWasIdle] = useState(false)
  useEffect(() => {
    if (!areCounted) return
    const callback = requestIdleCallback(() => setWasIdle(true), { timeout: longestWaitMs })
    return () => cancelIdleCallback(callback)
  }, [areCounted])
  return areCounted && wasIdle
}
