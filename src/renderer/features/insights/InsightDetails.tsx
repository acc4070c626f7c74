// Everything the library knows about one insight, beside the list. While another one is read, the last one stays, and
// what the list knows already (title, type) is shown at once.
import { IconGhost2 } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InsightRow } from '../../../contract/features/insights'
import type { WorkspaceRef } from '../../../contract/workspace'
import { queryOf } from '../../client/queries'
import { EmptyState } from '../../ui/EmptyState'
import { ErrorNotice } from '../../ui/ErrorNotice'
import type { Revealed } from '../../ui/records/use-revealed'
import { DetailBody } from './DetailBody'
import { DetailHead } from './DetailHead'
import classes from './InsightDetails.module.css'

interface InsightDetailsProps {
  readonly workspace: WorkspaceRef
  readonly id: string
  /** What the list knows of it, if it is among the rows that are held. */
  readonly row: InsightRow | undefined
  readonly revealed: Revealed
}

export function InsightDetails({ workspace, id, row, revealed }: InsightDetailsProps) {
  const { data, error, refetch } = useQuery({
    ...queryOf('insights', 'get', { workspace, id }),
    placeholderData: keepPreviousData,
  })
  const detail = data?.id === id ? data : undefined
  const known = detail ?? row ?? data
  const isMasked = known?.hideContent === true && !revealed.isRevealed(known.id)

  return (
    <div className={classes.scroller} key={id}>
      {error !== null && error.code === 'NOT_FOUND' ? (
        <EmptyState icon={<IconGhost2 size={22} />} title="Insight not found">
          It was removed, hasn’t synced yet, or belongs to another workspace.
        </EmptyState>
      ) : error !== null ? (
        <ErrorNotice error={error} onRetry={() => void refetch()} />
      ) : (
        known && (
          <>
            <DetailHead insight={known} revealed={revealed} />
            {detail ? (
              <DetailBody insight={detail} isMasked={isMasked} />
            ) : (
              <span className={classes.reading} role="status" aria-label="Loading details" />
            )}
          </>
        )
      )}
    </div>
  )
}
