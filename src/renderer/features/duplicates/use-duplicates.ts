// The shown pairs, the chosen one, and marking a pair as not a duplicate.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppError } from '../../../contract/errors'
import {
  type DuplicatePair,
  type Duplicates,
  leastOfPairs,
  usualThreshold,
} from '../../../contract/features/duplicates'
import { mutationOptionsFor, queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { useAddressParams } from '../../navigation/address-params'
import { useUndoSteps } from '../../records/triage/undo-step'
import { notifyError } from '../../ui/notify'

/** Polled while the library searches. */
const askAgainMs = 400
/** More than anyone goes through at once. */
const shownAtOnce = 200

export const pairKey = ({ insights: [one, other] }: DuplicatePair) => `${one.id} ${other.id}`

/** Filters kept in the address, like those of other views. */
function useAddress() {
  const [params, set] = useAddressParams()
  const typed = Number(params.get('least') ?? usualThreshold)
  const threshold = typed >= leastOfPairs && typed <= 1 ? typed : usualThreshold
  return {
    threshold,
    setThreshold: (value: number) => set('least', value === usualThreshold ? null : String(value)),
    showsDismissed: params.get('dismissed') === '1',
    setShowsDismissed: (shows: boolean) => set('dismissed', shows ? '1' : null),
  }
}

export interface PairList extends ReturnType<typeof useAddress> {
  /** undefined: not read yet. */
  readonly found: Duplicates | undefined
  readonly error: AppError | null
  readonly retry: () => void
  /** Filtered by threshold and by whether they were dismissed. */
  readonly pairs: readonly DuplicatePair[]
  readonly shown: readonly DuplicatePair[]
  readonly showMore: () => void
  readonly dismissedCount: number
  /** −1: no pair. */
  readonly index: number
  readonly choose: (index: number) => void
  readonly toggleDismissed: (pair: DuplicatePair) => void
}

export function usePairs(): PairList {
  const { ref: workspace } = useWorkspace()
  const address = useAddress()
  const { threshold, showsDismissed } = address
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor('duplicates', 'find', { workspace }),
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.progress < 1 ? askAgainMs : false),
  })
  const { mutateAsync } = useMutation(mutationOptionsFor('duplicates', 'dismiss'))
  const [chosen, setChosen] = useState<{ readonly key: string; readonly index: number } | null>(null)
  const [most, setMost] = useState(shownAtOnce)
  const { done, underWay } = useUndoSteps()

  const near = (data?.pairs ?? []).filter(({ similarity }) => similarity >= threshold)
  const pairs = near.filter(({ isDismissed }) => isDismissed === showsDismissed)
  const shown = pairs.slice(0, most)
  const place = shown.findIndex((pair) => pairKey(pair) === chosen?.key)
  // If the chosen pair is gone, the one in its place.
  const index = place >= 0 ? place : Math.min(chosen?.index ?? 0, shown.length - 1)

  const choose = (next: number) => {
    const pair = shown[next]
    if (pair !== undefined) setChosen({ key: pairKey(pair), index: next })
  }

  const save = ({ insights: [one, other] }: DuplicatePair, isDismissed: boolean) =>
    mutateAsync({ workspace, ids: [one.id, other.id], isDismissed })

  const toggleDismissed = async (pair: DuplicatePair) => {
    setChosen({ key: pairKey(pair), index })
    try {
      await underWay(save(pair, !pair.isDismissed))
    } catch (failure) {
      return notifyError(failure)
    }
    done(pair.isDismissed ? 'Restored as possible duplicates' : 'Marked as not duplicates', async () => {
      await save(pair, pair.isDismissed)
      setChosen({ key: pairKey(pair), index: 0 })
      return true
    })
  }

  return {
    ...address,
    found: data,
    error,
    retry: () => void refetch(),
    pairs,
    shown,
    showMore: () => setMost(most + shownAtOnce),
    dismissedCount: near.filter(({ isDismissed }) => isDismissed).length,
    index,
    choose,
    toggleDismissed: (pair) => void toggleDismissed(pair),
  }
}
