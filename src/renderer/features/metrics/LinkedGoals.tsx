import { ActionIcon, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { Metric, PendingLink } from '../../../contract/features/metrics'
import { useEnvironment, useWorkspace } from '../../client/workspace'
import { SectionHead } from '../../records/DetailParts'
import details from '../../records/details.module.css'
import { MaskedText } from '../../records/MaskedText'
import { MoreButton } from '../../records/MoreButton'
import { goalKind, recordPath } from '../../records/record-kind'
import { listTexts, shownTitle } from '../../records/record-words'
import { LiveText } from '../../ui/LiveText'
import { RelativeTime } from '../../ui/RelativeTime'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal'
import { StateMark } from '../activity'
import { metricTexts, unsentText } from './metric-words'
import classes from './metrics.module.css'
import type { Relating } from './use-relate'

/** A metric may have hundreds; drawing them all takes longer than anybody would wait. */
const shownAtOnce = 50

interface LinkedGoalsProps {
  readonly metric: Metric
  readonly relating: Pick<Relating, 'isRunning' | 'relate'>
}

function GoalName({ outcomeId, title, hideContent }: Pick<PendingLink, 'outcomeId' | 'title' | 'hideContent'>) {
  if (title === null) return <code>{outcomeId}</code>
  return (
    <MaskedText
      name={shownTitle({ id: outcomeId, title })}
      hideContent={hideContent}
      to={recordPath(goalKind, outcomeId)}
    />
  )
}

/** State of a link change that the service has not confirmed; leads to it. */
function PendingChange({ change: { changeId, action, state, needsReview } }: { readonly change: PendingLink }) {
  const { ref: workspace } = useWorkspace()
  return (
    <Link to={`/activity/${encodeURIComponent(changeId)}`} className={classes.quietLink}>
      <StateMark {...{ workspace, state, needsReview }} {...(action === 'remove' && { of: 'Unlink' })} />
    </Link>
  )
}

/** The confirmed links made from this computer. */
export function LinkedGoals({ metric: { links, pending }, relating }: LinkedGoalsProps) {
  const { ref: workspace } = useWorkspace()
  const { isLocked } = useEnvironment()
  const [isWhole, setIsWhole] = useState(false)
  const more = links.length - shownAtOnce
  // The latest, among them the one that was linked just now.
  const shown = useMemo(() => (isWhole ? links : links.slice(-shownAtOnce)), [links, isWhole])
  const ids = useMemo(() => shown.map(({ outcomeId }) => outcomeId), [shown])
  const { container, leave } = useFocusAfterRemoval<HTMLElement>(ids, 'button[data-unlink]')
  const linked = new Set(links.map(({ outcomeId }) => outcomeId))
  const unsent = unsentText(pending, workspace)
  const unlink = (id: string) => {
    if (relating.isRunning) return
    leave(id)
    relating.relate('remove', [id])
  }
  const notLinked = [
    ...new Map(pending.filter(({ outcomeId }) => !linked.has(outcomeId)).map((each) => [each.outcomeId, each])),
  ]
  const isUnlinking = (id: string) =>
    pending.findLast(({ outcomeId, state }) => outcomeId === id && state !== 'failed')?.action === 'remove'
  const changesOf = (id: string) =>
    pending
      .filter(({ outcomeId }) => outcomeId === id)
      .map((change) => <PendingChange key={change.changeId} change={change} />)
  return (
    <section ref={container} tabIndex={-1} aria-label="Linked goals" className={details.section}>
      <SectionHead title="Linked goals" total={links.length} info={listTexts.linksFromHere} />
      {unsent !== '' && (
        <Text size="sm" my={6} role="status">
          <LiveText>{unsent}</LiveText>
        </Text>
      )}
      {links.length + notLinked.length === 0 && (
        <Text size="sm" c="dimmed">
          {metricTexts.noGoalsLinked}
        </Text>
      )}
      <ul className={classes.chips}>
        {shown.map(({ outcomeId, title, hideContent, linkedAt }) => (
          <li key={outcomeId} className={classes.chip}>
            <GoalName outcomeId={outcomeId} title={title} hideContent={hideContent} />
            <span className={details.muted}>
              linked <RelativeTime at={linkedAt} />
            </span>
            {changesOf(outcomeId)}
            {!isLocked && !isUnlinking(outcomeId) && (
              <ActionIcon
                // Not disabled while running, which would lose the focus.
                aria-disabled={relating.isRunning || undefined}
                data-disabled={relating.isRunning || undefined}
                data-unlink
                aria-label={`Unlink ${hideContent || title === null ? outcomeId : shownTitle({ id: outcomeId, title })}`}
                onClick={() => unlink(outcomeId)}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
        {notLinked.map(([outcomeId, { title, hideContent }]) => (
          <li key={outcomeId} className={classes.chip} data-pending>
            <GoalName outcomeId={outcomeId} title={title} hideContent={hideContent} />
            {changesOf(outcomeId)}
          </li>
        ))}
      </ul>
      <MoreButton {...{ more, isWhole }} onToggle={() => setIsWhole(!isWhole)} />
    </section>
  )
}
