import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import type { OpportunityDetail } from '../../../contract/features/opportunities'
import { useWhyNotNow } from '../../records/use-why-not-now'
import { ActionButton } from '../../ui/ActionButton'
import { MarkSeenDialog } from './MarkSeenDialog'

interface MarkAllSeenProps {
  readonly opportunity: OpportunityDetail
  readonly isMasked: boolean
}

function whyNot({ insights, unseen }: OpportunityDetail): string | null {
  if (insights === 0) return 'This opportunity has no insights here.'
  if (unseen === 0) return 'All insights of this opportunity are already seen.'
  return null
}

/** Marks every insight of the opportunity as seen, after saying how many that are. */
export function MarkAllSeen({ opportunity, isMasked }: MarkAllSeenProps) {
  const whyNotNow = useWhyNotNow()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActionButton
        disabledReason={whyNot(opportunity) ?? whyNotNow}
        leftSection={<IconChecks size={15} stroke={1.8} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        Mark all as seen
      </ActionButton>
      <MarkSeenDialog
        id={opportunity.id}
        title={isMasked ? null : opportunity.title}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </>
  )
}
