// The columns of the list, and what each shows of a row. Only plain elements: dozens of rows are drawn per frame.
import type { InsightColumn, InsightRow } from '../../../contract/features/insights'
import { RelativeTime } from '../../ui/RelativeTime'
import type { Revealed } from '../../ui/records/use-revealed'
import type { Column } from '../../ui/table/columns'
import { ofCounts, ofDates, ofFigures } from '../../ui/table/order-words'
import classes from './cells.module.css'
import { count, scoreText } from './insight-words'
import { ScoreBar } from './ScoreBar'
import { TitleCell } from './TitleCell'
import { TypeLabel } from './TypeLabel'

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

/** @param greatestScore of the workspace; null: not known, or none is scored. */
export function insightColumns(
  { isRevealed, onReveal }: Revealed,
  greatestScore: number | null,
): readonly Column<InsightRow, InsightColumn>[] {
  return [
    {
      id: 'seen',
      heading: 'Unseen',
      hasHiddenHeading: true,
      width: 16,
      firstDirection: 'ascending',
      orderWords: { ascending: 'unseen first', descending: 'seen first' },
      cell: (row) => !row.seen && <UnseenDot />,
    },
    {
      id: 'type',
      heading: 'Type',
      width: 118,
      narrowWidth: 36,
      leavesBelow: 130,
      firstDirection: 'ascending',
      cell: (row) => <TypeLabel type={row.type} />,
    },
    {
      id: 'title',
      heading: 'Title',
      firstDirection: 'ascending',
      isMain: true,
      cell: (row) => <TitleCell row={row} isRevealed={isRevealed(row.id)} onReveal={onReveal} />,
    },
    {
      id: 'combinedScore',
      heading: 'Score',
      width: 100,
      leavesBelow: 190,
      firstDirection: 'descending',
      sortName: 'Combined score',
      orderWords: ofFigures,
      cell: (row) => <ScoreBar score={row.combinedScore} greatest={greatestScore} />,
    },
    {
      id: 'strengthScore',
      heading: 'Strength',
      width: 76,
      align: 'end',
      firstDirection: 'descending',
      orderWords: ofFigures,
      leavesBelow: 420,
      cell: (row) => <SmallScore score={row.strengthScore} />,
    },
    {
      id: 'momentumScore',
      heading: 'Momentum',
      width: 88,
      align: 'end',
      firstDirection: 'descending',
      orderWords: ofFigures,
      leavesBelow: 420,
      cell: (row) => <SmallScore score={row.momentumScore} />,
    },
    {
      id: 'strength',
      heading: 'Connections',
      width: 98,
      align: 'end',
      firstDirection: 'descending',
      orderWords: ofCounts,
      leavesBelow: 440,
      cell: (row) => <span className={classes.small}>{count(row.strength)}</span>,
    },
    {
      id: 'updatedAt',
      heading: 'Updated',
      width: 92,
      align: 'end',
      firstDirection: 'descending',
      orderWords: ofDates,
      leavesBelow: 150,
      cell: (row) => (
        <span className={classes.date}>
          <RelativeTime at={row.updatedAt} />
        </span>
      ),
    },
  ]
}
