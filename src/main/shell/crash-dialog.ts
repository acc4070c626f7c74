// Uses a native dialog, since the renderer has crashed.
import { type BrowserWindow, dialog } from 'electron'

const choices = ['Reload', 'Quit'] as const

export async function askAfterCrashes(window: BrowserWindow): Promise<'reload' | 'quit'> {
  const options = {
    type: 'error' as const,
    title: 'Discovery Desk',
    message: 'The window stopped working several times in a row.',
    detail:
      'What was saved is kept, and waiting changes are still sent. Reload to go on; if it stops again, quit and start the app again.',
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
