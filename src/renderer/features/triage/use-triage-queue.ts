import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { AppError } from '../../../contract/errors'
import type { WorkspaceRef } from '../../../contract/workspace'
import { client } from '../../client/bridge'
import { queryOptionsFor, snapshotKey } from '../../client/queries'
import { isNarrowed } from '../../records/list-search'
import { insightShape } from '../insights'

/** More than anyone triages at a sitting; the rest follows afterwards. */
const mostIds = 2_000
const pageSize = 500

const strongestFirst = { column: 'combinedScore', direction: 'descending' } as const

interface Queue {
  readonly ids: readonly string[]
  readonly total: number
}

export interface TriageQueue {
  /** Fixed when triage began, strongest first; undefined: not read yet. */
  readonly queue: Queue | undefined
  readonly error: AppError | null
  /** Number left; undefined: not read yet. */
  readonly left: number | undefined
  /** Starts again with the insights left now. */
  readonly restart: () => void
  /** Whether a search or filters leave insights out. */
  readonly isNarrowed: boolean
  /** Words of the search; empty: none. */
  readonly text: string
  /** Whether more than words leaves insights out. */
  readonly hasFilters: boolean
  /** The address's parameters without search and filters. What triage does not go by stays, for the way back to the list. */
  readonly widened: URLSearchParams
}

/** The insights left in the list, filtered as the address says. */
export function useTriageQueue(workspace: WorkspaceRef): TriageQueue {
  const [params] = useSearchParams()
  // Triage has its own order and choice of insights.
  const { sort, seen, triage, ...search } = insightShape.read(params)
  const filter = { ...search, seen: 'any', triage: 'left' } as const
  const page = (offset: number, limit: number) => ({ workspace, filter, sort: strongestFirst, offset, limit })
  const { data, error, refetch } = useQuery<Queue, AppError>({
    queryKey: snapshotKey(queryOptionsFor('insights', 'query', page(0, pageSize))),
    queryFn: async () => {
      const ids: string[] = []
      for (;;) {
        const { rows, total } = await client.insights.query(page(ids.length, pageSize))
        ids.push(...rows.map(({ id }) => id))
        if (rows.length < pageSize || ids.length >= mostIds) return { ids, total }
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { data: now } = useQuery(queryOptionsFor('insights', 'query', page(0, 1)))
  return {
    queue: data,
    error,
    left: now?.total,
    restart: () => void refetch(),
    isNarrowed: isNarrowed(insightShape, { ...insightShape.plain, ...search }),
    text: search.text,
    hasFilters: isNarrowed(insightShape, { ...insightShape.plain, ...search, text: '' }),
    widened: insightShape.write({ ...insightShape.plain, sort, seen, triage }, params),
  }
}
