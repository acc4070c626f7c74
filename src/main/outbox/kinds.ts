// What is different from one kind of change to another, in one place: whether it may wait for the service, which list
// tells what became of it when its answer was lost, and what it changes on the page.
import type { Events } from '../../contract/events'
import type { ChangeKind } from '../../contract/features/activity'
import type { JournalEntry, SyncResource } from '../../contract/library'

interface KindOfChange {
  /** Sending it later means the same as sending it now. The others are sent at once or not at all. */
  readonly canWait: boolean
  /** null: none does. Sending it again has the same effect as sending it once, so it is simply sent again. */
  readonly toldBy: SyncResource | null
  readonly affects: Events['library.changed']['features']
}

const links = { canWait: true, toldBy: null, affects: ['metrics', 'outcomes', 'activity'] } satisfies KindOfChange

const kinds: Readonly<Record<ChangeKind, KindOfChange>> = {
  createInsight: { canWait: true, toldBy: 'insights', affects: ['insights', 'search', 'activity'] },
  linkMetric: links,
  unlinkMetric: links,
  deleteKnowledge: { canWait: false, toldBy: 'knowledge', affects: ['knowledge', 'search', 'activity'] },
  deleteOutcome: {
    canWait: false,
    toldBy: 'insights',
    affects: ['outcomes', 'insights', 'opportunities', 'solutions', 'metrics', 'search', 'activity'],
  },
  markAllSeen: {
    canWait: false,
    toldBy: 'insights',
    affects: ['insights', 'opportunities', 'outcomes', 'activity'],
  },
}

export function kindOf({ kind }: { readonly kind: ChangeKind }): KindOfChange {
  return kinds[kind]
}

/** It may have arrived. */
export function isUncertain({ state }: JournalEntry): boolean {
  return state === 'unknown' || state === 'sending'
}
