// The typed client of main: `client.insights.query(input)` crosses the bridge as one call and comes back as a value or
// an AppError. A new call of the contract needs nothing here.
import type { z } from 'zod'
import type { AppApi } from '../../contract/app'
import { AppError } from '../../contract/app-error'
import type { Bridge } from '../../contract/bridge'
import type { Call } from '../../contract/call'

type CallOptions = { readonly signal?: AbortSignal }

export type Client = {
  readonly [Feature in keyof AppApi]: {
    readonly [Method in keyof AppApi[Feature]]: AppApi[Feature][Method] extends Call<infer Input, infer Output>
      ? (input: z.input<Input>, options?: CallOptions) => Promise<z.output<Output>>
      : never
  }
}

/** Rejects with AppError; with CANCELLED as soon as the signal aborts, telling main to stop too. */
async function call(bridge: Bridge, name: string, input: unknown, { signal }: CallOptions = {}): Promise<unknown> {
  const callId = crypto.randomUUID()
  const cancelled = () => new AppError('CANCELLED', 'The request was cancelled.')
  if (signal?.aborted) throw cancelled()
  const abort = new Promise<never>((_, reject) => {
    signal?.addEventListener(
      'abort',
      () => {
        void bridge.call({ name: 'shell.cancel', callId: crypto.randomUUID(), input: { callId } })
        reject(cancelled())
      },
      { once: true },
    )
  })
  const reply = await Promise.race([bridge.call({ name, callId, input }), abort])
  if (reply.ok) return reply.value
  const { code, message, ...details } = reply.error
  throw new AppError(code, message, details)
}

/** Makes a call for any name: the schemas, which list the existing ones, stay out of the page. Main refuses others. */
export function createClient(bridge: Bridge): Client {
  const methodsOf = (feature: string) =>
    byName((method) => (input: unknown, options?: CallOptions) => call(bridge, `${feature}.${method}`, input, options))
  return byName(methodsOf) as Client
}

/** An object that makes the value of a name when it is first asked for. */
function byName<Value>(make: (name: string) => Value): Readonly<Record<string, Value>> {
  return new Proxy<Record<string, Value>>(
    {},
    {
      get(made, name) {
        if (typeof name !== 'string') return undefined
        made[name] ??= make(name)
        return made[name]
      },
    },
  )
}
