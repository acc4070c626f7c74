// The port to the Product Discovery Workspace service: everything in main that talks to it does so through this.
import type { ListValidators } from '../../contract/library'
import type { OperationName, PathParameters } from '../../contract/service'
import type { WorkspaceRef } from '../../contract/workspace'

/** Where a workspace is and the right to use it. The token is bound to the address: it is sent nowhere else. */
export interface ServiceTarget {
  readonly workspace: WorkspaceRef
  readonly baseAddress: string
  readonly token: string
  /** Query parameter of *list insights* that asks for related records; null = not sent. */
  readonly relationships: { readonly parameter: string; readonly value: string } | null
}

/** Throws WORKSPACE_UNKNOWN, ADDRESS_INVALID, TOKEN_MISSING or KEYCHAIN_*. */
export type FindTarget = (workspace: WorkspaceRef) => Promise<ServiceTarget>

export type ListName = 'listInsights' | 'listKnowledge'

/** `validators` is null when the service sent none that can be used. */
export type ListAnswer =
  | { readonly state: 'read'; readonly validators: ListValidators | null }
  | { readonly state: 'unchanged' }

export interface ServiceClient {
  /**
   * Sends one operation and returns the parsed body (`data` member unwrapped where the success shape is documented,
   * whatever came or null where it is open). Throws AppError: ADDRESS_INVALID, NAME_NOT_FOUND, CONNECTION_REFUSED,
   * TLS_UNTRUSTED (of a change: nothing was sent); CONNECTION_LOST, TIMEOUT (may have been received: outcome unknown);
   * NOT_THE_SERVICE, REDIRECTED, ANSWER_TOO_LARGE, UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, REFUSED (with `fields`),
   * RATE_LIMITED (with `retryAfterMs`; also without sending, while the host wants to be left alone), SERVICE_FAILED, UNEXPECTED_STATUS; CANCELLED.
   */
  send<Name extends OperationName>(
    target: ServiceTarget,
    name: Name,
    parameters: Omit<PathParameters<Name>, 'orgId' | 'workspaceId'>,
    options: { readonly body?: unknown; readonly signal?: AbortSignal },
  ): Promise<unknown>

  /**
   * Streams the body of a list to `onBytes`, which is awaited before more is read. Same errors as `send`; the body
   * itself is not parsed here, but status, content type and size are checked. With `known`, the service may answer that
   * nothing has changed since; without it, that answer is an error.
   */
  streamList(
    target: ServiceTarget,
    list: ListName,
    options: {
      readonly signal?: AbortSignal
      readonly onBytes: (bytes: Uint8Array) => Promise<void>
      readonly known?: ListValidators | null
    },
  ): Promise<ListAnswer>
}
