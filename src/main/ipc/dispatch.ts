// Every call of the renderer passes through here, in the same steps: check the sender, look the name up among the
// contract's own properties, parse the input, check the lock of the environment, run the handler, and parse the output,
// which strips everything that the contract does not name. Replies are values or error reports, never a stack or a path.
// This folder is the border to the renderer: it knows the contract and the handlers' types, no feature. Begin here.
import type { IpcMainInvokeEvent } from 'electron'
import { type AppApi, appApi } from '../../contract/app'
import type { Reply } from '../../contract/bridge'
import type { Call } from '../../contract/call'
import { CallEnvelope } from '../../contract/envelope'
import { AppError, type ErrorCode, type FieldProblem } from '../../contract/errors'
import { WorkspaceRef } from '../../contract/workspace'
import { reportOf } from '../schedule/failure'
import type { Log } from '../shell/log'
import type { CallContext, Handlers } from './handlers'

export interface DispatchDeps {
  readonly handlers: Handlers
  /** Throws ENVIRONMENT_LOCKED if the environment is locked. */
  readonly assertUnlocked: (workspace: WorkspaceRef) => void
  readonly log: Pick<Log, 'defect'>
  /** For diagnostics: how long a call of the contract took, and how it failed. */
  readonly onDone?: (callName: string, ms: number, failure: ErrorCode | null) => void
}

export interface Dispatch {
  /** `senderId` separates the windows, so that none can cancel another's call. */
  run(senderId: number, envelope: unknown): Promise<Reply>
  /** Aborts everything the window has in flight. */
  abortSender(senderId: number): void
  /** Resolves when no call is in flight. */
  drain(): Promise<void>
}

type AnyHandler = (input: unknown, context: CallContext) => Promise<unknown>

function lookUp(name: string): { call: Call; feature: keyof AppApi; method: string } | null {
  const [feature = '', method = '', ...rest] = name.split('.')
  if (rest.length > 0 || !Object.hasOwn(appApi, feature)) return null
  const featureName = feature as keyof AppApi
  const methods: Readonly<Record<string, Call>> = appApi[featureName]
  const call = Object.hasOwn(methods, method) ? methods[method] : undefined
  return call ? { call, feature: featureName, method } : null
}

function fieldProblems(issues: readonly { path: PropertyKey[]; message: string }[]): FieldProblem[] {
  return issues.slice(0, 50).map(({ path, message }) => ({ path: path.map(String), message }))
}

export function createDispatch({ handlers, assertUnlocked, log, onDone }: DispatchDeps): Dispatch {
  const inFlight = new Map<string, { senderId: number; controller: AbortController; done: Promise<unknown> }>()

  async function execute(name: string, rawInput: unknown, signal: AbortSignal): Promise<unknown> {
    const found = lookUp(name)
    if (!found) throw new AppError('UNKNOWN_CALL', 'Unknown call.')
    const { call, feature, method } = found
    const input = call.input.safeParse(rawInput)
    if (!input.success) {
      throw new AppError('INVALID_INPUT', 'Some fields aren’t valid.', {
        fields: fieldProblems(input.error.issues),
      })
    }
    if (call.changesService) assertUnlocked(WorkspaceRef.parse((input.data as { workspace: unknown }).workspace))
    // The type Handlers guarantees that the function fits; a lookup by name loses the type.
    const handler = (handlers[feature] as unknown as Readonly<Record<string, AnyHandler>>)[method]
    if (!handler) throw new AppError('UNKNOWN_CALL', 'Unknown call.')
    return call.output.parse(await handler(input.data, { signal }))
  }

  async function run(senderId: number, rawEnvelope: unknown): Promise<Reply> {
    const envelope = CallEnvelope.safeParse(rawEnvelope)
    if (!envelope.success) {
      return { ok: false, error: new AppError('INVALID_INPUT', 'Invalid call.').report }
    }
    const { name, callId, input } = envelope.data
    const key = `${senderId}:${callId}`
    if (inFlight.has(key)) {
      return { ok: false, error: new AppError('INVALID_INPUT', 'This call is already in progress.').report }
    }
    const controller = new AbortController()
    const done: Promise<Reply> = execute(name, input, controller.signal).then(
      (value) => ({ ok: true, value }) as const,
      (defect: unknown) => ({ ok: false, error: reportOf(log, name, defect) }) as const,
    )
    inFlight.set(key, { senderId, controller, done })
    const startedMs = performance.now()
    try {
      if (name === 'shell.cancel') cancel(senderId, input)
      const reply = await done
      // The page chooses the name: only names of the contract are passed on.
      if (lookUp(name)) onDone?.(name, performance.now() - startedMs, reply.ok ? null : reply.error.code)
      return reply
    } finally {
      inFlight.delete(key)
    }
  }

  /** Cancels here, since only the dispatch knows the calls in flight. The handler of `shell.cancel` does nothing. */
  function cancel(senderId: number, input: unknown): void {
    const parsed = appApi.shell.cancel.input.safeParse(input)
    if (parsed.success) inFlight.get(`${senderId}:${parsed.data.callId}`)?.controller.abort()
  }

  return {
    run,
    abortSender(senderId) {
      for (const call of inFlight.values()) if (call.senderId === senderId) call.controller.abort()
    },
    async drain() {
      await Promise.allSettled([...inFlight.values()].map(({ done }) => done))
    },
  }
}

type Sender = Pick<IpcMainInvokeEvent, 'sender' | 'senderFrame'>

/**
 * Trusts only the main frame of a window that the app opened, at exactly the app's origin. `origin` is `scheme://host`:
 * URL.origin would be "null" for a custom scheme.
 */
export function isTrustedSender(event: Sender, origin: string, knownWebContents: ReadonlySet<number>): boolean {
  const frame = event.senderFrame
  if (!frame || frame !== event.sender.mainFrame || !knownWebContents.has(event.sender.id)) return false
  try {
    const url = new URL(frame.url)
    return `${url.protocol}//${url.host}` === origin
  } catch {
    return false
  }
}
