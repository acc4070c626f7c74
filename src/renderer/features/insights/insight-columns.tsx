// The columns of the list, and what each shows of a row. Only plain elements: dozens of rows are drawn per frame.
import type { InsightColumn, InsightRow } from '../../../contract/features/insights'
import { RelativeTime } from '../../ui/RelativeTime'
import type { Revealed } from '../../ui/records/use-revealed'
import type { Column } from '../../ui/table/columns'
import classes from './cells.module.css'
import { count, scoreText } from './insight-words'
import { ScoreBar } from './ScoreBar'
import { TitleCell } from './TitleCell'
import { TypeLabel } from './TypeLabel'

interface InsightColumnsOptions extends Revealed {
  /** The details are open, so the titles need the room more than the figures do. */
  readonly isBesideDetails: boolean
}

function UnseenDot() {
  return (
    <span className={classes.unseen} title="Unseen">
      <span className={classes.spoken}>Unseen</span>
    </span>
  )
}

function SmallScore({ score }: { readonly score: number | null }) {
  if (score !== null) return <span className={classes.small}>{scoreText(score)}</span>
  return (
    <span className={classes.notScored}>
      <span aria-hidden>–</span>
      <span className={classes.spoken}>{scoreText(null)}</span>
    </span>
  )
}

export function insightColumns({
  isRevealed,
  onReveal,
  isBesideDetails,
}: InsightColumnsOptions): readonly Column<InsightRow, InsightColumn>[] {
  const figuresWidth = isBesideDetails ? 1000 : 780
  return [
    {
      id: 'seen',
      heading: 'Unseen',
      hasHiddenHeading: true,
      track: '16px',
      firstDirection: 'ascending',
      cell: (row) => !row.seen && <UnseenDot />,
    },
    {
      id: 'type',
      heading: 'Type',
      track: 'var(--insights-type-track)',
      firstDirection: 'ascending',
      cell: (row) => <TypeLabel type={row.type} />,
    },
    {
      id: 'title',
      heading: 'Title',
      track: 'minmax(120px, 1fr)',
      firstDirection: 'ascending',
      isMain: true,
      cell: (row) => <TitleCell row={row} isRevealed={isRevealed(row.id)} onReveal={onReveal} />,
    },
    {
      id: 'combinedScore',
      heading: 'Score',
      track: '100px',
      firstDirection: 'descending',
      cell: (row) => <ScoreBar score={row.combinedScore} />,
    },
    {
      id: 'strengthScore',
      heading: 'Strength',
      track: '76px',
      align: 'end',
      firstDirection: 'descending',
      minTableWidth: figuresWidth,
      cell: (row) => <SmallScore score={row.strengthScore} />,
    },
    {
      id: 'momentumScore',
      heading: 'Momentum',
      track: '88px',
      align: 'end',
      firstDirection: 'descending',
      minTableWidth: figuresWidth,
      cell: (row) => <SmallScore score={row.momentumScore} />,
    },
    {
      id: 'strength',
      heading: 'Connections',
      track: '98px',
      align: 'end',
      firstDirection: 'descending',
      minTableWidth: figuresWidth + 160,
      cell: (row) => <span className={classes.small}>{count(row.strength)}</span>,
    },
    {
      id: 'updatedAt',
      heading: 'Updated',
      track: '92px',
      align: 'end',
      firstDirection: 'descending',
      minTableWidth: 480,
      cell: (row) => (
        <span className={classes.date}>
          <RelativeTime at={row.updatedAt} />
        </span>
      ),
    },
  ]
}
