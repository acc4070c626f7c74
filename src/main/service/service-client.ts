// The port to the Product Discovery Workspace service: the rest of main sends requests through this interface only.
// This folder holds everything about HTTP: addresses, sessions, limits, network errors, and reading answers. It knows
// nothing of queues, retries or the library. Begin with client.ts, the implementation.
import type { ListValidators } from '../../contract/library'
import type { OperationName, PathParameters } from '../../contract/service'
import type { WorkspaceRef } from '../../contract/workspace'

/** The address of a workspace and the token for it. The token is sent to no other address. */
export interface ServiceTarget {
  readonly workspace: WorkspaceRef
  readonly baseAddress: string
  readonly token: string
  /** Query parameter of *list insights* that requests related records; null = not sent. */
  readonly relationships: { readonly parameter: string; readonly value: string } | null
}

/** Throws WORKSPACE_UNKNOWN, ADDRESS_INVALID, TOKEN_MISSING or KEYCHAIN_*. */
export type FindTarget = (workspace: WorkspaceRef) => Promise<ServiceTarget>

export type ListName = 'listInsights' | 'listKnowledge'

/** `validators` is null when the service sent no usable ones. */
export type ListAnswer =
  | { readonly state: 'read'; readonly validators: ListValidators | null }
  | { readonly state: 'unchanged' }

export interface ServiceClient {
  /**
   * Sends one operation and returns the parsed body: the `data` member where the success shape is documented, the body
   * or null where it is open. Throws AppError: ADDRESS_INVALID, NAME_NOT_FOUND, CONNECTION_REFUSED, TLS_UNTRUSTED,
   * PROXY_SIGN_IN (for a change: nothing was sent); CONNECTION_LOST, TIMEOUT (it may have arrived: outcome unknown); NOT_THE_SERVICE,
   * REDIRECTED, ANSWER_TOO_LARGE, UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, REFUSED (with `fields`), RATE_LIMITED (with
   * `retryAfterMs`; also without sending, during a pause of the host), SERVICE_FAILED, UNEXPECTED_STATUS; CANCELLED.
   */
  send<Name extends OperationName>(
    target: ServiceTarget,
    name: Name,
    parameters: Omit<PathParameters<Name>, 'orgId' | 'workspaceId'>,
    options: { readonly body?: unknown; readonly signal?: AbortSignal },
  ): Promise<unknown>

  /**
   * Streams the body of a list to `onBytes`, which is awaited before more is read. Checks status, content type and size,
   * does not parse the body, and throws the same errors as `send`. With `known` the service may answer that the list is
   * unchanged; without it, that answer is an error.
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
