// The columns of the list and their cells. Only plain elements: each frame renders dozens of rows.
import {
  IconAlertTriangle,
  IconBug,
  IconBulb,
  IconClock,
  IconHelpCircle,
  IconMessage2,
  IconSend,
  IconTag,
} from '@tabler/icons-react'
import type { InsightRow } from '../../../contract/features/insights'
import { typeWord } from '../../../contract/features/record-words'
import { toReview, waitsForReview } from '../../../contract/requires-review'
import { newDays } from '../../../contract/weeks'
import { useEnvironment } from '../../client/workspace'
import { dateColumn, RecordTitle } from '../../records/cell-columns'
import cells from '../../records/cells.module.css'
import type { Revealed } from '../../records/MaskedText'
import { count } from '../../records/record-words'
import { type Column, ofCounts, ofFigures } from '../../records/table/columns'
import { RowMarks } from '../../records/triage/RowMarks'
import { barShare, insightTexts, newNotScored, notScored, pendingWords, scoreText } from './insight-words'
import classes from './insights.module.css'

const typeIcons = new Map([
  ['Feedback', IconMessage2],
  ['Bug', IconBug],
  ['FeatureRequest', IconBulb],
])

/** Icon and word; in a narrow column the word is for screen readers only. */
export function TypeLabel({ type }: { readonly type: string }) {
  const Icon = typeIcons.get(type) ?? IconTag
  return (
    <span className={classes.type} data-type={type} title={typeWord(type)}>
      <Icon size={15} stroke={1.8} aria-hidden />
      <span className={`${classes.typeWord} ${cells.iconWord}`}>{typeWord(type)}</span>
    </span>
  )
}

const pendingIcons = {
  waiting: IconClock,
  sending: IconSend,
  unknown: IconHelpCircle,
  failed: IconAlertTriangle,
  done: IconSend,
}

/** State of the person's own unconfirmed change. */
export function PendingMark({ pending }: { readonly pending: NonNullable<InsightRow['pending']> }) {
  const { name: environment } = useEnvironment()
  const Icon = pendingIcons[pending.state]
  return (
    <span className={classes.pending} data-state={pending.state} title={pending.error?.message}>
      <Icon size={13} stroke={1.8} aria-hidden />
      {waitsForReview({ workspace: { environment }, ...pending }) ? toReview : pendingWords[pending.state]}
    </span>
  )
}

interface ScoreBarProps {
  readonly score: number | null
  /** Of the whole workspace, not of the shown rows, so that a row looks the same in every list. */
  readonly greatest: number | null
  /** Creation date of the insight. */
  readonly createdAt?: string
}

function isNew(createdAt: string): boolean {
  const { from, until } = newDays(new Date())
  const time = Date.parse(createdAt)
  return from.getTime() <= time && time <= until.getTime()
}

/** The combined score as a number, with a bar to compare rows at a glance. */
export function ScoreBar({ score, greatest, createdAt = '' }: ScoreBarProps) {
  if (score === null) {
    const isFirst = isNew(createdAt)
    return (
      <span className={classes.notScored} title={isFirst ? insightTexts.newFirst : undefined}>
        {isFirst ? newNotScored : notScored}
      </span>
    )
  }
  return (
    <span className={classes.score}>
      <span className={classes.bar} aria-hidden>
        <span className={classes.fill} style={{ width: `${Math.round(barShare(score, greatest) * 100)}%` }} />
      </span>
      <span className={classes.number}>{scoreText(score)}</span>
    </span>
  )
}

/** A ring once reviewed: the person is done with it, though it is unseen in the service. */
function UnseenDot({ isReviewed }: { readonly isReviewed: boolean }) {
  return (
    <span
      className={classes.unseen}
      data-reviewed={isReviewed || undefined}
      title={isReviewed ? 'Unseen, reviewed on this computer' : 'Unseen'}
    >
      <span className={classes.visuallyHidden}>Unseen</span>
    </span>
  )
}

function SmallScore({ score }: { readonly score: number | null }) {
  if (score !== null) return <span className={cells.small}>{scoreText(score)}</span>
  return (
    <span className={classes.notScored}>
      <span aria-hidden>–</span>
      <span className={classes.visuallyHidden}>{scoreText(null)}</span>
    </span>
  )
}

const hasMarks = ({ pending, triage }: InsightRow) => pending !== null || triage !== null

function Marks({ row: { pending, triage } }: { readonly row: InsightRow }) {
  return (
    <>
      {pending && <PendingMark pending={pending} />}
      {triage && <RowMarks triage={triage} />}
    </>
  )
}

/** @param greatestScore of the workspace; null: unknown, or no insight is scored */
export function insightColumns(
  { isRevealed, onReveal }: Revealed,
  greatestScore: number | null,
): readonly Column<InsightRow>[] {
  return [
    {
      id: 'seen',
      heading: 'Unseen',
      hasHiddenHeading: true,
      width: 16,
      defaultDirection: 'ascending',
      orderWords: { ascending: 'unseen, highest score first', descending: 'seen, highest score first' },
      cell: (row) => !row.seen && <UnseenDot isReviewed={row.triage?.status === 'reviewed'} />,
    },
    {
      id: 'type',
      heading: 'Type',
      width: 140,
      narrowWidth: 36,
      hideBelow: 130,
      defaultDirection: 'ascending',
      cell: (row) => <TypeLabel type={row.type} />,
    },
    {
      id: 'title',
      heading: 'Title',
      defaultDirection: 'ascending',
      isPrimary: true,
      cell: (row) => (
        <RecordTitle
          row={row}
          isRead={row.seen || row.triage?.status === 'reviewed'}
          mark={hasMarks(row) && <Marks row={row} />}
          isRevealed={isRevealed}
          onReveal={onReveal}
        />
      ),
    },
    {
      id: 'combinedScore',
      heading: 'Score',
      width: 100,
      hideBelow: 100,
      defaultDirection: 'descending',
      orderWords: ofFigures,
      cell: (row) => <ScoreBar score={row.combinedScore} greatest={greatestScore} createdAt={row.createdAt} />,
    },
    {
      id: 'strengthScore',
      heading: 'Strength',
      width: 76,
      align: 'end',
      defaultDirection: 'descending',
      orderWords: ofFigures,
      hideBelow: 420,
      cell: (row) => <SmallScore score={row.strengthScore} />,
    },
    {
      id: 'momentumScore',
      heading: 'Momentum',
      width: 88,
      align: 'end',
      defaultDirection: 'descending',
      orderWords: ofFigures,
      hideBelow: 420,
      cell: (row) => <SmallScore score={row.momentumScore} />,
    },
    {
      id: 'strength',
      heading: 'Links',
      width: 98,
      align: 'end',
      defaultDirection: 'descending',
      orderWords: ofCounts,
      hideBelow: 440,
      cell: (row) => <span className={cells.small}>{count(row.strength)}</span>,
    },
    dateColumn({ id: 'updatedAt', heading: 'Updated', at: (row) => row.updatedAt, hideBelow: 200 }),
  ]
}
