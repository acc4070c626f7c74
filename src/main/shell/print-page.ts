import type { BrowserWindow } from 'electron'
import { AppError } from '../../contract/errors'

/** The window's print view, as a PDF of A4 pages. Throws NOT_FOUND without a window. */
export async function printPage(window: BrowserWindow | undefined): Promise<Uint8Array> {
  if (window === undefined) throw new AppError('NOT_FOUND', 'The window was closed.')
  return await window.webContents.printToPDF({
    pageSize: 'A4',
    margins: { top: 0.7, bottom: 0.7, left: 0.8, right: 0.8 },
    printBackground: true,
  })
}
