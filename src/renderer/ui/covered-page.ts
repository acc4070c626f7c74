/** A dialog is over the page, so the page does nothing behind it, whether a key or the menu asks. */
export function isPageCovered(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null
}
