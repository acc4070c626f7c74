import { listParameters, longestLink, longestParameter, mostParameters } from '../../contract/views'
import type { WorkspaceRef } from '../../contract/workspace'
import { rankedKindIn, rankedRows } from './ranked-rows'
import { views } from './views'

/** Ids that a link cannot carry, however they are written: main takes them for no id (see its reading of links). */
const notInLinks = /[\p{C}/\\?#]|^\s|\s$|^\.{1,2}$/u

/** The address in the record's own view: links carry no kind, so one to a view of several kinds would lead to another. */
function ownPath(pathname: string, search: string): string {
  const [, view, first, second] = pathname.split('/')
  if (view === 'map' && second !== undefined) return `/${first}/${second}`
  if (view !== 'prioritise' || first === undefined) return pathname
  return `/${rankedRows[rankedKindIn(new URLSearchParams(search))]}/${first}`
}

/**
 * A link into the app: to the record that is open at this address, or to this view, with the words, filters and order of
 * its list. null: no link leads to this address.
 */
export function linkToView({ environment, workspaceId }: WorkspaceRef, pathname: string, search = ''): string | null {
  const [, view = '', part] = ownPath(pathname, search).split('/')
  if (!views.some(({ path }) => path === `/${view}`)) return null
  const id = part === undefined || view === 'settings' ? '' : decodeURIComponent(part)
  if (notInLinks.test(id) || notInLinks.test(workspaceId)) return null
  const place = `discovery-desk://${environment}/${encodeURIComponent(workspaceId)}/${view}`
  if (id !== '') return `${place}/${encodeURIComponent(id)}`
  const carried = [...new URLSearchParams(search)].filter(
    ([name, value]) => listParameters.has(name) && value !== '' && value.length <= longestParameter,
  )
  // Links with invisible characters are refused, as they could look like other links.
  if (carried.some(([, value]) => /\p{C}/u.test(value))) return null
  const link = carried.length === 0 ? place : `${place}?${new URLSearchParams(carried)}`
  return carried.length <= mostParameters && link.length <= longestLink ? link : null
}
