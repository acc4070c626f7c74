// The file's cipher hides what is stored but does not notice when it is altered. A journalled change will be sent in
// the person's name, so each carries a code over everything that is sent and how far it has come, made with a key
// derived from the file's.
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
  /** Set back, a change that arrived would be sent again. */
  readonly state: string
  readonly needsReview: boolean
}

export interface JournalMac {
  seal(fields: SealedFields): Buffer
  fits(fields: SealedFields, code: unknown): boolean
  /** As version 1 of the app sealed it, which left out the state. */
  fittedBefore(fields: SealedFields, code: unknown): boolean
}

/** No key: the library is in memory, and so is its seal. */
export function createJournalMac(libraryKey: string | null): JournalMac {
  const secret = libraryKey === null ? randomBytes(32) : Buffer.from(libraryKey, 'hex')
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'discovery-desk journal 1', 32))

  const codeOf = (parts: readonly unknown[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest()

  function whatIsSent({ changeId, organisationId, workspaceId, kind, targetId, body, createdAt }: SealedFields) {
    return [changeId, organisationId, workspaceId, kind, targetId, body, createdAt]
  }

  const seal = (fields: SealedFields) => codeOf([...whatIsSent(fields), fields.state, fields.needsReview])
  const isSame = (expected: Buffer, code: unknown) =>
    Buffer.isBuffer(code) && code.length === expected.length && timingSafeEqual(code, expected)

  return {
    seal,
    fits: (fields, code) => isSame(seal(fields), code),
    fittedBefore: (fields, code) => isSame(codeOf(whatIsSent(fields)), code),
  }
}
