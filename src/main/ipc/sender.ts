import type { IpcMainInvokeEvent } from 'electron'

type Sender = Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>

/**
 * Trusts only the main frame of a window that the app opened, at exactly the app's origin. `origin` is `scheme://host`:
 * URL.origin would be "null" for a custom scheme.
 */
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
