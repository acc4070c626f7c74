// Code that the first rows do not need, fetched when the window is idle or when it is needed. React's own `lazy` holds back
// the content that follows a fallback until 300 ms have passed, which a person who presses a key notices.
import { useWindowEvent } from '@mantine/hooks'
import { type ComponentType, useEffect } from 'react'
import { createPortal } from 'react-dom'
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

interface DialogProps {
  readonly isOpen?: boolean
  readonly onClose?: () => void
}

/** Stands for a dialog without anything to see: what is typed must not act as keys of the view behind it. */
function ComingDialog({ isOpen = true, onClose }: DialogProps) {
  useWindowEvent('keydown', ({ key }) => {
    if (isOpen && key === 'Escape') onClose?.()
  })
  // Beside the view, where main is told of it (report-modal-state.ts).
  return isOpen ? createPortal(<dialog hidden aria-modal />, document.body) : null
}

/** A component whose code comes later: it shows nothing until then. Throws if the code cannot be fetched. */
export function lazyWithPreload<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isDialog = false,
): ComponentType<Props> {
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
    if (now.state === 'here') return <now.Component {...props} />
    return isDialog ? <ComingDialog {...(props as DialogProps)} /> : null
  }
}

/** The same for a dialog that is open while it is rendered, unless its `isOpen` is false. */
export const lazyDialog = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyWithPreload(load, true)
