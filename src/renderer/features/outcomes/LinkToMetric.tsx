import { IconLink } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { mostGoals } from '../../../contract/limits'
import { ActionButton } from '../../ui/ActionButton'

interface LinkToMetricProps {
  readonly ids: readonly string[]
  /** Among the small buttons of a pane. */
  readonly isSmall?: boolean
}

/** Opens the metrics with these goals chosen; the metric is chosen there. */
export function LinkToMetric({ ids, isSmall = false }: LinkToMetricProps) {
  const navigate = useNavigate()
  const reason = ids.length > mostGoals ? `You can link up to ${mostGoals} goals at a time.` : null
  const open = () => void navigate({ pathname: '/metrics', search: `goals=${ids.map(encodeURIComponent).join(',')}` })
  return (
    <ActionButton
      isSmall={isSmall}
      disabledReason={reason}
      leftSection={!isSmall && <IconLink size={15} stroke={1.8} aria-hidden />}
      // The palette has its own command for the open goal.
      {...(!isSmall && {
        inPalette: { id: 'link-to-metric', of: 'selection', label: 'Link to a metric…', alsoCalled: 'connect' },
      })}
      onClick={open}
    >
      Link to a metric…
    </ActionButton>
  )
}
