// Keeps any renderer from leaving the app's origin, opening windows, requesting permissions, embedding foreign content,
// using the network, or accepting an untrusted certificate.
import { app, type Session } from 'electron'
import type { PageSource } from './page'

/** Nothing listens there, and nobody but an administrator could. */
const deadProxy = 'https://127.0.0.1:1'

/** Cancels every request outside `allowedPrefixes` before a byte is sent, and leads all others nowhere. */
export async function guardSession(
  session: Session,
  { allowedPrefixes, directHosts }: Pick<PageSource, 'allowedPrefixes' | 'directHosts'>,
): Promise<void> {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    answer({ cancel: !allowedPrefixes.some((prefix) => url.startsWith(prefix)) })
  })
  // WebRTC asks neither the policy of the page nor the handler above, but it does ask for a proxy. Chromium would go
  // around it for this computer's own addresses.
  await session.setProxy({ proxyRules: deadProxy, proxyBypassRules: ['<-loopback>', ...directHosts].join(';') })
}

/** Call before the app is ready. */
export function guardAllContents(): void {
  // `<link rel="dns-prefetch">` asks neither policy nor handler nor proxy, and a name can carry data.
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => event.preventDefault())
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-frame-navigate', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
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
