// Knowledge: reads go to the library, deletions to the queue of changes.
import type { LibraryApi } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import type { Changes } from '../changes/changes'
import type { Handlers } from '../ipc/handlers'
import { assertConfirmed } from './confirmation'
import { textFileAddress } from './text-file-address'

export interface KnowledgeDeps {
  readonly library: Pick<LibraryApi, 'queryKnowledge' | 'getKnowledge'>
  readonly changes: Pick<Changes, 'deleteKnowledge'>
  /** null when the environment is not set up, or is a sandbox that is not running. */
  readonly baseAddressOf: (environment: EnvironmentName) => string | null
}

export function knowledgeHandlers({ library, changes, baseAddressOf }: KnowledgeDeps): Handlers['knowledge'] {
  return {
    query: (input) => library.queryKnowledge(input),
    async get(input) {
      const item = await library.getKnowledge(input)
      // Added here because the library knows no addresses.
      const baseAddress = baseAddressOf(input.workspace.environment)
      return { ...item, txtFileAddress: textFileAddress(item.txtFileUrl, baseAddress) }
    },
    async delete({ workspace, id, confirmation }, { signal }) {
      await assertConfirmed({ workspace, id, confirmation }, async () => {
        const { title } = await library.getKnowledge({ workspace, id })
        return title
      })
      return changes.deleteKnowledge(workspace, id, signal)
    },
  }
}
