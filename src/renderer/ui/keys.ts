import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import { isLeavingNow } from './current-location'
import type { Binding } from './every-key'
import { createKeyRegistry } from './key-registry'

interface KeyOptions {
  readonly enabled?: boolean
  /** Number of the step that the key undoes (`nextStep`): of two parts that bind it, the one with the later step hears it. */
  readonly since?: number
}

const registry = createKeyRegistry()

let steps = 0

/** Numbers the steps that can be undone, across all parts of the window. */
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
  // Bound as soon as it is on screen: in a busy window, an ordinary effect runs after the next key.
  useLayoutEffect(() => {
    if (!enabled) return
    return registry.register({ binding, handler: (event) => onKey(event), since })
  }, [binding, enabled, since])
}

/** Lists a key that the focused part handles itself. */
export function useKeyHint(binding: Binding): void {
  useEffect(() => registry.register({ binding, handler: null, since: 0 }), [binding])
}

/** All keys that work in this view, whether it is on screen or behind a dialog. */
export function useBoundKeys(): ReadonlySet<string> {
  const { bound } = registry
  return bound.use()
}

/**
 * Submits a form, or a part with `data-submits`, by its button, which knows whether it can be sent now. A dialog submits its
 * form from everywhere in it, such as from Close in its head. Runs before the focused field hears the key: an open list of
 * suggestions would take it for Enter and choose one.
 */
function submitForm(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
  if (!(event.target instanceof Element)) return
  const form =
    event.target.closest('form, [data-submits]') ??
    event.target.closest('[aria-modal="true"]')?.querySelector<HTMLElement>('form')
  const submit = form?.querySelector<HTMLButtonElement>('button[type="submit"]')
  // A part that is no form has other actions: a focused Unlink or Discard must not do what its neighbour does. A button that
  // unfolds something only does that.
  const other = form?.matches('[data-submits]')
    ? event.target.closest('button:not([aria-expanded]), a[href]')
    : event.target.closest('a[href]')
  if (!submit || (other !== null && other !== submit)) return
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

/** Runs the action of a key, now or as soon as the arriving view binds it; false where it has none. */
export function whenBound(binding: Binding): boolean {
  return registry.runWhenBound(binding, isLeavingNow())
}
