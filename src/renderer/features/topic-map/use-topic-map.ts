// The kept map and the progress of a new one. The app draws a map where none exists, and adds a few later insights to it;
// only the person has it drawn again.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { fewestOnMap, type MapName, type MapState, staleShare } from '../../../contract/features/topic-map'
import { workspaceKey } from '../../../contract/workspace'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { createStore } from '../../ui/store'

const pollMs = 400

/** Workspaces whose drawing the person cancelled; forgotten when the app ends. */
const cancelled = createStore<ReadonlySet<string>>(new Set())

/** So many insights came later that the map says little about the workspace. */
export const isStale = ({ points, added, missing }: NonNullable<MapState['map']>) =>
  added + missing > (points - added) * staleShare

/** The drawing to start without a request. */
export function dueDrawing(state: MapState, isCancelled: boolean): 'all' | 'missing' | null {
  const { map, progress, hasFailed, withEmbedding } = state
  if (progress !== null || hasFailed || isCancelled) return null
  if (map === null) return withEmbedding >= fewestOnMap ? 'all' : null
  return map.missing > 0 && !isStale(map) ? 'missing' : null
}

export function useTopicMap() {
  const { ref: workspace } = useWorkspace()
  const key = workspaceKey(workspace)
  const isCancelled = cancelled.use().has(key)
  const state = useQuery({
    ...queryOptionsFor('topicMap', 'state', { workspace }),
    refetchInterval: ({ state: { data } }) => (data?.progress == null ? false : pollMs),
  })
  const mapId = state.data?.map?.id ?? null
  const points = useQuery({
    ...queryOptionsFor('topicMap', 'points', { workspace, mapId: mapId ?? '' }),
    enabled: mapId !== null,
    // The last map stays while a new one loads.
    placeholderData: (before) => before,
  })
  const draw = useMutation(mutationOptionsFor('topicMap', 'draw'))
  const cancel = useMutation(mutationOptionsFor('topicMap', 'cancel'))

  const due = state.data === undefined ? null : dueDrawing(state.data, isCancelled)
  const tried = useRef<string | null>(null)
  const begin = useEffectEvent(() => {
    const attempt = `${key} ${due} ${mapId} ${state.data?.map?.missing} ${state.data?.withEmbedding}`
    if (due === null || tried.current === attempt) return
    tried.current = attempt
    draw.mutate({ workspace, what: due })
  })
  const missing = state.data?.map?.missing ?? 0
  useEffect(() => {
    if (due !== null && missing >= 0) begin()
  }, [due, missing])

  return {
    state: state.data,
    error: state.error ?? points.error ?? draw.error,
    retry: () => {
      if (draw.error !== null && draw.variables !== undefined) draw.mutate(draw.variables)
      void Promise.all([state.refetch(), mapId !== null && points.refetch()])
    },
    points: mapId === null ? null : (points.data ?? null),
    isCancelled,
    draw: () => {
      cancelled.set(new Set([...cancelled.get()].filter((each) => each !== key)))
      draw.mutate({ workspace, what: 'all' })
    },
    cancel: () => {
      cancelled.set(new Set([...cancelled.get(), key]))
      cancel.mutate({ workspace })
    },
  }
}

export type TopicMapModel = ReturnType<typeof useTopicMap>

/** Title of one insight; undefined: not read yet, or gone. */
export function useMapName(insight: number | null): MapName | undefined {
  const { ref: workspace } = useWorkspace()
  const { data } = useQuery({
    ...queryOptionsFor('topicMap', 'names', { workspace, insights: insight === null ? [] : [insight] }),
    enabled: insight !== null,
  })
  return data?.find((name) => name.insight === insight)
}

export function useReadMapName(): (insight: number) => Promise<MapName | undefined> {
  const { ref: workspace } = useWorkspace()
  const queryClient = useQueryClient()
  return async (insight) =>
    (await queryClient.fetchQuery(queryOptionsFor('topicMap', 'names', { workspace, insights: [insight] })))[0]
}
