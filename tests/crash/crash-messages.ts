// The messages between the program that is killed and the test that kills it.
import type { OpenedLibrary } from '../../src/contract/library'

/** The command-line argument of the program. */
export interface CrashOrder {
  /** Folder of the library program. */
  readonly program: string
  readonly file: string
  readonly key: string
  readonly baseAddress: string
  readonly workspace: { readonly organisationId: string; readonly workspaceId: string }
  readonly seed: number
  /** Number of its first change; numbers are unique across runs. */
  readonly firstNumber: number
  /** Documents for this run to delete, at most one with each change. */
  readonly documents: readonly string[]
  readonly metrics: readonly string[]
  readonly outcomes: readonly string[]
  /** false: only empties the queue. */
  readonly isStorm: boolean
}

export type Attempt = { readonly type: 'attempt'; readonly number: number } & (
  | { readonly kind: 'create' }
  | { readonly kind: 'delete'; readonly document: string }
  | { readonly kind: 'link'; readonly metric: string; readonly outcome: string; readonly action: 'add' | 'remove' }
)

export interface JournalledChange {
  readonly changeId: string
  readonly target: string
}

export interface JournalEntry extends JournalledChange {
  readonly needsReview: boolean
}

/** One line of standard output each. */
export type Message =
  | Attempt
  | { readonly type: 'opened'; readonly state: OpenedLibrary['state']; readonly reason: OpenedLibrary['reason'] }
  | { readonly type: 'library'; readonly pid: number }
  /** Changes journalled or acknowledged before this must be in the next journal, or at the service. */
  | { readonly type: 'asking' }
  | { readonly type: 'journal'; readonly entries: readonly JournalEntry[] }
  /** The change is in the journal; an acknowledgement may follow. */
  | ({ readonly type: 'journalled'; readonly number: number } & JournalledChange)
  | { readonly type: 'acknowledged'; readonly number: number; readonly target: string }
  | { readonly type: 'refused'; readonly number: number; readonly code: string }
  | { readonly type: 'defect'; readonly where: string; readonly what: string }
