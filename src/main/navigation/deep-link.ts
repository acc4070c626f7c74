// Links from outside: `discovery-desk://<environment>/<workspace id>/<view>/<id>`, where the id is optional, or without an
// id `?` and words, filters and order of a list. Their author is unknown, so a link is matched as a whole instead of by a
// URL parser, which would repair it, and it can name a place to look at and nothing else.

import { linkScheme, listParameters, longestLink, longestParameter, mostParameters, views } from '../../contract/views'
import { EnvironmentName } from '../../contract/workspace'

export interface DeepLink {
  readonly environment: EnvironmentName
  readonly workspaceId: string
  /** Path of the page's router. */
  readonly route: string
}

const longestId = 200
const shape = /^discovery-desk:\/\/([a-z]+)\/([^/?#\\]+)\/([a-z-]+)(?:\/([^/?#\\]+))?\/?(?:\?([^?#\\]+))?$/

/** The decoded text; null for anything that is no id: `..`, a separator, an invisible character. */
function decoded(part: string): string | null {
  try {
    const text = decodeURIComponent(part)
    const isPlain = text === text.trim() && !/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}/\\?#]/u.test(text)
    return isPlain && text !== '' && text !== '.' && text !== '..' && text.length <= longestId ? text : null
  } catch {
    return null
  }
}

/** The query, encoded anew; null where any part of it is no parameter of a list. */
function readQuery(part: string): string | null {
  const read = part.split('&').map((pair) => {
    const [name = '', value = '', ...rest] = pair.split('=')
    const text = rest.length === 0 && listParameters.has(name) ? decodedText(value) : null
    return text === null ? null : ([name, text] as const)
  })
  const known = read.filter((pair) => pair !== null)
  return known.length < read.length || known.length > mostParameters
    ? null
    : new URLSearchParams(known.map(([name, text]): [string, string] => [name, text])).toString()
}

/** The decoded text; null if it can't be a filter: empty, too long, or with an invisible character. */
function decodedText(part: string): string | null {
  try {
    const text = decodeURIComponent(part.replaceAll('+', ' '))
    return text !== '' && text.length <= longestParameter && !/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/u.test(text)
      ? text
      : null
  } catch {
    return null
  }
}

/** null for everything that is not exactly such a link. */
export function parseDeepLink(text: string): DeepLink | null {
  const parts = text.length <= longestLink ? shape.exec(text) : null
  if (parts === null) return null
  const [, name, workspacePart = '', viewPart, idPart, queryPart] = parts
  const environment = EnvironmentName.safeParse(name).data
  const workspaceId = decoded(workspacePart)
  const view = views.find(({ name }) => name === viewPart)?.name
  if (environment === undefined || workspaceId === null || view === undefined) return null
  if (queryPart !== undefined) {
    const query = idPart === undefined ? readQuery(queryPart) : null
    return query === null ? null : { environment, workspaceId, route: `/${view}?${query}` }
  }
  if (idPart === undefined) return { environment, workspaceId, route: `/${view}` }
  const id = view === 'settings' ? null : decoded(idPart)
  return id === null ? null : { environment, workspaceId, route: `/${view}/${encodeURIComponent(id)}` }
}

const isLink = (arg: string) => arg.startsWith(`${linkScheme}:`)

/** The link among the arguments the app was started with. */
export const linkAmong = (args: readonly string[]): string | null => args.find(isLink) ?? null

/** Opens the sandbox at the start. */
export const sandboxSwitch = '--sandbox'

/**
 * The arguments of a process that takes the place of this one, for starts that this one missed: its own, but for what it
 * opened, and what those starts were to open, of several links the last.
 */
export function restartArguments(own: readonly string[], missed: readonly string[]): string[] {
  const link = missed.findLast(isLink)
  return [
    ...own.filter((arg) => arg !== sandboxSwitch && !isLink(arg)),
    ...(missed.includes(sandboxSwitch) ? [sandboxSwitch] : []),
    ...(link === undefined ? [] : [link]),
  ]
}
