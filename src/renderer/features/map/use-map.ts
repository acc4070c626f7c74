// The map as currently filtered and opened. Branches are read as they come on screen; meanwhile, the map stays as it
// was.
import { keepPreviousData, replaceEqualDeep, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import type { AppError } from '../../../contract/errors'
import { type MapFilter, MapKind, type MapTop, mostOfBranch } from '../../../contract/features/map'
import { keyIn } from '../../../contract/workspace-key'
import { onForgotten } from '../../client/forgetting'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { type ListParams, type ListSearch, listShape, useListSearch } from '../../records/list-search'
import type { Revealed } from '../../records/MaskedText'
import { createStore } from '../../ui/store'
import { kindPaths } from './map-words'
import { type BranchAsk, type Outline, outlineOf } from './outline'

/** Names of the chips in an address. */
export const gapsChip = 'gaps'
export const unseenChip = 'unseen'
export const filteredKinds = MapKind.exclude(['feedback']).options

const shape = listShape(['title'], { column: 'title', direction: 'ascending' })

function filterOf({ text, statuses }: { readonly text: string; readonly statuses: readonly string[] }): MapFilter {
  return {
    text,
    kinds: filteredKinds.filter((kind) => statuses.includes(kindPaths[kind])),
    onlyGaps: statuses.includes(gapsChip),
    onlyUnseen: statuses.includes(unseenChip),
  }
}

interface Opened {
  readonly nodes: ReadonlyMap<string, boolean>
  readonly limits: ReadonlyMap<string, number>
}

const untouched: Opened = { nodes: new Map(), limits: new Map() }

/** By workspace and filter; kept while the app runs. */
export const openedNodes = createStore<ReadonlyMap<string, Opened>>(new Map())

onForgotten((isForgotten) => openedNodes.set(new Map([...openedNodes.get()].filter(([key]) => !isForgotten(key)))))

/** Filters kept at most. */
const mostOpened = 20

export interface EvidenceMap {
  readonly params: ListParams<ListSearch<'title'>>
  readonly top: MapTop | undefined
  readonly outline: Outline | null
  readonly isReading: boolean
  readonly error: AppError | null
  readonly retry: () => void
  readonly setOpened: (key: string, isOpen: boolean) => void
  readonly showMore: (branchKey: string, limit: number) => void
  /** The outline for others: content revealed here is hidden. */
  readonly outlineForOthers: () => Outline | null
}

export function useMap(revealed: Revealed): EvidenceMap {
  const { ref: workspace } = useWorkspace()
  const params = useListSearch(shape)
  const filter = filterOf(params.written)
  const queryClient = useQueryClient()
  const {
    data: top,
    error,
    refetch,
    isPlaceholderData,
  } = useQuery({
    ...queryOptionsFor('map', 'top', { workspace, filter }),
    placeholderData: keepPreviousData,
  })
  const storeKey = keyIn(workspace, filter)
  const opened = openedNodes.use().get(storeKey) ?? untouched
  const change = (next: Opened) => {
    const others = [...openedNodes.get()].filter(([key]) => key !== storeKey).slice(1 - mostOpened)
    openedNodes.set(new Map([...others, [storeKey, next]]))
  }

  const queryOf = (ask: BranchAsk) => queryOptionsFor('map', 'branch', { workspace, ...ask })
  const outlineWith = (isRevealed: Revealed['isRevealed']) =>
    top === undefined || isPlaceholderData
      ? null
      : outlineOf({
          ...{ top, filter, isRevealed, opened: opened.nodes, limits: opened.limits, most: mostOfBranch },
          read: (ask) => {
            const { data, status } = queryClient.getQueryState(queryOf(ask).queryKey) ?? {}
            return data ?? (status === 'error' ? 'failed' : undefined)
          },
        })
  const outline = outlineWith(revealed.isRevealed)
  // Each answer renders again, which asks for the branches that then come on screen.
  useQueries({ queries: (outline?.asked ?? []).map(queryOf) })

  const whole = useRef<Outline | null>(null)
  // The same object while its content is unchanged, as another one would lay out the map anew.
  const shown = outline?.isComplete ? replaceEqualDeep(whole.current, outline) : whole.current
  useLayoutEffect(() => {
    whole.current = shown
  })
  return {
    params,
    top,
    outline: shown,
    isReading: outline === null || !outline.isComplete,
    error: top === undefined ? error : null,
    retry: () => {
      void refetch()
      for (const ask of outline?.asked ?? []) {
        if (queryClient.getQueryState(queryOf(ask).queryKey)?.status === 'error')
          void queryClient.refetchQueries(queryOf(ask))
      }
    },
    setOpened: (key, isOpen) => change({ ...opened, nodes: new Map([...opened.nodes, [key, isOpen]]) }),
    showMore: (branchKey, limit) => change({ ...opened, limits: new Map([...opened.limits, [branchKey, limit]]) }),
    outlineForOthers: () => outlineWith(() => false),
  }
}
