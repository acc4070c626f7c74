import { IconChecks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InsightDetail } from '../../../contract/features/insights'
import { hiddenContent } from '../../../contract/features/record-words'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { useWhyNotNow } from '../../records/OfflineNote'
import { shownTitle } from '../../records/record-words'
import { ActionButton } from '../../ui/ActionButton'
import { lazyDialog } from '../../ui/lazy-with-preload'
import classes from './triage.module.css'

const MarkSeenDialog = lazyDialog(() => import('../opportunities').then(({ MarkSeenDialog }) => MarkSeenDialog))

/** Number of unseen insights in an opportunity by triage state; undefined: not read yet. */
function useUnseen(opportunityId: string, triage: 'left' | 'reviewed' | 'snoozed'): number | undefined {
  const { ref: workspace } = useWorkspace()
  const { data } = useQuery(
    queryOptionsFor('insights', 'query', {
      workspace,
      filter: { relatedTo: { kind: 'opportunity', id: opportunityId }, seen: 'unseen', triage },
      sort: { column: 'updatedAt', direction: 'descending' },
      offset: 0,
      limit: 1,
    }),
  )
  return data?.total
}

interface MarkSeenOfferProps {
  readonly opportunity: InsightDetail['opportunities'][number]
}

/** Offers to mark an opportunity's insights as seen in the service, once all unseen ones are reviewed here. */
export function MarkSeenOffer({ opportunity: { id, title, hideContent } }: MarkSeenOfferProps) {
  const whyNotNow = useWhyNotNow()
  const [isOpen, setIsOpen] = useState(false)
  const left = useUnseen(id, 'left')
  const reviewed = useUnseen(id, 'reviewed')
  const snoozed = useUnseen(id, 'snoozed')
  // Insights created here count as neither until someone decides about them.
  const isDone = left === 0 && snoozed === 0 && (reviewed ?? 0) > 0
  return (
    <>
      {isDone && (
        <div className={classes.offer}>
          <span>
            You reviewed all unseen insights in{' '}
            <b dir="auto">{hideContent ? hiddenContent : shownTitle({ id, title })}</b>.
            {whyNotNow !== null && <span className={classes.whyNot}>{whyNotNow}</span>}
          </span>
          <ActionButton
            disabledReason={whyNotNow}
            leftSection={<IconChecks size={15} stroke={1.8} aria-hidden />}
            onClick={() => setIsOpen(true)}
          >
            Mark all as seen…
          </ActionButton>
        </div>
      )}
      <MarkSeenDialog id={id} title={title} isHidden={hideContent} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
