import type { Emit, Events } from '../../contract/events'
import type { WorkspaceRef } from '../../contract/workspace'
import type { CallContext } from '../ipc/handlers'

/** Makes handlers that write and then tell the page which features of the workspace changed, before they answer. */
export function changing(emit: Emit, features: Readonly<Events['library.changed']['features']>) {
  return <Input extends { readonly workspace: WorkspaceRef }, Output>(
    write: (input: Input, context: CallContext) => Promise<Output>,
  ) =>
    async (input: Input, context: CallContext): Promise<Output> => {
      const answer = await write(input, context)
      emit('library.changed', { workspace: input.workspace, features: [...features] })
      return answer
    }
}
