// Every call of the page comes through here, in the same steps: the sender is the app's own page, the name is an own
// property of the contract, the input parses, the environment allows it, the handler runs, the output is parsed down to
// what the contract names. What leaves is a value or an error report, never a stack or a path.
import { type AppApi, appApi } from '../../contract/app'
import type { Reply } from '../../contract/bridge'
import type { Call } from '../../contract/call'
import { CallEnvelope } from '../../contract/envelope'
import { AppError, type ErrorReport, type FieldProblem } from '../../contract/errors'
import { WorkspaceRef } from '../../contract/workspace'
import type { CallContext, Handlers } from './handlers'

export interface DispatchDeps {
  readonly handlers: Handlers
  /** Throws ENVIRONMENT_LOCKED when nothing may be changed there. */
  readonly assertUnlocked: (workspace: WorkspaceRef) => void
  /** Writes down an unexpected failure and returns the id under which it can be found. */
  readonly logDefect: (callName: string, defect: unknown) => string
}

export interface Dispatch {
  /** `senderId` separates the calls of one window from another's, so that none can cancel a stranger's. */
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
  const known = feature as keyof AppApi
  const methods: Readonly<Record<string, Call>> = appApi[known]
  const call = Object.hasOwn(methods, method) ? methods[method] : undefined
  return call ? { call, feature: known, method } : null
}

function fieldProblems(issues: readonly { path: PropertyKey[]; message: string }[]): FieldProblem[] {
  return issues.slice(0, 50).map(({ path, message }) => ({ path: path.map(String), message }))
}

export function createDispatch({ handlers, assertUnlocked, logDefect }: DispatchDeps): Dispatch {
  const inFlight = new Map<string, { senderId: number; controller: AbortController; done: Promise<unknown> }>()

  function reportOf(name: string, defect: unknown): ErrorReport {
    if (defect instanceof AppError) return defect.report
    const logId = logDefect(name, defect)
    return new AppError('INTERNAL', `Something went wrong in the app. It was written down as ${logId}.`).report
  }

  async function execute(name: string, rawInput: unknown, signal: AbortSignal): Promise<unknown> {
    const found = lookUp(name)
    if (!found) throw new AppError('UNKNOWN_CALL', 'The app does not know this call.')
    const { call, feature, method } = found
    const input = call.input.safeParse(rawInput)
    if (!input.success) {
      throw new AppError('INVALID_INPUT', 'Some of what was entered cannot be used.', {
        fields: fieldProblems(input.error.issues),
      })
    }
    if (call.changesService) assertUnlocked(WorkspaceRef.parse((input.data as { workspace: unknown }).workspace))
    // The type of Handlers proves that the function fits; the lookup by name loses it.
    const handler = (handlers[feature] as unknown as Readonly<Record<string, AnyHandler>>)[method]
    if (!handler) throw new AppError('UNKNOWN_CALL', 'The app does not know this call.')
    return call.output.parse(await handler(input.data, { signal }))
  }

  function cancel(senderId: number, callId: string): null {
    inFlight.get(`${senderId}:${callId}`)?.controller.abort()
    return null
  }

  async function run(senderId: number, rawEnvelope: unknown): Promise<Reply> {
    const envelope = CallEnvelope.safeParse(rawEnvelope)
    if (!envelope.success) {
      return { ok: false, error: new AppError('INVALID_INPUT', 'The call was not understood.').report }
    }
    const { name, callId, input } = envelope.data
    const key = `${senderId}:${callId}`
    if (inFlight.has(key)) {
      return { ok: false, error: new AppError('INVALID_INPUT', 'This call is already under way.').report }
    }
    const controller = new AbortController()
    const done: Promise<Reply> = execute(name, input, controller.signal).then(
      (value) => ({ ok: true, value }) as const,
      (defect: unknown) => ({ ok: false, error: reportOf(name, defect) }) as const,
    )
    inFlight.set(key, { senderId, controller, done })
    try {
      if (name === 'shell.cancel') cancelNamed(senderId, input)
      return await done
    } finally {
      inFlight.delete(key)
    }
  }

  /** Cancelling is about the dispatch itself, so it happens here; the contract's handler only answers. */
  function cancelNamed(senderId: number, input: unknown): void {
    const parsed = appApi.shell.cancel.input.safeParse(input)
    if (parsed.success) cancel(senderId, parsed.data.callId)
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
