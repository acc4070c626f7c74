// Tells main whether a dialog is open: its menus would lead away from text typed there.
import { client } from '../client/bridge'
import { isModalOpen } from '../ui/is-modal-open'

/** Returns the function that stops it. */
export function reportModalState(): () => void {
  let told: boolean | null = null
  const watched = new WeakSet<Element>()

  function tell(): void {
    const isOpen = isModalOpen()
    if (isOpen === told) return
    told = isOpen
    // Main may be on its way out, and nothing here depends on the answer.
    client.shell.setModalOpen({ isOpen: isOpen }).catch(() => undefined)
  }

  const observer = new MutationObserver(look)

  /** Dialogs are rendered beside the view, in which thousands of rows may come and go: that is not watched. */
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
