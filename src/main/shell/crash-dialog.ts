// Uses a native dialog, since the renderer has crashed.
import { type BrowserWindow, dialog } from 'electron'

const choices = ['Reload', 'Quit'] as const

export async function askAfterCrashes(window: BrowserWindow): Promise<'reload' | 'quit'> {
  const options = {
    type: 'error' as const,
    title: 'Discovery Desk',
    message: 'The window stopped working several times in a row.',
    detail:
      'Saved data is safe, and unsent changes are still sent. Reload to continue. If it stops again, restart the app.',
    buttons: [...choices],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
  // The dialog of a window that was never shown would not be visible.
  const { response } = window.isVisible()
    ? await dialog.showMessageBox(window, options)
    : await dialog.showMessageBox(options)
  return choices[response] === 'Quit' ? 'quit' : 'reload'
}
