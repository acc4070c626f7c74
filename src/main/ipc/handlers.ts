// The type of all handlers: one function for every call of the contract, from parsed input to output. A missing handler
// or an output of another shape does not compile.
import type { z } from 'zod'
import type { AppApi } from '../../contract/app'
import type { Call } from '../../contract/call'

export interface CallContext {
  /** Aborted by `shell.cancel`, and when the window or the app closes. */
  readonly signal: AbortSignal
}

/** A list as the library returns it. */
type Answer<Output> = Output extends readonly (infer Item)[] ? readonly Item[] : Output

export type Handlers = {
  readonly [Feature in keyof AppApi]: {
    readonly [Method in keyof AppApi[Feature]]: AppApi[Feature][Method] extends Call<infer Input, infer Output>
      ? (input: z.output<Input>, context: CallContext) => Promise<Answer<z.input<Output>>>
      : never
  }
}
