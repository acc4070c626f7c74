import { useEffect } from 'react'
import type { z } from 'zod'
import type { appApi } from '../../contract/app'
import { client } from '../client/bridge'

type View = z.input<typeof appApi.shell.painted.input>['view']

const reported = new Set<View>()

/** Tells main once per start of the app that the person sees the view; null = not yet. */
export function usePainted(view: View, rows: number | null): void {
  useEffect(() => {
    if (rows === null || reported.has(view)) return
    // The first frame paints the rendering of this effect; in the second one it has been on screen.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        reported.add(view)
        // Only a measure of the start: nothing depends on its arrival.
        client.shell.painted({ view, rows }).catch(() => {})
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [view, rows])
}
