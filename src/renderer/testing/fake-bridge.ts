// Main, as far as a test of the page is concerned. Typed and checked by the contract, so a test cannot set up an
// answer that main could not give. A call that was not set up is refused and fails the test that made it.
import type { z } from 'zod'
import { type AppApi, appApi } from '../../contract/app'
import type { Bridge, EventEnvelope, Reply } from '../../contract/bridge'
import type { Call } from '../../contract/call'
import type { CallEnvelope } from '../../contract/envelope'
import { AppError } from '../../contract/errors'
import type { EventName, Events } from '../../contract/events'
import { EnvironmentList } from '../../contract/features/environments'
import { type Pushed, pushesAfter } from '../../contract/testing/pushes-after'
import type { WorkspaceRef } from '../../contract/workspace'

type MethodName<Feature extends keyof AppApi> = Extract<keyof AppApi[Feature], string>
type CallName = { [Feature in keyof AppApi]: `${Feature}.${MethodName<Feature>}` }[keyof AppApi]

type CallOf<Name extends string> = Name extends `${infer Feature}.${infer Method}`
  ? Feature extends keyof AppApi
    ? Method extends keyof AppApi[Feature]
      ? AppApi[Feature][Method]
      : never
    : never
  : never

type Answer<C> =
  C extends Call<infer Input, infer Output>
    ? (input: z.output<Input>) => z.input<Output> | Promise<z.input<Output>>
    : never

export type Answers = { readonly [Name in CallName]?: Answer<CallOf<Name>> }

export interface FakeBridge {
  /** Every call so far, in order. */
  readonly calls: readonly { readonly name: string; readonly input: unknown }[]
  push<Name extends EventName>(name: Name, payload: Events[Name]): void
}

const calls: Record<string, Record<string, Call>> = appApi
const listeners = new Set<(event: EventEnvelope) => void>()
let current: (envelope: CallEnvelope) => Promise<Reply> = () => Promise.reject(new Error('No fake bridge was set up.'))
let notSetUp: string[] = []

/** The bridge that the page finds on the window; `fakeBridge` decides what is behind it. */
export const standingBridge: Bridge = {
  call: (envelope) => current(envelope),
  on: (listener) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}

function push<Name extends EventName>(name: Name, payload: Events[Name]): void {
  for (const listener of listeners) listener({ name, payload })
}

/** Pushes as main does before it answers a command. */
async function pushAfter(name: string, input: unknown, answers: Answers): Promise<void> {
  const { library, environments, network }: Pushed = pushesAfter[name as keyof typeof pushesAfter] ?? {}
  const { workspace } = input as { workspace?: WorkspaceRef }
  if (library !== undefined && workspace !== undefined) push('library.changed', { workspace, features: library })
  if (network) push('network.changed', {})
  const list = environments && (await answers['environments.list']?.({}))
  if (list) push('environments.changed', EnvironmentList.parse(list))
}

export function fakeBridge(answers: Answers): FakeBridge {
  const made: { name: string; input: unknown }[] = []
  current = async ({ name, input }) => {
    made.push({ name, input })
    const [feature = '', method = ''] = name.split('.')
    const call = calls[feature]?.[method]
    const answer = (answers as Record<string, ((input: unknown) => unknown) | undefined>)[name]
    if (call === undefined || answer === undefined) {
      if (name !== 'shell.cancel') notSetUp.push(name)
      return { ok: false, error: new AppError('INTERNAL', `The test did not set up ${name}.`).report }
    }
    try {
      const value = call.output.parse(await answer(call.input.parse(input)))
      await pushAfter(name, input, answers)
      return { ok: true, value }
    } catch (error) {
      if (error instanceof AppError) return { ok: false, error: error.report }
      throw error
    }
  }
  return { calls: made, push }
}

/** After each test: the names of calls that nobody expected. */
export function takeCallsNotSetUp(): readonly string[] {
  const names = notSetUp
  notSetUp = []
  return names
}
