import { useEffect } from 'react'
import { client } from '../../client/bridge'

let isReported = false

/** Tells main once per start of the app that the person sees the list; null = not yet. */
export function usePainted(rows: number | null): void {
  useEffect(() => {
    if (rows === null || isReported) return
    // The first frame paints what this effect belongs to; in the second one it has been on screen.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        isReported = true
        // Only a measure of the start: nothing depends on its arrival.
        client.shell.painted({ view: 'insights', rows }).catch(() => {})
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [rows])
}
