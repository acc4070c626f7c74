// A library in memory goes with its process when that crashes, and with it what a person was told is kept. Main lives
// on: it remembers the changes that were taken and how they ended, the drafts and the metrics, and puts them into the
// next one.
import type { LibraryApi, LibraryMethod, NewChange } from '../../contract/library'
import { type EnvironmentName, workspaceKey } from '../../contract/workspace'

type Input<Method extends LibraryMethod> = Parameters<LibraryApi[Method]>[0]

interface Waiting {
  readonly change: NewChange
  /** How far it has come; null: it waits. */
  readonly mark: Input<'markChange'> | null
}

interface Ended {
  readonly change: NewChange
  readonly settlement: Input<'settleChange'>
}

interface Kept {
  readonly changes: Map<string, Waiting>
  /** In the order in which they ended. */
  ended: readonly Ended[]
  readonly metrics: Map<string, Input<'saveMetric'>>
  readonly drafts: Map<string, Input<'saveDraft'>>
}

/** Of a session that went on for long the oldest are let go. */
const mostEnded = 1_000

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

const metricKey = ({ workspace, metricId }: Input<'removeMetric'>) =>
  JSON.stringify([workspaceKey(workspace), metricId])

const notes: { readonly [Method in LibraryMethod]?: (kept: Kept, input: Input<Method>) => void } = {
  addChange(kept, change) {
    const { changes, drafts } = kept
    // Asked again because the first answer was lost: it may have come further meanwhile.
    if (!changes.has(change.changeId)) changes.set(change.changeId, { change, mark: null })
    if (change.kind !== 'createInsight') return
    drafts.delete(draftKey({ workspace: change.workspace }))
    forgetGivenBack(kept, change)
  },
  reviseChange({ changes, drafts }, change) {
    changes.set(change.changeId, { change, mark: null })
    drafts.delete(draftKey(change))
  },
  markChange({ changes }, mark) {
    const known = changes.get(mark.changeId)
    if (known) changes.set(mark.changeId, { ...known, mark })
  },
  settleChange(kept, settlement) {
    const { changes, drafts } = kept
    const known = changes.get(settlement.changeId)
    if (!known) return
    drafts.delete(draftKey(known.change))
    changes.delete(settlement.changeId)
    kept.ended = [...kept.ended, { change: known.change, settlement }].slice(-mostEnded)
  },
  saveDraft(kept, draft) {
    kept.drafts.set(draftKey(draft), draft)
    if (!draft.changeId) forgetGivenBack(kept, draft)
  },
  discardDraft(kept, draft) {
    kept.drafts.delete(draftKey(draft))
    if (!draft.changeId) forgetGivenBack(kept, draft)
  },
  saveMetric: ({ metrics }, metric) => void metrics.set(metricKey(metric), metric),
  removeMetric: ({ metrics }, metric) => void metrics.delete(metricKey(metric)),
}

/** What was typed for a change that came to nothing was the draft, and is not any more. */
function forgetGivenBack(kept: Kept, { workspace }: Input<'discardDraft'>): void {
  const key = workspaceKey(workspace)
  kept.ended = kept.ended.map((ended) => {
    const { change, settlement } = ended
    if (settlement.state === 'done' || workspaceKey(change.workspace) !== key) return ended
    return { change, settlement: { ...settlement, givesDraftBack: false } }
  })
}

export function createMemoryKept(): MemoryKept {
  const environments = new Map<EnvironmentName, Kept>()

  return {
    note(environment, method, input) {
      const kept = environments.get(environment) ?? {
        changes: new Map(),
        ended: [],
        metrics: new Map(),
        drafts: new Map(),
      }
      environments.set(environment, kept)
      // Method and input belong together, which the compiler cannot follow through the index.
      const noteCall = notes[method] as ((kept: Kept, input: unknown) => void) | undefined
      noteCall?.(kept, input)
    },
    async restore(environment, request) {
      const kept = environments.get(environment)
      if (!kept) return 0
      for (const metric of kept.metrics.values()) await request('saveMetric', metric)
      for (const { change, settlement } of kept.ended) {
        await request('addChange', change)
        await request('settleChange', settlement)
      }
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
