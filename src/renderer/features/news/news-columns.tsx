import { IconArrowDown, IconArrowUp, IconGhost2, IconMessagePlus, IconSparkles } from '@tabler/icons-react'
import type { NewsKind, NewsRow } from '../../../contract/features/news'
import { newsKindWords } from '../../../contract/features/record-words'
import { fixedColumn, RecordTitle } from '../../records/cell-columns'
import cells from '../../records/cells.module.css'
import type { ColumnsOf } from '../../records/ListShell'
import { RelativeTime } from '../../ui/RelativeTime'
import { Sparkline } from '../../ui/Sparkline'
import classes from './news.module.css'
import { amountText, feedbackText, newsTexts, scoresText } from './news-words'

/** Sorted by the library: the largest change first. */
export const newsColumns: ColumnsOf<NewsRow> = ({ isRevealed, onReveal }) => [
  fixedColumn({
    id: 'kind',
    heading: 'Change',
    width: 140,
    cell: (row) => (
      <span className={classes.change}>
        <KindMark kind={row.kind} /> <span className={classes.amount}>{amountText(row)}</span>
      </span>
    ),
  }),
  fixedColumn({
    id: 'title',
    heading: 'Insight',
    isPrimary: true,
    cell: (row) => (
      <RecordTitle
        row={{ ...row, summary: row.kind === 'feedback' ? '' : feedbackText(row) }}
        isRevealed={isRevealed}
        onReveal={onReveal}
      />
    ),
  }),
  fixedColumn({
    id: 'scores',
    heading: 'Score',
    width: 88,
    align: 'end',
    hideBelow: 160,
    cell: (row) => <span className={classes.scores}>{scoresText(row)}</span>,
  }),
  fixedColumn({
    id: 'size',
    heading: 'Size',
    explanation: newsTexts.sizeOfChange,
    width: 76,
    hideBelow: 260,
    // The scores beside it are the same in numbers.
    cell: ({ kind, size }) =>
      // New feedback alone does not change the score.
      size > 0 && (
        <svg className={classes.size} data-kind={kind} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden>
          <rect width={size} height={1} />
        </svg>
      ),
  }),
  fixedColumn({
    id: 'line',
    heading: 'Score over time',
    width: 124,
    hideBelow: 300,
    cell: ({ scores }) => <Sparkline points={scores} name="combinedScore" label="Score" />,
  }),
  fixedColumn({
    id: 'at',
    heading: 'Noticed',
    width: 92,
    align: 'end',
    hideBelow: 200,
    cell: ({ at }) => (
      <span className={cells.small}>
        <RelativeTime at={at} />
      </span>
    ),
  }),
]

const icons = {
  new: IconSparkles,
  rising: IconArrowUp,
  fading: IconArrowDown,
  feedback: IconMessagePlus,
  vanished: IconGhost2,
} as const

export function KindMark({ kind }: { readonly kind: NewsKind }) {
  const Icon = icons[kind]
  return (
    <span className={classes.kind} data-kind={kind}>
      <Icon size={15} stroke={1.8} aria-hidden />
      {newsKindWords[kind]}
    </span>
  )
}
