import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { Binding } from './every-key'
import { createKeyRegistry, type KeyBinding } from './key-registry'

interface KeyOptions {
  /** What it does, for the list of keys: "Open the insight". */
  readonly description: string
  /** Heading in the list of keys, usually the view. */
  readonly group: string
  readonly enabled?: boolean
}

const registry = createKeyRegistry()

/** Binds a key for as long as the component is on screen; see key-registry.ts for how bindings are written. */
export function useKey(binding: Binding, handler: (event: KeyboardEvent) => void, options: KeyOptions): void {
  const { description, group, enabled = true } = options
  const latest = useRef(handler)
  // Bound as soon as it is on screen: an ordinary effect of a busy window comes after the next key.
  useLayoutEffect(() => {
    latest.current = handler
  })
  useLayoutEffect(() => {
    if (!enabled) return
    return registry.register({ binding, description, group, handler: (event) => latest.current(event) })
  }, [binding, description, group, enabled])
}

/** Lists a key that the part with the focus hears by itself. */
export function useKeyHint(binding: Binding, { description, group }: Omit<KeyOptions, 'enabled'>): void {
  useEffect(() => registry.register({ binding, description, group, handler: null }), [binding, description, group])
}

/** Everything that is bound now. */
export function useKeyList(): readonly KeyBinding[] {
  return useSyncExternalStore(registry.subscribe, registry.list)
}

/** Listens for the whole window; used once, by the app. */
export function useKeyListener(hasSingleKeys: boolean): void {
  useEffect(() => registry.setSingleKeys(hasSingleKeys), [hasSingleKeys])
  useEffect(() => {
    window.addEventListener('keydown', registry.press)
    return () => window.removeEventListener('keydown', registry.press)
  }, [])
}

/** Does what a key would do, now or as soon as a view binds it; false when it has to wait. */
export function whenBound(binding: Binding): boolean {
  return registry.runWhenBound(binding)
}
