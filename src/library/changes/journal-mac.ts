// The file's cipher hides what is stored but does not notice when it is altered. A journalled change will be sent in
// the person's name, so each carries a code over everything that is sent, made with a key derived from the file's.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

interface SealedFields {
  readonly changeId: string
  readonly organisationId: string
  readonly workspaceId: string
  readonly kind: string
  readonly targetId: string
  /** As stored, character for character. */
  readonly body: string
  readonly createdAt: string
}

export interface JournalSeal {
  seal(fields: SealedFields): Buffer
  fits(fields: SealedFields, code: unknown): boolean
}

/** No key: the library is in memory, and so is its seal. */
export function createJournalSeal(libraryKey: string | null): JournalSeal {
  const secret = libraryKey === null ? randomBytes(32) : Buffer.from(libraryKey, 'hex')
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'discovery-desk journal 1', 32))

  function seal(fields: SealedFields): Buffer {
    const { changeId, organisationId, workspaceId, kind, targetId, body, createdAt } = fields
    const text = JSON.stringify([changeId, organisationId, workspaceId, kind, targetId, body, createdAt])
    return createHmac('sha256', key).update(text).digest()
  }

  return {
    seal,
    fits(fields, code) {
      const expected = seal(fields)
      return Buffer.isBuffer(code) && code.length === expected.length && timingSafeEqual(code, expected)
    },
  }
}
