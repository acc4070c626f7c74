// Puts the menu in place, anew when what is open has changed: a native menu cannot be renamed.
import { Menu, type MenuItem } from 'electron'
import type { EnvironmentList } from '../../contract/features/environments'
import { workspaceKey } from '../../contract/workspace'
import { leadsAway, type MenuActions, type MenuPlace, menuTemplate } from './menu-template'

export interface AppMenu {
  show(list: EnvironmentList): void
  /** A dialog is over the page: what leads away from it is off, and its keys with it. */
  cover(isCovered: boolean): void
}

function placeOf({ active, environments }: EnvironmentList): MenuPlace {
  if (active === null) return null
  const workspaces = environments.find(({ name }) => name === active.environment)?.workspaces ?? []
  const open = workspaces.find(({ ref }) => workspaceKey(ref) === workspaceKey(active))
  return { environment: active.environment, workspace: open?.name ?? active.workspaceId }
}

function setEnabled(items: readonly MenuItem[], isEnabled: boolean): void {
  for (const item of items) {
    if (item.id?.startsWith(leadsAway)) item.enabled = isEnabled
    setEnabled(item.submenu?.items ?? [], isEnabled)
  }
}

export function createMenu(actions: MenuActions, hasDevTools: boolean): AppMenu {
  let shown = ''
  let isCovered = false

  function install(place: MenuPlace): void {
    const isMac = process.platform === 'darwin'
    const menu = Menu.buildFromTemplate(menuTemplate(actions, { isMac, hasDevTools, place }))
    setEnabled(menu.items, !isCovered)
    Menu.setApplicationMenu(menu)
  }

  return {
    show(list) {
      const place = placeOf(list)
      const key = JSON.stringify(place)
      // An open menu would close, and the list is told for smaller reasons too.
      if (key === shown) return
      shown = key
      install(place)
    },
    cover(next) {
      isCovered = next
      setEnabled(Menu.getApplicationMenu()?.items ?? [], !next)
    },
  }
}
