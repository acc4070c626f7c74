import { IconChecks } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InsightDetail } from '../../../contract/features/insights'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { hiddenContent } from '../../records/MaskedText'
import { useWhyNotNow } from '../../records/OfflineNote'
import { ActionButton } from '../../ui/ActionButton'
import { lazyWithPreload } from '../../ui/lazy-with-preload'
import classes from './triage.module.css'

const MarkSeenDialog = lazyWithPreload(() => import('../opportunities').then(({ MarkSeenDialog }) => MarkSeenDialog))

/** The largest page. An opportunity with more unseen insights is not offered. */
const mostUnseen = 500

interface MarkSeenOfferProps {
  readonly opportunity: InsightDetail['opportunities'][number]
}

/** Marks an opportunity's insights as seen at the service, once all that are unseen were reviewed here. */
export function MarkSeenOffer({ opportunity: { id, title, hideContent } }: MarkSeenOfferProps) {
  const { ref: workspace } = useWorkspace()
  const whyNotNow = useWhyNotNow()
  const [isOpen, setIsOpen] = useState(false)
  const { data: unseen } = useQuery(
    queryOptionsFor('insights', 'query', {
      workspace,
      filter: { relatedTo: { kind: 'opportunity', id }, seen: 'unseen' },
      sort: { column: 'updatedAt', direction: 'descending' },
      offset: 0,
      limit: mostUnseen,
    }),
  )
  const isDone =
    unseen !== undefined &&
    unseen.total > 0 &&
    unseen.total <= mostUnseen &&
    unseen.rows.every(({ triage }) => triage?.status === 'reviewed')
  return (
    <>
      {isDone && (
        <div className={classes.offer}>
          <span>
            You reviewed all unseen insights of <b dir="auto">{hideContent ? hiddenContent : title}</b>.
          </span>
          <ActionButton
            disabledReason={whyNotNow}
            leftSection={<IconChecks size={15} stroke={1.8} aria-hidden />}
            onClick={() => setIsOpen(true)}
          >
            Mark all as seen
          </ActionButton>
        </div>
      )}
      <MarkSeenDialog id={id} title={hideContent ? null : title} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}
