import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { isLeavingNow } from './current-location'
import type { Binding } from './every-key'
import { createKeyRegistry } from './key-registry'

interface KeyOptions {
  readonly enabled?: boolean
  /** When what the key takes back was done (`nextStep`): of two parts that bind it, the later one hears it. */
  readonly since?: number
}

const registry = createKeyRegistry()

let steps = 0

/** Orders what can be undone, whichever part of the window did it. */
export function nextStep(): number {
  steps += 1
  return steps
}

/** Binds a key for as long as the component is on screen; see key-registry.ts for how bindings are written. */
export function useKey(
  binding: Binding,
  handler: (event: KeyboardEvent) => void,
  { enabled = true, since = 0 }: KeyOptions = {},
): void {
  const onKey = useEffectEvent(handler)
  // Bound as soon as it is on screen: an ordinary effect of a busy window comes after the next key.
  useLayoutEffect(() => {
    if (!enabled) return
    return registry.register({ binding, handler: (event) => onKey(event), since })
  }, [binding, enabled, since])
}

/** Says of a key that the part with the focus hears it by itself. */
export function useKeyHint(binding: Binding): void {
  useEffect(() => registry.register({ binding, handler: null }), [binding])
}

/** All that works in this view, the view being on screen or behind a dialog. */
export function useBoundKeys(): ReadonlySet<string> {
  const { bound } = registry
  return bound.use()
}

/**
 * In any form, or what says that it submits. By its button, which knows whether it can be sent now. Before the field with
 * the focus hears the key: an open list of suggestions would take it for Enter and choose one.
 */
function submitForm(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
  if (!(event.target instanceof Element)) return
  const submit = event.target.closest('form, [data-submits]')?.querySelector<HTMLButtonElement>('button[type="submit"]')
  // Cancel or Unlink, with the focus, must not do what its neighbour does. A button that unfolds a part does nothing else.
  const focused = event.target.closest('button:not([aria-expanded]), a[href]')
  if (!submit || (focused !== null && focused !== submit)) return
  event.preventDefault()
  event.stopPropagation()
  if (!event.repeat) submit.click()
}

/** Listens for the whole window; used once, by the app. */
export function useKeyListener(hasSingleKeys: boolean): void {
  useEffect(() => registry.setSingleKeys(hasSingleKeys), [hasSingleKeys])
  useWindowEvent('keydown', registry.capture, { capture: true })
  useWindowEvent('keydown', registry.press)
  useWindowEvent('keydown', submitForm, { capture: true })
}

/** Does what a key would do, now or as soon as the view that is coming binds it; false where it does nothing. */
export function whenBound(binding: Binding): boolean {
  return registry.runWhenBound(binding, isLeavingNow())
}
