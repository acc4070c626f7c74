// Tells main when a dialog is over the page and when none is any more, as its menus would lead away from what is typed
// in it.
import { client } from '../client/bridge'
import { isPageCovered } from '../ui/covered-page'

/** Returns the function that stops it. */
export function watchCover(): () => void {
  let told: boolean | null = null
  const watched = new WeakSet<Element>()

  function tell(): void {
    const isCovered = isPageCovered()
    if (isCovered === told) return
    told = isCovered
    // Main may be on its way out, and nothing here depends on the answer.
    client.shell.setModalOpen({ isOpen: isCovered }).catch(() => undefined)
  }

  const observer = new MutationObserver(look)

  /** Dialogs are drawn beside the view, in which thousands of rows may come and go: that is not watched. */
  function look(): void {
    for (const beside of document.body.children) {
      if (beside.id === 'root' || watched.has(beside)) continue
      watched.add(beside)
      observer.observe(beside, { childList: true, subtree: true, attributeFilter: ['aria-modal'] })
    }
    tell()
  }

  observer.observe(document.body, { childList: true })
  look()
  return () => observer.disconnect()
}
