// A call of the renderer is defined by the schemas of its input and output. Queries may be repeated and cached; commands
// have effects.
import type { z } from 'zod'

export interface Call<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: 'query' | 'command'
  readonly input: I
  readonly output: O
  /** The command changes data of the service, so a locked environment refuses it. Its input must have a `workspace`. */
  readonly changesService: boolean
}

export function query<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Call<I, O> & { kind: 'query' } {
  return { kind: 'query', input, output, changesService: false }
}

export function command<I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
  { changesService }: { changesService: boolean } = { changesService: false },
): Call<I, O> & { kind: 'command' } {
  return { kind: 'command', input, output, changesService }
}
