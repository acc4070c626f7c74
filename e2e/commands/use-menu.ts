// The native menu as a click on it would: no driver of a page can reach what the operating system draws.
import type { ElectronApplication } from '@playwright/test'

/** Clicks an item by its label, such as "Go" and "Goals". Fails when there is none. */
export async function clickMenu(electron: ElectronApplication, menu: string, label: string): Promise<void> {
  const isThere = await electron.evaluate(
    ({ Menu }, wanted) => {
      const plain = (text: string) => text.replaceAll(/&(?=\w)/g, '')
      const top = Menu.getApplicationMenu()?.items.find((each) => plain(each.label) === wanted.menu)
      const found = top?.submenu?.items.find((each) => each.label === wanted.label)
      found?.click()
      return found !== undefined
    },
    { menu, label },
  )
  if (!isThere) throw new Error(`the menu ${menu} has no item ${label}`)
}

/** What the items of a menu say, and whether they are ticked. */
export function menuItems(electron: ElectronApplication, menu: string): Promise<readonly string[]> {
  return electron.evaluate(({ Menu }, wanted) => {
    const top = Menu.getApplicationMenu()?.items.find((each) => each.label.replaceAll('&', '') === wanted)
    return (top?.submenu?.items ?? [])
      .filter(({ type }) => type !== 'separator')
      .map(({ label, checked }) => (checked ? `✓ ${label}` : label))
  }, menu)
}

/** What the items of a menu say that can be clicked now. */
export function enabledItems(electron: ElectronApplication, menu: string): Promise<readonly string[]> {
  return electron.evaluate(({ Menu }, wanted) => {
    const top = Menu.getApplicationMenu()?.items.find((each) => each.label.replaceAll('&', '') === wanted)
    const items = (top?.submenu?.items ?? []).filter(({ type, enabled }) => type !== 'separator' && enabled)
    return items.map(({ label }) => label)
  }, menu)
}
