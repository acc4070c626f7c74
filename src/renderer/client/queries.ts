// React Query over the typed client: `queryOptionsFor` for reads, `mutationOptionsFor` for commands. A key is [feature,
// method, input], derived here and never typed by hand. A command invalidates nothing: main pushes what it changed (see
// app/pushes.ts).
import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { AppApi } from '../../contract/app'
import type { AppError } from '../../contract/errors'
import type { WorkspaceRef } from '../../contract/workspace'
import { client } from './bridge'
import type { Client } from './client'

type MethodsOfKind<Feature extends keyof AppApi, Kind> = {
  [Method in keyof AppApi[Feature]]: AppApi[Feature][Method] extends { kind: Kind } ? Method : never
}[keyof AppApi[Feature]]

type Run = (input: unknown, options?: { signal?: AbortSignal }) => Promise<unknown>
type InputOf<F> = F extends (input: infer Input, ...rest: never[]) => unknown ? Input : never
type OutputOf<F> = F extends (...args: never[]) => Promise<infer Output> ? Output : never

/** Options for `useQuery` and friends. */
export function queryOptionsFor<Feature extends keyof AppApi, Method extends MethodsOfKind<Feature, 'query'>>(
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

type Key = Pick<ReturnType<typeof queryOptions>, 'queryKey'>

/** Key of data that the page makes of a reply: cached apart from the reply, and refreshed by the same pushes. */
export const derivedKey = ({ queryKey }: Key, part: 'rows' | 'beginning' | 'known') => [...queryKey, part]

/** Key of a reply that stays as it was read: no push refreshes it. */
export const snapshotKey = ({ queryKey }: Key) => ['snapshot', ...queryKey]

/** Options for `useMutation`. */
export function mutationOptionsFor<Feature extends keyof AppApi, Method extends MethodsOfKind<Feature, 'command'>>(
  feature: Feature,
  method: Method,
) {
  const run = client[feature][method] as Run
  return mutationOptions<OutputOf<Client[Feature][Method]>, AppError, InputOf<Client[Feature][Method]>>({
    mutationFn: (input) => run(input) as Promise<OutputOf<Client[Feature][Method]>>,
    mutationKey: [feature, method],
  })
}

/** Counts over all insights of a workspace, independent of filters: one query for all callers. */
export const insightCounts = (workspace: WorkspaceRef) =>
  queryOptionsFor('insights', 'query', {
    workspace,
    filter: {},
    sort: { column: 'updatedAt', direction: 'descending' },
    offset: 0,
    limit: 1,
  })
