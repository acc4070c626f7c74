// What is said between the program that is killed and the one that kills it.
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
  /** Of its first change; each has another number, through all lives. */
  readonly firstNumber: number
  /** To be deleted by this life alone, one at most for each change. */
  readonly documents: readonly string[]
  readonly metrics: readonly string[]
  readonly outcomes: readonly string[]
  /** false: makes no change, and works off what is left. */
  readonly isStorm: boolean
}

export type Try = { readonly word: 'try'; readonly number: number } & (
  | { readonly kind: 'create' }
  | { readonly kind: 'delete'; readonly document: string }
  | { readonly kind: 'link'; readonly metric: string; readonly outcome: string; readonly action: 'add' | 'remove' }
)

export interface JournalledChange {
  readonly changeId: string
  readonly target: string
}

/** One line of standard output each. */
export type Said =
  | Try
  | { readonly word: 'opened'; readonly state: OpenedLibrary['state']; readonly reason: OpenedLibrary['reason'] }
  | { readonly word: 'library'; readonly pid: number }
  /** What was kept or acknowledged before this must be in the journal that follows, or at the service. */
  | { readonly word: 'asking' }
  | { readonly word: 'journal'; readonly entries: readonly JournalledChange[] }
  /** The journal has it, which is what an acknowledgement rests on. */
  | ({ readonly word: 'kept'; readonly number: number } & JournalledChange)
  | { readonly word: 'acknowledged'; readonly number: number; readonly target: string }
  | { readonly word: 'refused'; readonly number: number; readonly code: string }
  | { readonly word: 'defect'; readonly where: string; readonly what: string }
