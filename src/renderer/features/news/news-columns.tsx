import type { NewsRow } from '../../../contract/features/news'
import { RelativeTime } from '../../ui/RelativeTime'
import cells from '../../ui/records/cells.module.css'
import type { ColumnsOf } from '../../ui/records/RecordTable'
import { RecordTitle } from '../../ui/records/RecordTitle'
import type { Column } from '../../ui/table/columns'
import { KindMark } from './KindMark'
import classes from './news.module.css'
import { scoresText, shareText } from './news-words'

const plain = (column: Omit<Column<NewsRow>, 'firstDirection' | 'isUnsortable'>): Column<NewsRow> => ({
  ...column,
  firstDirection: 'ascending',
  isUnsortable: true,
})

/** Kind by kind, which is the order that the library tells them in. */
export const newsColumns: ColumnsOf<NewsRow> = ({ isRevealed, onReveal }) => [
  plain({ id: 'kind', heading: 'Change', width: 104, cell: ({ kind }) => <KindMark kind={kind} /> }),
  plain({
    id: 'title',
    heading: 'Insight',
    isMain: true,
    cell: (row) => <RecordTitle row={{ ...row, summary: '' }} isRevealed={isRevealed} onReveal={onReveal} />,
  }),
  plain({
    id: 'scores',
    heading: 'Score',
    width: 150,
    narrowWidth: 118,
    align: 'end',
    cell: (row) => (
      <span className={classes.scores}>
        {scoresText(row)} <span className={classes.share}>{shareText(row)}</span>
      </span>
    ),
  }),
  plain({
    id: 'at',
    heading: 'Noticed',
    width: 92,
    align: 'end',
    leavesBelow: 200,
    cell: ({ at }) => (
      <span className={cells.small}>
        <RelativeTime at={at} />
      </span>
    ),
  }),
]
