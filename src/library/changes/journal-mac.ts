// The file's cipher hides what is stored but does not notice when it is tampered with. A journalled change will be sent in
// the person's name, so each carries a signature (HMAC, with a key derived from the file's) over everything that is sent
// and over the two columns that decide whether it is sent without the person: the state and `needs_review`.
//
// The other columns are not signed, as none of them can have a change sent without the approval that it needs:
// `version`            a tampered one makes a write lose; only a decision that was under way could win
// `retry_at`           moves a try; the pause that the service asked for is also kept in memory
// `is_edited`          says whether text that arrived counts as the edited text
// `error`              decides what is shown, and whether the attempt may still arrive; bytes changed without the key
//                      are not an error of this app, and count as tampered with
// `is_superseded`      is read for a change that failed or needs review, which only the person sends
// `attempts`, `attempt_run`, `attempt_ms`   say which list is late enough to reconcile a change that was sent before
// `title`, `content`   are shown only
// `draft_id`           names the draft that the text returns to when the change is given up
import { createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

interface SignedFields {
  readonly changeId: string
  readonly organisationId: string
  readonly workspaceId: string
  readonly kind: string
  readonly targetId: string
  /** As stored, character for character. */
  readonly body: string
  readonly createdAt: string
  /** If it were set back, a change that arrived would be sent again. */
  readonly state: string
  readonly needsReview: boolean
}

export interface JournalMac {
  sign(fields: SignedFields): Buffer
  verify(fields: SignedFields, signature: unknown): boolean
  /** Verifies a signature of version 1 of the app, which left out the state. */
  verifyVersion1(fields: SignedFields, signature: unknown): boolean
}

/** Without a key the library is in memory, and so is the key of its signatures. */
export function createJournalMac(libraryKey: string | null): JournalMac {
  const secret = libraryKey === null ? randomBytes(32) : Buffer.from(libraryKey, 'hex')
  // A key object: from bytes, Node makes one for each signature, which takes five times as long.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'discovery-desk journal 1', 32)))

  const hmacOf = (parts: readonly unknown[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest()

  function whatIsSent({ changeId, organisationId, workspaceId, kind, targetId, body, createdAt }: SignedFields) {
    return [changeId, organisationId, workspaceId, kind, targetId, body, createdAt]
  }

  const sign = (fields: SignedFields) => hmacOf([...whatIsSent(fields), fields.state, fields.needsReview])
  const isSame = (expected: Buffer, signature: unknown) =>
    Buffer.isBuffer(signature) && signature.length === expected.length && timingSafeEqual(signature, expected)

  return {
    sign,
    verify: (fields, signature) => isSame(sign(fields), signature),
    verifyVersion1: (fields, signature) => isSame(hmacOf(whatIsSent(fields)), signature),
  }
}
