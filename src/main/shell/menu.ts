// The native menu: roles where the OS knows better, commands of the page where it does not.
import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { Events } from '../../contract/events'

type PageCommand = Events['shell.command']['command']

export function installMenu(tell: (command: PageCommand) => void, hasDevTools: boolean): void {
  const item = (label: string, accelerator: string, command: PageCommand): MenuItemConstructorOptions => ({
    label,
    accelerator,
    click: () => tell(command),
  })
  const isMac = process.platform === 'darwin'
  const settings = item('Settings…', 'CmdOrCtrl+,', 'settings')
  const template: MenuItemConstructorOptions[] = [
    ...(isMac
      ? [
          {
            role: 'appMenu',
            submenu: [
              { role: 'about' },
              { type: 'separator' },
              settings,
              { type: 'separator' },
              { role: 'hide' },
              { role: 'quit' },
            ],
          } satisfies MenuItemConstructorOptions,
        ]
      : []),
    {
      label: '&File',
      submenu: [
        item('New Insight', 'CmdOrCtrl+N', 'new-insight'),
        item('Sync Now', 'CmdOrCtrl+R', 'sync'),
        { type: 'separator' },
        ...(isMac ? [] : [settings, { type: 'separator' } as const]),
        isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        item('Search or Run a Command', 'CmdOrCtrl+K', 'palette'),
        item('Search Insights', 'CmdOrCtrl+F', 'search'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(hasDevTools ? [{ type: 'separator' } as const, { role: 'toggleDevTools' } as const] : []),
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [item('Keyboard Shortcuts', 'CmdOrCtrl+/', 'show-keys')] },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
