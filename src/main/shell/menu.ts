// Installs the application menu, again whenever the open workspace changes: items of a native menu cannot be renamed.
import { Menu, type MenuItem } from 'electron'
import type { EnvironmentList } from '../../contract/features/environments'
import { workspaceKey } from '../../contract/workspace'
import { type MenuActions, type MenuWorkspace, menuTemplate, navigationPrefix } from './menu-template'

export interface AppMenu {
  show(list: EnvironmentList): void
  /** Disables the items that navigate, and their keys, while a dialog is open. */
  setModalOpen(isOpen: boolean): void
}

function toMenuWorkspace({ active, environments }: EnvironmentList): MenuWorkspace {
  if (active === null) return null
  const workspaces = environments.find(({ name }) => name === active.environment)?.workspaces ?? []
  const open = workspaces.find(({ ref }) => workspaceKey(ref) === workspaceKey(active))
  return { environment: active.environment, name: open?.name ?? active.workspaceId }
}

function setNavigationEnabled(items: readonly MenuItem[], isEnabled: boolean): void {
  for (const item of items) {
    if (item.id?.startsWith(navigationPrefix)) item.enabled = isEnabled
    setNavigationEnabled(item.submenu?.items ?? [], isEnabled)
  }
}

export function createMenu(actions: MenuActions, hasDevTools: boolean): AppMenu {
  let installedKey = ''
  let isModalOpen = false

  function install(workspace: MenuWorkspace): void {
    const isMac = process.platform === 'darwin'
    const menu = Menu.buildFromTemplate(menuTemplate(actions, { isMac, hasDevTools, workspace }))
    setNavigationEnabled(menu.items, !isModalOpen)
    Menu.setApplicationMenu(menu)
  }

  return {
    show(list) {
      const workspace = toMenuWorkspace(list)
      const key = JSON.stringify(workspace)
      // Installing closes an open menu, and the list also changes in ways that the menu does not show.
      if (key === installedKey) return
      installedKey = key
      install(workspace)
    },
    setModalOpen(isOpen) {
      isModalOpen = isOpen
      setNavigationEnabled(Menu.getApplicationMenu()?.items ?? [], !isOpen)
    },
  }
}
