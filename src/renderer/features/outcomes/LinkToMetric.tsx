import { IconLink } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { mostGoals } from '../../../contract/limits'
import { ReasonedItem } from '../../records/RowMenu'
import { otherNames } from '../../records/use-selection-commands'
import { ActionButton } from '../../ui/ActionButton'

interface LinkToMetricProps {
  readonly ids: readonly string[]
  /** Among the small buttons of a pane. */
  readonly isSmall?: boolean
}

/** Opens the metrics with these goals chosen; the metric is chosen there. `reason`: why not, if they are too many. */
function useLinkToMetric(ids: readonly string[]) {
  const navigate = useNavigate()
  return {
    reason: ids.length > mostGoals ? `You can link up to ${mostGoals} goals at a time.` : null,
    open: () => void navigate({ pathname: '/metrics', search: `goals=${ids.map(encodeURIComponent).join(',')}` }),
  }
}

export function LinkToMetric({ ids, isSmall = false }: LinkToMetricProps) {
  const { reason, open } = useLinkToMetric(ids)
  return (
    <ActionButton
      isSmall={isSmall}
      disabledReason={reason}
      leftSection={!isSmall && <IconLink size={15} stroke={1.8} aria-hidden />}
      // Has the id of the palette's own command, which knows no goals, to take its place.
      inPalette={{
        id: 'link-metric',
        of: isSmall ? 'record' : 'selection',
        label: 'Link to a metric…',
        ...otherNames.linkToMetric,
      }}
      onClick={open}
    >
      Link to a metric…
    </ActionButton>
  )
}

/** The same in the menu of a row or of the selected ones. */
export function LinkItem({ ids }: Pick<LinkToMetricProps, 'ids'>) {
  const { reason, open } = useLinkToMetric(ids)
  return (
    <ReasonedItem Icon={IconLink} reason={reason} onClick={open}>
      Link to a metric…
    </ReasonedItem>
  )
}
