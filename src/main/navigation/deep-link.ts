// Links from outside: `discovery-desk://<environment>/<workspace id>/<view>/<id>`, the id being optional. Their author is
// unknown, so a link is matched as a whole instead of by a URL parser, which would repair it, and it can name a place to
// look at and nothing else.

import { linkScheme, views } from '../../contract/views'
import { EnvironmentName } from '../../contract/workspace'

export interface DeepLink {
  readonly environment: EnvironmentName
  readonly workspaceId: string
  /** Path of the page's router. */
  readonly route: string
}

const longest = 2048
const longestId = 200
const shape = /^discovery-desk:\/\/([a-z]+)\/([^/?#\\]+)\/([a-z]+)(?:\/([^/?#\\]+))?\/?$/

/** The decoded text; null for anything that is no id: `..`, a separator, an invisible character. */
function decoded(part: string): string | null {
  try {
    const text = decodeURIComponent(part)
    const isPlain = text === text.trim() && !/[\p{Cc}\p{Cf}\p{Co}\p{Cn}/\\?#]/u.test(text)
    return isPlain && text !== '' && text !== '.' && text !== '..' && text.length <= longestId ? text : null
  } catch {
    return null
  }
}

/** null for everything that is not exactly such a link. */
export function parseDeepLink(text: string): DeepLink | null {
  const parts = text.length <= longest ? shape.exec(text) : null
  if (parts === null) return null
  const [, name, workspacePart = '', viewPart, idPart] = parts
  const environment = EnvironmentName.safeParse(name).data
  const workspaceId = decoded(workspacePart)
  const view = views.find(({ name }) => name === viewPart)?.name
  if (environment === undefined || workspaceId === null || view === undefined) return null
  if (idPart === undefined) return { environment, workspaceId, route: `/${view}` }
  const id = view === 'settings' ? null : decoded(idPart)
  return id === null ? null : { environment, workspaceId, route: `/${view}/${encodeURIComponent(id)}` }
}

/** The link among the arguments the app was started with. */
export function linkAmong(args: readonly string[]): string | null {
  return args.find((arg) => arg.startsWith(`${linkScheme}:`)) ?? null
}
