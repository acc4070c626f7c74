// What pages may never do, whatever they contain: leave the app's origin, open windows, ask for permissions, embed
// foreign content, use the network, or wave a bad certificate through.
import { app, type Session } from 'electron'

/** `allowedPrefixes`: where the page itself comes from; everything else is refused before a byte is sent. */
export function guardSession(session: Session, allowedPrefixes: readonly string[]): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !allowedPrefixes.some((prefix) => url.startsWith(prefix)) })
  })
}

/** Call before the first window is made. */
export function guardAllContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
  app.on('certificate-error', (event, _contents, _url, _error, _certificate, answer) => {
    event.preventDefault()
    answer(false)
  })
  app.on('select-client-certificate', (event, _contents, _url, _list, answer) => {
    event.preventDefault()
    answer()
  })
  app.on('login', (event, _contents, _details, _info, answer) => {
    event.preventDefault()
    answer()
  })
}

const refusedWhenPackaged = [
  'ignore-certificate-errors',
  'remote-debugging-port',
  'remote-debugging-pipe',
  'disable-web-security',
]

/** The first thing main does. Returns the switch that a packaged build refuses to start with, or null. */
export function refusedSwitch(): string | null {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
  if (!app.isPackaged) return null
  return refusedWhenPackaged.find((name) => app.commandLine.hasSwitch(name)) ?? null
}
