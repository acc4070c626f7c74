import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { isLeavingNow } from '../app/router-now'
import type { Binding } from './every-key'
import { createHeldKeys } from './held-keys'
import { createKeyRegistry } from './key-registry'

interface KeyOptions {
  readonly enabled?: boolean
}

const registry = createKeyRegistry()

/** Since when each list that just came waits for its first rows. */
const waitingSince = new Set<{ readonly ms: number }>()

/** A list that takes longer is no reason to hold keys: they may be meant to leave it. */
const longestWaitMs = 1000

function isArriving(): boolean {
  return isLeavingNow() || [...waitingSince].some(({ ms }) => performance.now() - ms < longestWaitMs)
}

/** The view is on screen, but what its keys act on is still being read. */
export function useKeysHeldWhile(isReading: boolean): void {
  useLayoutEffect(() => {
    if (!isReading) return
    const since = { ms: performance.now() }
    waitingSince.add(since)
    return () => {
      waitingSince.delete(since)
    }
  }, [isReading])
}

/** Binds a key for as long as the component is on screen; see key-registry.ts for how bindings are written. */
export function useKey(
  binding: Binding,
  handler: (event: KeyboardEvent) => void,
  { enabled = true }: KeyOptions = {},
): void {
  const latest = useRef(handler)
  // Bound as soon as it is on screen: an ordinary effect of a busy window comes after the next key.
  useLayoutEffect(() => {
    latest.current = handler
  })
  useLayoutEffect(() => {
    if (!enabled) return
    return registry.register({ binding, handler: (event) => latest.current(event) })
  }, [binding, enabled])
}

/** Says of a key that the part with the focus hears it by itself. */
export function useKeyHint(binding: Binding): void {
  useEffect(() => registry.register({ binding, handler: null }), [binding])
}

/** All that works in this view, the view being on screen or behind a dialog. */
export function useBoundKeys(): ReadonlySet<string> {
  return useSyncExternalStore(registry.subscribe, registry.bound)
}

/** In any form. By its button, which knows whether the form can be sent now. */
function submitForm(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing || event.defaultPrevented) return
  const form = event.target instanceof Element ? event.target.closest('form') : null
  if (form === null) return
  event.preventDefault()
  if (!event.repeat) form.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
}

/** Listens for the whole window; used once, by the app. */
export function useKeyListener(hasSingleKeys: boolean): void {
  useEffect(() => registry.setSingleKeys(hasSingleKeys), [hasSingleKeys])
  useEffect(() => {
    const hold = createHeldKeys({
      isArriving,
      nowMs: () => performance.now(),
      later: (work, ms) => void setTimeout(work, ms),
    })
    window.addEventListener('keydown', hold, true)
    window.addEventListener('keydown', registry.press)
    window.addEventListener('keydown', submitForm)
    return () => {
      window.removeEventListener('keydown', hold, true)
      window.removeEventListener('keydown', registry.press)
      window.removeEventListener('keydown', submitForm)
    }
  }, [])
}

/** Does what a key would do, now or as soon as the view that is coming binds it; false where it does nothing. */
export function whenBound(binding: Binding): boolean {
  return registry.runWhenBound(binding, isLeavingNow())
}
