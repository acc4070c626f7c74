// Options of the lists: the relationships to fill, and validators. Neither is documented in detail, so the first is
// configurable and lenient, and the second is off by default.
import type { IncomingMessage } from 'node:http'
import { type RelationshipName, type Relationships, relationshipNames } from '../state/views'
import type { Reply } from './replies'

/**
 * The relationships that the query names, comma-separated, in one parameter or several. Values that the service does
 * not know are ignored: 400 is not among the documented answers of *list insights*.
 */
export function wantedRelationships(query: URLSearchParams, parameter: string): Relationships {
  const named = query.getAll(parameter).flatMap((value) => value.split(',').map((name) => name.trim()))
  return new Set(relationshipNames.filter((name: RelationshipName) => named.includes(name)))
}

interface Validator {
  readonly value: string
  readonly notModified: Reply
  isKnownTo(request: IncomingMessage): boolean
}

/** Strong validator of one version of one representation. */
export function etagOf(instance: string, version: number, parts: readonly string[]): Validator {
  const value = `"${[instance, version, ...parts].join('-')}"`
  const notModified: Reply = { kind: 'empty', status: 304, headers: { etag: value } }
  const isKnownTo = ({ headers }: IncomingMessage) => {
    // If-None-Match compares weakly (RFC 9110, 13.1.2).
    const known = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
    return known.includes(value) || known.includes('*')
  }
  return { value, notModified, isKnownTo }
}
