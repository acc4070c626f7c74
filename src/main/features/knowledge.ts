// Knowledge: reading is the library's, deleting is the outbox's. The library knows no addresses, so the one of a text
// file is put together here.
import type { LibraryApi } from '../../contract/library'
import type { EnvironmentName } from '../../contract/workspace'
import type { Handlers } from '../ipc/handlers'
import type { Outbox } from '../outbox/outbox'
import { assertConfirmed } from './confirmation'
import { textFileAddress } from './text-file'

export interface KnowledgeDeps {
  readonly library: Pick<LibraryApi, 'queryKnowledge' | 'getKnowledge'>
  readonly outbox: Pick<Outbox, 'deleteKnowledge'>
  /** null: not set up, or a sandbox that does not run. */
  readonly baseAddressOf: (environment: EnvironmentName) => string | null
}

export function knowledgeHandlers({ library, outbox, baseAddressOf }: KnowledgeDeps): Handlers['knowledge'] {
  return {
    query: (input) => library.queryKnowledge(input),
    async get(input) {
      const item = await library.getKnowledge(input)
      const baseAddress = baseAddressOf(input.workspace.environment)
      return { ...item, txtFileAddress: textFileAddress(item.txtFileUrl, baseAddress) }
    },
    async delete({ workspace, id, confirmation }, { signal }) {
      await assertConfirmed({ workspace, id, confirmation }, async () => {
        const { title } = await library.getKnowledge({ workspace, id })
        return title
      })
      return outbox.deleteKnowledge(workspace, id, signal)
    },
  }
}
