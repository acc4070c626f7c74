// Code that the first rows do not need, fetched when the window is idle or when it is needed. React's own `lazy` holds back
// the content that follows a fallback until 300 ms have passed, which a person who presses a key notices.
import { type ComponentType, useEffect } from 'react'
import { createStore } from './store'

type Fetch = () => void

const waiting = new Set<Fetch>()
let isTimeToFetch = false

/** Call once, when the first view is on screen. */
export function preloadAll(): void {
  isTimeToFetch = true
  for (const fetch of waiting) requestIdleCallback(fetch)
  waiting.clear()
}

type Progress<Props> =
  | { readonly state: 'waiting' }
  | { readonly state: 'here'; readonly Component: ComponentType<Props> }
  | { readonly state: 'failed'; readonly error: unknown }

/** A component whose code comes later: it shows nothing until then. Throws if the code cannot be fetched. */
export function lazyWithPreload<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const progress = createStore<Progress<Props>>({ state: 'waiting' })
  let isAsked = false
  const fetch = () => {
    if (isAsked) return
    isAsked = true
    load().then(
      (Component) => progress.set({ state: 'here', Component }),
      (error: unknown) => progress.set({ state: 'failed', error }),
    )
  }
  if (isTimeToFetch) requestIdleCallback(fetch)
  else waiting.add(fetch)

  return function Preloaded(props: Props) {
    const now = progress.use()
    useEffect(fetch, [])
    if (now.state === 'failed') throw now.error
    return now.state === 'here' ? <now.Component {...props} /> : null
  }
}
