import type { ReactNode } from 'react'

/** Milliseconds until a screen reader knows the region. */
const waitMs = 200

function uncover(words: HTMLElement) {
  const timer = setTimeout(() => words.removeAttribute('aria-hidden'), waitMs)
  return () => clearTimeout(timer)
}

/**
 * The words of a live region (`role="status"`) that appears together with them. A screen reader announces what changes in a
 * region it knows, so it gets them a moment after the region. On screen they are at once.
 */
export function LiveText({ children }: { readonly children: ReactNode }) {
  return (
    <span ref={uncover} aria-hidden>
      {children}
    </span>
  )
}
