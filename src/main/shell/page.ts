// Where the renderer is loaded from: the build, over app://, or the server of a development run.
import path from 'node:path'
import { app, type Session } from 'electron'
import { appOrigin, appScheme, createAppProtocol, listFiles } from './app-protocol'

export interface PageSource {
  readonly url: string
  /** `scheme://host`, for comparing senders. */
  readonly origin: string
  /** URLs that the renderer's session may load. */
  readonly allowedPrefixes: readonly string[]
}

export async function servePage(session: Session): Promise<PageSource> {
  const developmentUrl = process.env.ELECTRON_RENDERER_URL
  if (developmentUrl && !app.isPackaged) {
    const { origin, host } = new URL(developmentUrl)
    return { url: developmentUrl, origin, allowedPrefixes: [`${origin}/`, `ws://${host}/`, 'devtools://'] }
  }
  const files = await listFiles(path.join(__dirname, '../renderer'))
  session.protocol.handle(appScheme, createAppProtocol(files))
  return { url: `${appOrigin}/`, origin: appOrigin, allowedPrefixes: [`${appOrigin}/`, 'devtools://'] }
}
