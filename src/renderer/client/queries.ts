// React Query over the typed client. A key is [feature, method, input], derived and never typed by hand, so pushes and
// commands can name what they make stale by feature.
import { type QueryClient, queryOptions, type UseMutationOptions } from '@tanstack/react-query'
import type { AppApi } from '../../contract/app'
import type { AppError } from '../../contract/errors'
import { client } from './bridge'
import type { Client } from './client'

type MethodsOfKind<Feature extends keyof AppApi, Kind> = {
  [Method in keyof AppApi[Feature]]: AppApi[Feature][Method] extends { kind: Kind } ? Method : never
}[keyof AppApi[Feature]]

type Run = (input: unknown, options?: { signal?: AbortSignal }) => Promise<unknown>
type InputOf<F> = F extends (input: infer Input, ...rest: never[]) => unknown ? Input : never
type OutputOf<F> = F extends (...args: never[]) => Promise<infer Output> ? Output : never

/** Options for `useQuery` and friends. */
export function queryOf<Feature extends keyof AppApi, Method extends MethodsOfKind<Feature, 'query'>>(
  feature: Feature,
  method: Method,
  input: InputOf<Client[Feature][Method]>,
) {
  const run = client[feature][method] as Run
  return queryOptions<OutputOf<Client[Feature][Method]>, AppError>({
    queryKey: [feature, method, input],
    queryFn: ({ signal }) => run(input, { signal }) as Promise<OutputOf<Client[Feature][Method]>>,
  })
}

/** Options for `useMutation`; `makesStale` names the features whose queries are read again afterwards. */
export function commandOf<Feature extends keyof AppApi, Method extends MethodsOfKind<Feature, 'command'>>(
  queryClient: QueryClient,
  feature: Feature,
  method: Method,
  { makesStale }: { makesStale: readonly (keyof AppApi)[] },
): UseMutationOptions<OutputOf<Client[Feature][Method]>, AppError, InputOf<Client[Feature][Method]>> {
  const run = client[feature][method] as Run
  return {
    mutationFn: (input) => run(input) as Promise<OutputOf<Client[Feature][Method]>>,
    onSettled: () => Promise.all(makesStale.map((stale) => queryClient.invalidateQueries({ queryKey: [stale] }))),
  }
}
