/** While a dialog is open, neither keys nor menus act on the page behind it. */
export function isModalOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null
}
