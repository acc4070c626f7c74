// Dialogs of the operating system, in front of the app's window.
import { type BrowserWindow, dialog, type MessageBoxOptions, shell } from 'electron'
import type { Dialogs } from '../question'

export function createNativeDialogs(windowInFront: () => BrowserWindow | undefined): Dialogs {
  function show(options: MessageBoxOptions) {
    const window = windowInFront()
    return window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)
  }

  return {
    async ask({ message, detail, accept, decline = 'Cancel' }) {
      const buttons = [decline, accept]
      const { response } = await show({
        type: 'question',
        message,
        detail,
        buttons,
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      })
      return response === 1
    },
    async tell(message, detail) {
      await show({ type: 'info', message, detail, buttons: ['OK'] })
    },
    async chooseFile(defaultPath, { name, extension }) {
      const options = { defaultPath, filters: [{ name, extensions: [extension] }] }
      const window = windowInFront()
      const chosen = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options))
      return chosen.canceled || !chosen.filePath ? null : chosen.filePath
    },
    showInFolder: (file) => shell.showItemInFolder(file),
  }
}
