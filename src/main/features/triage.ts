// Triage: the person's own decisions and words. All of it is in the library; nothing here can reach the service.
import type { Emit } from '../../contract/events'
import { showDecisions } from '../../contract/features/triage'
import type { LibraryApi } from '../../contract/library'
import type { Handlers } from '../ipc/handlers'
import { changing } from './changing'

export interface TriageDeps {
  readonly library: Pick<
    LibraryApi,
    'getTriage' | 'existingRecords' | 'listLabels' | 'decideTriage' | 'decideAll' | 'labelAll' | 'setNote'
  >
  readonly emit: Emit
  readonly now: () => string
}

export function triageHandlers({ library, emit, now }: TriageDeps): Handlers['triage'] {
  const decides = changing(emit, showDecisions)
  // Lists find a record by its note and labels.
  const writes = changing(emit, [...showDecisions, 'search'])
  return {
    get: (input) => library.getTriage(input),
    existing: (input) => library.existingRecords(input),
    labels: (input) => library.listLabels(input),
    decide: decides(async (input) => {
      await library.decideTriage({ ...input, decidedAt: now() })
      return null
    }),
    decideAll: decides(async (input) => {
      const { undo } = await library.decideAll({ ...input, decidedAt: now() })
      return { undo }
    }),
    labelAll: writes((input) => library.labelAll(input)),
    setNote: writes(async (input) => {
      await library.setNote(input)
      return null
    }),
  }
}
