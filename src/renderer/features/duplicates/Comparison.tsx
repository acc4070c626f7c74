// Two insights side by side, row by row. Rows that differ are shaded and announced to screen readers.
import { Button, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconCopy, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { DuplicatePair } from '../../../contract/features/duplicates'
import type { InsightDetail } from '../../../contract/features/insights'
import { typeWord } from '../../../contract/features/record-words'
import { usePreference } from '../../client/preferences'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { Sentiment } from '../../records/Evidence'
import { HiddenMark } from '../../records/MaskedText'
import { goalKind, insightKind, opportunityKind, recordPath, solutionKind } from '../../records/record-kind'
import { count, listTexts, notGiven, scoreFigure, shownTitle } from '../../records/record-words'
import { similarityText } from '../../records/similarity/similarity-words'
import { useDecide, useTriageQuery } from '../../records/triage/use-triage'
import { AwaitedField, useWriting, WriteButtons, type Writing, Written } from '../../records/triage/Written'
import { useCopy } from '../../ui/copy-text'
import { ErrorNotice } from '../../ui/ErrorNotice'
import { KeyHint } from '../../ui/KeyHint'
import { useKey } from '../../ui/keys'
import { PaneButton } from '../../ui/PaneButton'
import { RelativeTime } from '../../ui/RelativeTime'
import { ToolButton } from '../../ui/ToolButton'
import { duplicateTexts } from './duplicate-words'
import classes from './duplicates.module.css'
import { areMarksOfUse, ownParts, pairMarkdown } from './pair-text'

type Both = readonly [InsightDetail, InsightDetail]
type Side = 0 | 1

interface Row {
  readonly name: string
  readonly isDifferent: boolean
  readonly cells: readonly [ReactNode, ReactNode]
}

const shownQuotes = 5

function OwnWords({ text, other }: { readonly text: string; readonly other: string }) {
  if (!areMarksOfUse(text, other)) return <span dir="auto">{text}</span>
  const parts = ownParts(text, other)
  let at = 0
  return (
    <span dir="auto">
      {parts.map((part) => {
        at += part.text.length
        return part.isOwn ? <mark key={at}>{part.text}</mark> : <span key={at}>{part.text}</span>
      })}
    </span>
  )
}

function Quotes({ insight: { feedback } }: { readonly insight: InsightDetail }) {
  if (feedback.length === 0) return <span className={classes.none}>{notGiven}</span>
  return (
    <>
      <ul className={classes.quotes}>
        {feedback.slice(0, shownQuotes).map((piece) => (
          <li key={piece.id}>
            <blockquote dir="auto">{piece.content}</blockquote>
            <span className={classes.origin}>
              {piece.source} · <RelativeTime at={piece.createdAt} />
            </span>
            <span className={classes.sentiment}>
              <Sentiment {...piece} />
            </span>
          </li>
        ))}
      </ul>
      {feedback.length > shownQuotes && (
        <span className={classes.origin}>{count(feedback.length - shownQuotes)} more in its details</span>
      )}
    </>
  )
}

const belongsTo = [
  ['opportunities', opportunityKind],
  ['outcomes', goalKind],
  ['solutions', solutionKind],
] as const

type Linked = (typeof belongsTo)[number]

function Links({
  insight,
  linked: [name, kind],
  other,
}: {
  insight: InsightDetail
  linked: Linked
  other: InsightDetail
}) {
  const records = insight[name]
  const shared = new Set(other[name].map(({ id }) => id))
  if (records.length === 0) return <span className={classes.none}>{notGiven}</span>
  return (
    <ul>
      {records.map((record) => (
        <li key={record.id}>
          <Link to={recordPath(kind, record.id)} dir="auto">
            {record.hideContent ? <HiddenMark /> : shownTitle(record)}
          </Link>
          {shared.has(record.id) && <span className={classes.origin}> in both</span>}
        </li>
      ))}
    </ul>
  )
}

const sameIds = (one: readonly { readonly id: string }[], other: readonly { readonly id: string }[]) =>
  JSON.stringify(one.map(({ id }) => id).sort()) === JSON.stringify(other.map(({ id }) => id).sort())

/** "Quotes", but not "Score". */
const isPlural = (name: string) => name.endsWith('s')

function rowsOf(both: Both): readonly Row[] {
  const [one, other] = both
  const cells = (cell: (insight: InsightDetail, counterpart: InsightDetail) => ReactNode): Row['cells'] => [
    cell(one, other),
    cell(other, one),
  ]
  const plain = (name: string, text: (insight: InsightDetail) => string): Row => ({
    name,
    isDifferent: text(one) !== text(other),
    cells: cells(text),
  })
  const score = (name: string, field: 'combinedScore' | 'strengthScore' | 'momentumScore') =>
    plain(name, ({ [field]: value }) => (value === null ? 'not scored' : scoreFigure(value)))
  const isMasked = one.hideContent || other.hideContent
  return [
    plain('Type', ({ type }) => typeWord(type)),
    score('Score', 'combinedScore'),
    score('Strength', 'strengthScore'),
    score('Momentum', 'momentumScore'),
    plain('Feedback', ({ feedback }) => count(feedback.length)),
    ...(isMasked
      ? []
      : [
          {
            name: 'Description',
            isDifferent: one.description !== other.description,
            cells: cells(({ description }, { description: counterpart }) => (
              <OwnWords text={description} other={counterpart} />
            )),
          },
        ]),
    ...belongsTo.map(
      (linked): Row => ({
        name: linked[1].heading,
        isDifferent: !sameIds(one[linked[0]], other[linked[0]]),
        cells: cells((insight, counterpart) => <Links insight={insight} linked={linked} other={counterpart} />),
      }),
    ),
    ...(isMasked
      ? []
      : [
          {
            name: 'Quotes',
            isDifferent: !sameIds(one.feedback, other.feedback),
            cells: cells((insight) => <Quotes insight={insight} />),
          },
        ]),
    ...(['createdAt', 'updatedAt'] as const).map(
      (field): Row => ({
        name: field === 'createdAt' ? 'Created' : 'Updated',
        isDifferent: one[field] !== other[field],
        cells: cells(({ [field]: at }) => <RelativeTime at={at} />),
      }),
    ),
  ]
}

interface OwnProps {
  readonly insight: InsightDetail
  readonly isChosen: boolean
  readonly writing: Writing
}

/** Review, note and labels of one side; keys act on the chosen one. */
function Own({ insight, isChosen, writing }: OwnProps) {
  const { id } = insight
  const { data: triage, isPending } = useTriageQuery('insight', id)
  const decide = useDecide('insight', id, insight)
  const isReviewed = triage?.status === 'reviewed'
  const toggle = () => void decide({ status: isReviewed ? 'open' : 'reviewed' })
  useKey('e', toggle, { enabled: isChosen && triage !== undefined })
  if (triage === undefined) return <AwaitedField writing={writing} isComing={isPending} />
  return (
    <>
      <div className={classes.buttons}>
        <PaneButton onClick={toggle}>{isReviewed ? 'Mark as not reviewed' : 'Mark as reviewed'}</PaneButton>
        <WriteButtons writing={writing} hasNote={triage.note !== ''} />
      </div>
      <Written kind="insight" id={id} triage={triage} writing={writing} />
    </>
  )
}

interface ComparisonProps {
  readonly pair: DuplicatePair
  readonly side: Side
  readonly onSide: (side: Side) => void
  readonly onDismiss: () => void
}

const sides = [0, 1] as const
const sideNames = ['First insight', 'Second insight'] as const

export function Comparison({ pair, side, onSide, onDismiss }: ComparisonProps) {
  const hasSingleKeys = usePreference('hasSingleKeys')
  const { ref: workspace } = useWorkspace()
  const [first, second] = pair.insights
  const one = useQuery(queryOptionsFor('insights', 'get', { workspace, id: first.id }))
  const other = useQuery(queryOptionsFor('insights', 'get', { workspace, id: second.id }))
  const { isCopied, copy: copyPair } = useCopy(listTexts.tooMuchToCopy)
  const writings = [useWriting({ canNote: side === 0 }), useWriting({ canNote: side === 1 })] as const
  const both: Both | null = one.data && other.data ? [one.data, other.data] : null
  const copy = () => {
    if (both !== null) copyPair(pairMarkdown(both, pair.similarity), 'Both insights copied')
  }
  useKey('y', copy)
  const error = one.error ?? other.error
  return (
    <section aria-label="Comparison" tabIndex={-1} className={classes.comparison}>
      <div className={classes.actions}>
        <span className={classes.headline}>Similarity {similarityText(pair.similarity)}</span>
        <Button
          size="compact-sm"
          h={30}
          leftSection={<IconX size={14} stroke={2} aria-hidden />}
          rightSection={<KeyHint binding="d" />}
          onClick={onDismiss}
        >
          {pair.isDismissed ? 'Possible duplicate' : 'Not a duplicate'}
        </Button>
        <ToolButton
          leftSection={isCopied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          rightSection={<KeyHint binding="y" />}
          onClick={copy}
        >
          Copy as Markdown
        </ToolButton>
      </div>
      {error !== null && (
        <ErrorNotice error={error} onRetry={() => void Promise.all([one.refetch(), other.refetch()])} />
      )}
      {both === null && <AwaitedField writing={writings[side]} isComing={error === null} />}
      {both !== null && (
        <table className={classes.table}>
          <caption>
            {duplicateTexts.cannotMerge}
            {hasSingleKeys && ` ${side === 0 ? duplicateTexts.keysOfFirst : duplicateTexts.keysOfSecond}`}
          </caption>
          <thead>
            <tr>
              <td />
              {sides.map((each) => {
                const insight = both[each]
                const counterpart = both[each === 0 ? 1 : 0]
                return (
                  <th
                    key={insight.id}
                    scope="col"
                    data-chosen={side === each || undefined}
                    onClick={() => onSide(each)}
                    onFocus={() => onSide(each)}
                  >
                    <span className={classes.sideName}>
                      {sideNames[each]}
                      {side === each && ', chosen'}
                    </span>
                    <Link to={recordPath(insightKind, insight.id)} dir="auto">
                      {insight.hideContent ? (
                        <HiddenMark />
                      ) : (
                        <OwnWords
                          text={shownTitle(insight)}
                          other={shownTitle(counterpart.hideContent ? insight : counterpart)}
                        />
                      )}
                    </Link>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            <tr className={classes.own}>
              <td />
              {sides.map((each) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the focus chooses it as well
                <td key={both[each].id} onClick={() => onSide(each)} onFocus={() => onSide(each)}>
                  <Own insight={both[each]} isChosen={side === each} writing={writings[each]} />
                </td>
              ))}
            </tr>
            {rowsOf(both).map(({ name, isDifferent, cells }) => (
              <tr key={name} data-different={isDifferent || undefined}>
                <th scope="row">
                  {name}
                  {isDifferent && ' '}
                  {isDifferent && <VisuallyHidden>{isPlural(name) ? 'differ' : 'differs'}</VisuallyHidden>}
                </th>
                <td>{cells[0]}</td>
                <td>{cells[1]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
