// Acts on the native menu like a click, as no page driver can reach menus drawn by the operating system.
import type { ElectronApplication } from '@playwright/test'

/** Clicks an item by its labels, such as "Go" and "Goals". Fails when there is none. */
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

/** Labels of a menu's items, with ticks. */
export function menuItems(electron: ElectronApplication, menu: string): Promise<readonly string[]> {
  return electron.evaluate(({ Menu }, wanted) => {
    const top = Menu.getApplicationMenu()?.items.find((each) => each.label.replaceAll('&', '') === wanted)
    return (top?.submenu?.items ?? [])
      .filter(({ type }) => type !== 'separator')
      .map(({ label, checked }) => (checked ? `✓ ${label}` : label))
  }, menu)
}

/** Labels of a menu's enabled items. */
export function enabledItems(electron: ElectronApplication, menu: string): Promise<readonly string[]> {
  return electron.evaluate(({ Menu }, wanted) => {
    const top = Menu.getApplicationMenu()?.items.find((each) => each.label.replaceAll('&', '') === wanted)
    const items = (top?.submenu?.items ?? []).filter(({ type, enabled }) => type !== 'separator' && enabled)
    return items.map(({ label }) => label)
  }, menu)
}
