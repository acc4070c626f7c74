import { IconAlertTriangle } from '@tabler/icons-react'
import { type Part, type PrioritisedKind, partNames, type Weights } from '../../../contract/features/priorities'
import { typeWord } from '../../../contract/features/record-words'
import { countColumn, titleColumn } from '../../records/cell-columns'
import cells from '../../records/cells.module.css'
import { sentimentColumn } from '../../records/Evidence'
import evidence from '../../records/Evidence.module.css'
import type { Revealed } from '../../records/MaskedText'
import { notGiven, unknownMark } from '../../records/record-words'
import { StatusLabel } from '../../records/StatusLabel'
import { type Column, ofFigures } from '../../records/table/columns'
import classes from './priorities.module.css'
import { decisionText, partText, partWords } from './priority-words'
import { ScoreBar } from './ScoreBar'
import type { RankedRow } from './use-priorities'

interface RankingColumnsOptions {
  readonly kind: PrioritisedKind
  /** The weights that the rows were ranked by. */
  readonly weights: Weights
  /** Parts of the matrix, which get a column too. */
  readonly matrixParts: readonly Part[]
}

export function rankingColumns(
  revealed: Revealed,
  { kind, weights, matrixParts }: RankingColumnsOptions,
): readonly Column<RankedRow>[] {
  const isInsight = kind === 'insight'
  const columns: readonly Column<RankedRow>[] = [
    {
      id: 'place',
      heading: 'Rank',
      width: 48,
      align: 'end',
      isUnsortable: true,
      defaultDirection: 'ascending',
      cell: ({ place }) => <span className={classes.place}>{place}</span>,
    },
    titleColumn(revealed),
    {
      id: 'score',
      heading: 'Points',
      width: 204,
      narrowWidth: 148,
      defaultDirection: 'descending',
      orderWords: ofFigures,
      cell: (row) => <ScoreBar score={row.score} scored={row.scored} weights={weights} />,
    },
    {
      id: 'decision',
      heading: 'Decision',
      width: 100,
      hideBelow: 150,
      defaultDirection: 'ascending',
      orderWords: { ascending: 'now first', descending: 'not now first' },
      cell: ({ decision, contradiction }) => (
        <DecisionMark text={decision && decisionText(decision)} conflict={contradiction?.text ?? null} />
      ),
    },
    {
      id: 'status',
      heading: isInsight ? 'Type' : 'Status',
      width: 108,
      hideBelow: 260,
      defaultDirection: 'ascending',
      cell: ({ status }) =>
        status === null || isInsight ? (
          <span className={cells.small}>{status === null ? notGiven : typeWord(status)}</span>
        ) : (
          <StatusLabel status={status} />
        ),
    },
    {
      id: 'strongest',
      heading: isInsight ? 'Score' : 'Top score',
      sortName: isInsight ? 'Score' : 'Top score of its insights',
      width: 78,
      hideBelow: 240,
      align: 'end',
      defaultDirection: 'descending',
      orderWords: ofFigures,
      cell: partCell('strongest'),
    },
    countColumn({
      id: 'feedback',
      heading: 'Feedback',
      width: 82,
      value: (row) => row.parts.feedback ?? 0,
      hideBelow: 270,
    }),
    countColumn({
      id: 'insights',
      heading: 'Insights',
      width: 74,
      value: (row) => row.parts.insights ?? 0,
      hideBelow: 300,
    }),
    sentimentOf,
  ]
  const shown = isInsight ? columns.filter(({ id }) => id !== 'insights') : columns
  const known = new Set(shown.map(({ id }) => id))
  const isInMatrix = ({ id }: Column<RankedRow>) => matrixParts.some((part) => part === id)
  return [
    ...shown.map((column) => (isInMatrix(column) ? { ...column, hideBelow: matrixColumnRoom } : column)),
    ...matrixParts.filter((part) => !known.has(part)).map(partColumn),
  ]
}

/** Room beside the title; other columns hide first. */
const matrixColumnRoom = 100

const partCell = (part: Part) => (row: RankedRow) => (
  <span className={row.parts[part] === null ? evidence.none : cells.small} data-some>
    {partText(part, row.parts[part])}
  </span>
)

/** Shows values of the matrix above in the table too. */
const partColumn = (part: Part): Column<RankedRow> => ({
  id: part,
  heading: partWords[part].short,
  sortName: partNames[part],
  width: 104,
  hideBelow: matrixColumnRoom,
  align: 'end',
  isUnsortable: true,
  defaultDirection: 'descending',
  cell: partCell(part),
})

const sentiment = sentimentColumn<{ readonly id: string; readonly sentiment: number | null }>({ hideBelow: 280 })
const sentimentOf: Column<RankedRow> = {
  ...sentiment,
  cell: ({ id, parts }) => sentiment.cell({ id, sentiment: parts.sentiment }),
}

function DecisionMark({ text, conflict }: { readonly text: string | null; readonly conflict: string | null }) {
  if (text === null) return <span className={evidence.none}>{unknownMark}</span>
  return (
    <span className={classes.decision} data-conflict={conflict !== null || undefined} title={conflict ?? undefined}>
      {text}
      {conflict !== null && <IconAlertTriangle size={14} stroke={1.8} role="img" aria-label={conflict} />}
    </span>
  )
}
