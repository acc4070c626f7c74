// The context menu for text that a person edits or has selected: the same as the Edit menu.
import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron'

/** Returns no items if there is no text to work with. */
export function textMenuTemplate({
  isEditable,
  selectionText,
  editFlags,
}: Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>): MenuItemConstructorOptions[] {
  const copy: MenuItemConstructorOptions = { role: 'copy', enabled: editFlags.canCopy }
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy]
  return [
    { role: 'undo', enabled: editFlags.canUndo },
    { role: 'redo', enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', enabled: editFlags.canCut },
    copy,
    { role: 'paste', enabled: editFlags.canPaste },
    { type: 'separator' },
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ]
}

export function offerTextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, params) => {
    const template = textMenuTemplate(params)
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window })
  })
}
