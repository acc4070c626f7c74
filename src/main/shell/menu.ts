// Puts the menu in place, anew when what is open has changed: a native menu cannot be renamed.
import { Menu } from 'electron'
import type { EnvironmentList } from '../../contract/features/environments'
import { workspaceKey } from '../../contract/workspace'
import { type MenuActions, type MenuPlace, menuTemplate } from './menu-template'

export interface AppMenu {
  show(list: EnvironmentList): void
}

function placeOf({ active, environments }: EnvironmentList): MenuPlace {
  if (active === null) return null
  const workspaces = environments.find(({ name }) => name === active.environment)?.workspaces ?? []
  const open = workspaces.find(({ ref }) => workspaceKey(ref) === workspaceKey(active))
  return { environment: active.environment, workspace: open?.name ?? active.workspaceId }
}

export function createMenu(actions: MenuActions, hasDevTools: boolean): AppMenu {
  let shown = ''

  function install(place: MenuPlace): void {
    const isMac = process.platform === 'darwin'
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(actions, { isMac, hasDevTools, place })))
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
  }
}
