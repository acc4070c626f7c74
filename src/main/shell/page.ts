// The source of the renderer: the build, over app://, or the server of a development run.
import path from 'node:path'
import { app, type Session } from 'electron'
import { appOrigin, appScheme, createAppProtocol, listFiles } from './app-protocol'

export interface PageSource {
  readonly url: string
  /** `scheme://host`, for comparing senders. */
  readonly origin: string
  /** URLs that the renderer's session may load. */
  readonly allowedPrefixes: readonly string[]
  /** Hosts that it reaches over the network: none but the server of a development run. */
  readonly directHosts: readonly string[]
}

export async function servePage(session: Session): Promise<PageSource> {
  const developmentUrl = developmentServer()
  if (developmentUrl !== null) {
    const { origin, host } = new URL(developmentUrl)
    const allowedPrefixes = [`${origin}/`, `ws://${host}/`, 'devtools://']
    return { url: developmentUrl, origin, allowedPrefixes, directHosts: [host] }
  }
  const files = await listFiles(path.join(__dirname, '../renderer'))
  session.protocol.handle(appScheme, createAppProtocol(files))
  const allowedPrefixes = [`${appOrigin}/`, 'devtools://']
  return { url: `${appOrigin}/`, origin: appOrigin, allowedPrefixes, directHosts: [] }
}

/** null: the build is shown. Only `npm run dev` sets the switch, so a variable of the environment alone does nothing. */
function developmentServer(): string | null {
  const isDevelopment = !app.isPackaged && process.argv.includes('--development-server')
  return isDevelopment ? (process.env.ELECTRON_RENDERER_URL ?? null) : null
}
