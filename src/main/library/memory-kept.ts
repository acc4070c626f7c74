// A library in memory goes with its process when that crashes, and with it what a person was told is kept. Main lives
// on: it remembers the changes that were taken and how they ended, the drafts and the metrics, and puts them into the
// next one.
import type { LibraryApi, LibraryMethod, NewChange } from '../../contract/library'
import { type EnvironmentName, workspaceKey } from '../../contract/workspace'

type Input<Method extends LibraryMethod> = Parameters<LibraryApi[Method]>[0]

interface Waiting {
  readonly change: NewChange
  /** Its place in the order in which they were made. */
  readonly made: number
  /** How far it has come; null: it waits. */
  readonly mark: Input<'markChange'> | null
  /** Each time it was on its way. */
  readonly sendings: readonly Input<'markChange'>[]
  readonly isAskedAbout: boolean
}

interface Ended {
  readonly change: NewChange
  readonly made: number
  readonly sendings: Waiting['sendings']
  readonly settlement: Input<'settleChange'>
}

function begun(kept: Kept, change: NewChange): Waiting {
  kept.lastMade += 1
  return { change, made: kept.lastMade, mark: null, sendings: [], isAskedAbout: false }
}

interface Kept {
  lastMade: number
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

const mended = (change: NewChange) => ({ change, mark: null, isAskedAbout: false })

function waiting(environment: EnvironmentName, changeId: string): Input<'markChange'> {
  return { environment, changeId, state: 'waiting', error: null }
}

const draftKey = ({ workspace, changeId }: Input<'discardDraft'>) => JSON.stringify([workspaceKey(workspace), changeId])

const metricKey = ({ workspace, metricId }: Input<'removeMetric'>) =>
  JSON.stringify([workspaceKey(workspace), metricId])

const notes: { readonly [Method in LibraryMethod]?: (kept: Kept, input: Input<Method>) => void } = {
  addChange(kept, change) {
    const { changes, drafts } = kept
    // Asked again because the first answer was lost: it may have come further meanwhile.
    if (!changes.has(change.changeId)) changes.set(change.changeId, begun(kept, change))
    if (change.kind !== 'createInsight') return
    drafts.delete(draftKey({ workspace: change.workspace }))
    forgetGivenBack(kept, change)
  },
  editChange(kept, change) {
    const { changes, drafts } = kept
    changes.set(change.changeId, { ...(changes.get(change.changeId) ?? begun(kept, change)), ...mended(change) })
    drafts.delete(draftKey(change))
  },
  markChange({ changes }, mark) {
    const known = changes.get(mark.changeId)
    const sendings = mark.state === 'sending' ? [mark] : []
    if (known) changes.set(mark.changeId, { ...known, mark, sendings: [...known.sendings, ...sendings] })
  },
  requireReview({ changes }, { changeIds }) {
    for (const changeId of changeIds) {
      const known = changes.get(changeId)
      if (known) changes.set(changeId, { ...known, isAskedAbout: true })
    }
  },
  settleChange(kept, settlement) {
    const { changes, drafts } = kept
    const known = changes.get(settlement.changeId)
    if (!known) return
    drafts.delete(draftKey(known.change))
    changes.delete(settlement.changeId)
    const { change, made, sendings } = known
    kept.ended = [...kept.ended, { change, made, sendings, settlement }].slice(-mostEnded)
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
    return { ...ended, settlement: { ...settlement, givesDraftBack: false } }
  })
}

function inOrder({ ended, changes }: Kept): readonly { readonly change: NewChange }[] {
  return [...ended, ...changes.values()].sort((one, other) => one.made - other.made)
}

export function createMemoryKept(): MemoryKept {
  const environments = new Map<EnvironmentName, Kept>()

  return {
    note(environment, method, input) {
      const kept = environments.get(environment) ?? {
        lastMade: 0,
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
      // As they were made, and ended then: which wish undoes which is told by that.
      for (const { change } of inOrder(kept)) await request('addChange', change)
      for (const { sendings, settlement } of kept.ended) {
        for (const sending of sendings) await request('markChange', sending)
        await request('settleChange', settlement)
      }
      for (const { change, mark, sendings } of kept.changes.values()) {
        for (const sending of sendings) if (sending !== mark) await request('markChange', sending)
        if (mark) await request('markChange', mark)
        // Mended since, it was not on its way as it is now.
        else if (sendings.length > 0) await request('markChange', waiting(environment, change.changeId))
      }
      const changeIds = [...kept.changes].flatMap(([changeId, { isAskedAbout }]) => (isAskedAbout ? [changeId] : []))
      if (changeIds.length > 0) await request('requireReview', { environment, changeIds })
      for (const draft of kept.drafts.values()) await request('saveDraft', draft)
      return kept.changes.size
    },
    forget: (environment) => void environments.delete(environment),
  }
}
