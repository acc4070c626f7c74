import { IconCircleCheck, IconCircleDot, IconEyeOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { InsightRow } from '../../../contract/features/insights'
import { useWorkspace } from '../../app/workspace'
import { loadLater } from '../../ui/load-later'
import { RevealButton } from '../../ui/RevealButton'
import type { Revealed } from '../../ui/records/use-revealed'
import { wordsFor } from '../../ui/words'
import classes from './InsightDetails.module.css'
import { PendingMark } from './PendingMark'
import { TypeLabel } from './TypeLabel'

type Pending = NonNullable<InsightRow['pending']>

interface DetailHeadProps {
  readonly insight: InsightRow
  readonly revealed: Revealed
}

const ChangeActions = loadLater(() => import('../activity').then(({ ChangeActions }) => ChangeActions))

/** The same as in Activity, for a change that was made here. */
function PendingActions({ insight: { id, title }, pending }: { insight: InsightRow; pending: Pending }) {
  const { ref: workspace } = useWorkspace()
  const { changeId, state } = pending
  return <ChangeActions entry={{ workspace, changeId, kind: 'createInsight', targetId: id, title, state }} />
}

export function DetailHead({ insight, revealed }: DetailHeadProps) {
  const isMasked = insight.hideContent && !revealed.isRevealed(insight.id)
  const Seen = insight.seen ? IconCircleCheck : IconCircleDot
  return (
    <header className={classes.head}>
      <div className={classes.marks}>
        <TypeLabel type={insight.type} />
        <span className={classes.mark}>
          <Seen size={15} stroke={1.8} aria-hidden />
          {insight.seen ? 'Seen' : 'Unseen'}
        </span>
        {insight.pending && <PendingMark pending={insight.pending} />}
      </div>
      {isMasked ? (
        <h2 className={classes.title} data-masked>
          <IconEyeOff size={17} stroke={1.8} aria-hidden /> Hidden content
        </h2>
      ) : (
        <h2 className={classes.title} dir="auto">
          {insight.title}
        </h2>
      )}
      {isMasked && <p className={classes.note}>This insight is marked as sensitive.</p>}
      {insight.hideContent && (
        <RevealButton
          isRevealed={!isMasked}
          onReveal={() => revealed.onReveal(insight.id)}
          onHide={() => revealed.onHide(insight.id)}
        />
      )}
      {insight.pending && <PendingActions insight={insight} pending={insight.pending} />}
      {insight.pending && (
        <p className={classes.note}>
          {insight.pending.state === 'waiting' && insight.pending.error && 'Last attempt: '}
          {insight.pending.error && `${wordsFor(insight.pending.error).title}. ${insight.pending.error.message} `}
          See its result in <Link to="/activity">Activity</Link>.
        </p>
      )}
    </header>
  )
}
