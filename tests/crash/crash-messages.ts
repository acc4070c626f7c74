// The messages between the program that is killed and the test that kills it.
import type { OpenedLibrary } from '../../src/contract/library'

/** On the command line of the program. */
export interface CrashOrder {
  /** Folder of the library program. */
  readonly program: string
  readonly file: string
  readonly key: string
  readonly baseAddress: string
  readonly workspace: { readonly organisationId: string; readonly workspaceId: string }
  readonly seed: number
  /** Number of its first change; no two changes of all runs share one. */
  readonly firstNumber: number
  /** For this run to delete, one at most with each change. */
  readonly documents: readonly string[]
  readonly metrics: readonly string[]
  readonly outcomes: readonly string[]
  /** false: makes no change and only empties the queue. */
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
  /** Changes that were journalled or acknowledged before this are in the journal that follows, or at the service. */
  | { readonly type: 'asking' }
  | { readonly type: 'journal'; readonly entries: readonly JournalEntry[] }
  /** The journal has the change, and an acknowledgement may follow. */
  | ({ readonly type: 'journalled'; readonly number: number } & JournalledChange)
  | { readonly type: 'acknowledged'; readonly number: number; readonly target: string }
  | { readonly type: 'refused'; readonly number: number; readonly code: string }
  | { readonly type: 'defect'; readonly where: string; readonly what: string }
