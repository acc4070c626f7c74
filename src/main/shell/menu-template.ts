// The application menu as data: roles of the OS where they exist, commands of the renderer otherwise, and the name of the
// open workspace.
import type { MenuItemConstructorOptions } from 'electron'
import type { Events } from '../../contract/events'
import { views } from '../../contract/views'
import { EnvironmentName, environmentLabels } from '../../contract/workspace'

export interface MenuActions {
  readonly tell: (command: Events['shell.command']['command']) => void
  /** `view`: the first part of its path. */
  readonly openView: (view: string) => void
  readonly switchTo: (environment: EnvironmentName) => void
  readonly checkForUpdates: () => void
}

/** The open workspace; null = none. */
export type MenuWorkspace = { readonly environment: EnvironmentName; readonly name: string } | null

export interface MenuShape {
  readonly isMac: boolean
  readonly hasDevTools: boolean
  readonly workspace: MenuWorkspace
}

/** A single ampersand in a label marks the access key of an item. */
function escapeLabel(name: string): string {
  return name.replaceAll('&', '&&')
}

/** Starts the ids of items that navigate. They are disabled while a dialog is open. */
export const navigationPrefix = 'navigate:'

export function menuTemplate(
  { tell, openView, switchTo, checkForUpdates }: MenuActions,
  { isMac, hasDevTools, workspace }: MenuShape,
): MenuItemConstructorOptions[] {
  const item = (
    label: string,
    accelerator: string | null,
    command: Events['shell.command']['command'],
  ): MenuItemConstructorOptions => ({
    id: `${navigationPrefix}command/${command}`,
    label,
    ...(accelerator !== null && { accelerator }),
    click: () => tell(command),
  })
  const settings = item('Settings…', 'CmdOrCtrl+,', 'settings')
  const about = item('About Discovery Desk', null, 'about')
  const separator: MenuItemConstructorOptions = { type: 'separator' }

  const updates: MenuItemConstructorOptions = { label: 'Check for Updates…', click: checkForUpdates }

  const appMenu: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [about, updates, separator, settings, separator, { role: 'hide' }, { role: 'quit' }],
  }
  return [
    ...(isMac ? [appMenu] : []),
    {
      label: '&File',
      submenu: [
        item('New Insight', 'CmdOrCtrl+N', 'new-insight'),
        item('Sync Now', 'CmdOrCtrl+R', 'sync'),
        separator,
        ...(isMac ? [] : [settings, separator]),
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        item('Search or Run a Command', 'CmdOrCtrl+K', 'palette'),
        item('Search This View', 'CmdOrCtrl+F', 'search'),
        separator,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(hasDevTools ? [separator, { role: 'toggleDevTools' } as const] : []),
      ],
    },
    {
      label: '&Go',
      submenu: [
        item('Back', 'CmdOrCtrl+[', 'back'),
        item('Forward', 'CmdOrCtrl+]', 'forward'),
        separator,
        ...views.map(({ label, name }) => ({
          id: `${navigationPrefix}view/${name}`,
          label,
          click: () => openView(name),
        })),
      ],
    },
    environmentMenu(workspace, switchTo),
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        item('Keyboard Shortcuts', 'CmdOrCtrl+/', 'show-keys'),
        item('What’s New', null, 'whats-new'),
        ...(isMac ? [] : [updates]),
        separator,
        item('Report a Problem…', null, 'report-problem'),
        item('Save Diagnostics…', null, 'save-diagnostics'),
        separator,
        item('Third-Party Licences', null, 'licences'),
        ...(isMac ? [] : [about]),
      ],
    },
  ]
}

function environmentMenu(workspace: MenuWorkspace, switchTo: MenuActions['switchTo']): MenuItemConstructorOptions {
  const workspaceLabel = workspace
    ? `${environmentLabels[workspace.environment]} — ${escapeLabel(workspace.name)}`
    : 'No workspace is open'
  return {
    label: 'E&nvironment',
    submenu: [
      { label: workspaceLabel, enabled: false },
      { type: 'separator' },
      ...EnvironmentName.options.map(
        (name, index): MenuItemConstructorOptions => ({
          id: `${navigationPrefix}environment/${name}`,
          label: environmentLabels[name],
          type: 'checkbox',
          checked: workspace?.environment === name,
          accelerator: `CmdOrCtrl+${index + 1}`,
          click: (clicked) => {
            // The system checks the clicked item, but the environment changes only when it has opened.
            clicked.checked = workspace?.environment === name
            switchTo(name)
          },
        }),
      ),
    ],
  }
}
