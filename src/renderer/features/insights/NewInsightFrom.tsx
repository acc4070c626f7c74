import { IconPlus } from '@tabler/icons-react'
import { useLocation, useNavigate } from 'react-router'
import { handFeedback, returnStateTo } from '../../navigation/location-state'
import { useViewAddress } from '../../navigation/view-addresses'
import { ActionButton } from '../../ui/ActionButton'
import { useKey } from '../../ui/keys'
import { listAddress, newInsightAddress } from './insight-list'
import { useWhyNoNewInsight } from './use-new-insight'

/** Opens the form for a new insight with these pieces of feedback, besides those in its draft. */
export function NewInsightFrom({ feedbackIds }: { readonly feedbackIds: readonly string[] }) {
  const reason = useWhyNoNewInsight()
  const navigate = useNavigate()
  const here = useLocation()
  const addressOf = useViewAddress()
  const open = () => {
    const state = { ...handFeedback(feedbackIds), ...returnStateTo(`${here.pathname}${here.search}`) }
    void navigate(newInsightAddress(listAddress(addressOf('/insights'))), { state })
  }
  // Instead of the form without feedback.
  useKey('c', open, { enabled: reason === null })
  const label = feedbackIds.length === 1 ? 'New insight from this' : 'New insight from these'
  return (
    <ActionButton
      disabledReason={reason}
      leftSection={<IconPlus size={15} stroke={2} aria-hidden />}
      inPalette={{ id: 'new-insight-from', of: 'selection', binding: 'c', label, alsoCalled: 'create evidence' }}
      onClick={open}
    >
      {label}
    </ActionButton>
  )
}
