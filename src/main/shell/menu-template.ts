// The native menu as data: roles where the OS knows better, commands of the page where it does not, and where the
// person is, readable without the page.
import type { MenuItemConstructorOptions } from 'electron'
import type { Events } from '../../contract/events'
import { views } from '../../contract/views'
import { EnvironmentName, environmentLabels } from '../../contract/workspace'

export interface MenuActions {
  readonly tell: (command: Events['shell.command']['command']) => void
  /** By the first part of its path. */
  readonly openView: (view: string) => void
  readonly switchTo: (environment: EnvironmentName) => void
}

/** What is open: its environment and the name of its workspace; null = nothing. */
export type MenuPlace = { readonly environment: EnvironmentName; readonly workspace: string } | null

export interface MenuShape {
  readonly isMac: boolean
  readonly hasDevTools: boolean
  readonly place: MenuPlace
}

/** An ampersand in a label marks the letter that opens an item, so one of a name has to be written twice. */
function plain(name: string): string {
  return name.replaceAll('&', '&&')
}

/** Begins the ids of items that lead away from what is open; they are off while a dialog is. */
export const leadsAway = 'away '

export function menuTemplate(
  { tell, openView, switchTo }: MenuActions,
  { isMac, hasDevTools, place }: MenuShape,
): MenuItemConstructorOptions[] {
  const item = (
    label: string,
    accelerator: string,
    command: Events['shell.command']['command'],
  ): MenuItemConstructorOptions => ({ id: `${leadsAway}${command}`, label, accelerator, click: () => tell(command) })
  const settings = item('Settings…', 'CmdOrCtrl+,', 'settings')
  const separator: MenuItemConstructorOptions = { type: 'separator' }
  const here = place ? `${environmentLabels[place.environment]} — ${plain(place.workspace)}` : 'No workspace is open'

  const appMenu: MenuItemConstructorOptions = {
    role: 'appMenu',
    submenu: [{ role: 'about' }, separator, settings, separator, { role: 'hide' }, { role: 'quit' }],
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
        item('Search in This View', 'CmdOrCtrl+F', 'search'),
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
      submenu: views.map(({ label, name }) => ({
        id: `${leadsAway}to /${name}`,
        label,
        click: () => openView(name),
      })),
    },
    {
      label: 'E&nvironment',
      submenu: [
        { label: here, enabled: false },
        separator,
        ...EnvironmentName.options.map(
          (name, index): MenuItemConstructorOptions => ({
            id: `${leadsAway}to ${name}`,
            label: environmentLabels[name],
            type: 'checkbox',
            checked: place?.environment === name,
            accelerator: `CmdOrCtrl+${index + 1}`,
            click: (clicked) => {
              // The system ticks what was clicked; where the person is changes only when they have arrived.
              clicked.checked = place?.environment === name
              switchTo(name)
            },
          }),
        ),
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [item('Keyboard Shortcuts', 'CmdOrCtrl+/', 'show-keys')] },
  ]
}
