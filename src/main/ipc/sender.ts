// Who may call: only the main frame of a window the app opened, showing exactly the app's own origin.
import type { IpcMainInvokeEvent } from 'electron'

type Sender = Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>

/** `origin` is `scheme://host`, compared whole: URL.origin is "null" for schemes of one's own. */
export function isTrustedSender(event: Sender, origin: string, knownWebContents: ReadonlySet<number>): boolean {
  const frame = event.senderFrame
  if (!frame || frame !== event.sender.mainFrame || !knownWebContents.has(event.sender.id)) return false
  try {
    const url = new URL(frame.url)
    return `${url.protocol}//${url.host}` === origin
  } catch {
    return false
  }
}
