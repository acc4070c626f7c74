// A library in memory goes with its process when that crashes, and with it what a person was told is kept. Main lives
// on: it remembers the changes that were taken and have not ended, and the drafts, and puts them into the next one.
import type { LibraryApi, LibraryMethod, NewChange } from '../../contract/library'
import { type EnvironmentName, workspaceKey } from '../../contract/workspace'

type Input<Method extends LibraryMethod> = Parameters<LibraryApi[Method]>[0]

interface Waiting {
  readonly change: NewChange
  /** How far it has come; null: it waits. */
  readonly mark: Input<'markChange'> | null
}

interface Kept {
  readonly changes: Map<string, Waiting>
  readonly drafts: Map<string, Input<'saveDraft'>>
}

export interface MemoryKept {
  /** A call about an environment in memory that was answered. */
  note(environment: EnvironmentName, method: LibraryMethod, input: unknown): void
  /** Into the empty library that took its place. Gives how many changes there are. Throws what `request` throws. */
  restore(
    environment: EnvironmentName,
    request: (method: LibraryMethod, input: unknown) => Promise<unknown>,
  ): Promise<number>
  forget(environment: EnvironmentName): void
}

const draftKey = ({ workspace, changeId }: Input<'discardDraft'>) => JSON.stringify([workspaceKey(workspace), changeId])

const notes: { readonly [Method in LibraryMethod]?: (kept: Kept, input: Input<Method>) => void } = {
  addChange({ changes, drafts }, change) {
    // Asked again because the first answer was lost: it may have come further meanwhile.
    if (!changes.has(change.changeId)) changes.set(change.changeId, { change, mark: null })
    if (change.kind === 'createInsight') drafts.delete(draftKey({ workspace: change.workspace }))
  },
  reviseChange({ changes, drafts }, change) {
    changes.set(change.changeId, { change, mark: null })
    drafts.delete(draftKey(change))
  },
  markChange({ changes }, mark) {
    const known = changes.get(mark.changeId)
    if (known) changes.set(mark.changeId, { ...known, mark })
  },
  settleChange({ changes, drafts }, { changeId }) {
    const known = changes.get(changeId)
    if (known) drafts.delete(draftKey(known.change))
    changes.delete(changeId)
  },
  saveDraft: ({ drafts }, draft) => void drafts.set(draftKey(draft), draft),
  discardDraft: ({ drafts }, draft) => void drafts.delete(draftKey(draft)),
}

export function createMemoryKept(): MemoryKept {
  const environments = new Map<EnvironmentName, Kept>()

  return {
    note(environment, method, input) {
      const kept = environments.get(environment) ?? { changes: new Map(), drafts: new Map() }
      environments.set(environment, kept)
      // Method and input belong together, which the compiler cannot follow through the index.
      const noteCall = notes[method] as ((kept: Kept, input: unknown) => void) | undefined
      noteCall?.(kept, input)
    },
    async restore(environment, request) {
      const kept = environments.get(environment)
      if (!kept) return 0
      for (const { change, mark } of kept.changes.values()) {
        await request('addChange', change)
        if (mark) await request('markChange', mark)
      }
      for (const draft of kept.drafts.values()) await request('saveDraft', draft)
      return kept.changes.size
    },
    forget: (environment) => void environments.delete(environment),
  }
}
