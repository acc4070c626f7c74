// Connects the dispatch to Electron's IPC: one channel for calls, one for pushes.
import { type BrowserWindow, ipcMain } from 'electron'
import { callChannel, type EventEnvelope, eventChannel, type Reply } from '../../contract/bridge'
import { AppError } from '../../contract/errors'
import { type Emit, events } from '../../contract/events'
import { type Dispatch, isTrustedSender } from './dispatch'

/** Calls wait for the dispatch: the page loads while the app is composed. */
export function serveCalls(dispatch: Promise<Dispatch>, origin: string, knownWebContents: ReadonlySet<number>): void {
  ipcMain.handle(callChannel, async (event, envelope: unknown): Promise<Reply> => {
    if (!isTrustedSender(event, origin, knownWebContents)) {
      return { ok: false, error: new AppError('FORBIDDEN_SENDER', 'This page isn’t allowed to call the app.').report }
    }
    const { id } = event.sender
    return (await dispatch).run(id, envelope)
  })
}

/** Parses pushes like outputs, which strips fields that the contract does not name. */
export function createEmit(windows: () => readonly BrowserWindow[]): Emit {
  return (name, payload) => {
    const envelope: EventEnvelope = { name, payload: events[name].parse(payload) }
    for (const window of windows()) if (!window.isDestroyed()) window.webContents.send(eventChannel, envelope)
  }
}
