// Triage: the person's own decisions and words. All of it is in the library; nothing here can reach the service.
import type { Emit, Events } from '../../contract/events'
import { showDecisions } from '../../contract/features/triage'
import type { LibraryApi } from '../../contract/library'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Handlers } from '../ipc/handlers'

export interface TriageDeps {
  readonly library: Pick<
    LibraryApi,
    'getTriage' | 'existingRecords' | 'listLabels' | 'decideTriage' | 'decideAll' | 'labelAll' | 'setNote' | 'setLabels'
  >
  readonly emit: Emit
  readonly now: () => string
}

type Features = Events['library.changed']['features']

/** Lists find a record by its note and labels. */
const written: Features = [...showDecisions, 'search']

export function triageHandlers({ library, emit, now }: TriageDeps): Handlers['triage'] {
  const changed = (workspace: WorkspaceRef, features: Features) =>
    emit('library.changed', { workspace, features: [...features] })
  return {
    get: (input) => library.getTriage(input),
    existing: async (input) => [...(await library.existingRecords(input))],
    labels: async (input) => [...(await library.listLabels(input))],
    async decide(input) {
      await library.decideTriage({ ...input, decidedAt: now() })
      changed(input.workspace, [...showDecisions])
      return null
    },
    async decideAll(input) {
      const { undo } = await library.decideAll({ ...input, decidedAt: now() })
      changed(input.workspace, [...showDecisions])
      return { undo }
    },
    async labelAll(input) {
      const result = await library.labelAll(input)
      changed(input.workspace, written)
      return result
    },
    async setNote(input) {
      await library.setNote(input)
      changed(input.workspace, written)
      return null
    },
    async setLabels(input) {
      await library.setLabels(input)
      changed(input.workspace, written)
      return null
    },
  }
}
