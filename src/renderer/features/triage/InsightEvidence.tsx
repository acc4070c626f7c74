// One insight to decide about: its title, customers' words, a line of scores, and its related records beside them.
import { Tooltip, VisuallyHidden } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { InsightDetail } from '../../../contract/features/insights'
import details from '../../records/details.module.css'
import { isMood, moods } from '../../records/Evidence'
import { HiddenMark, useMask } from '../../records/MaskedText'
import { goalKind, opportunityKind, type RecordKind, recordPath, solutionKind } from '../../records/record-kind'
import { count, sentimentFigures, sentimentText, shownTitle, statusWord } from '../../records/record-words'
import { OpenLink } from '../../ui/OpenLink'
import { RelativeTime } from '../../ui/RelativeTime'
import { ResizeHandle, usePane } from '../../ui/ResizeHandle'
import { DetailScores, TypeLabel } from '../insights'
import classes from './triage.module.css'
import { triageTexts } from './triage-words'

/** Pane widths in CSS pixels; `rest` leaves the customers' words a comfortable line length. */
const widths = { normal: 280, min: 220, rest: 400 } as const

interface InsightEvidenceProps {
  readonly insight: InsightDetail
  /** Shown above the related records, in sight beside the title. */
  readonly aside: ReactNode
}

export function InsightEvidence({ insight, aside }: InsightEvidenceProps) {
  const [isMasked, toggle] = useMask(insight.hideContent)
  const { ref: body, width: room } = useElementSize()
  const pane = usePane({ view: 'triage', ...widths, room })
  return (
    <article className={classes.insight}>
      <header className={classes.head}>
        <div className={classes.facts}>
          <TypeLabel type={insight.type} />
          <span>
            Updated <RelativeTime at={insight.updatedAt} />
          </span>
          {toggle}
        </div>
        <h2 className={classes.title} dir={isMasked ? undefined : 'auto'}>
          {isMasked ? <HiddenMark size={18} /> : shownTitle(insight)}
        </h2>
      </header>
      <div ref={body} className={classes.columns} style={{ '--aside-width': `${pane.width}px` } as CSSProperties}>
        <div className={classes.main}>
          {!isMasked && <Evidence insight={insight} />}
          <DetailScores insight={insight} />
        </div>
        <ResizeHandle label="Width of the side column" pane={pane} side="right" className={classes.handle} />
        <aside aria-label="Belongs to" className={classes.aside}>
          {aside}
          <BelongsTo insight={insight} />
        </aside>
      </div>
    </article>
  )
}

type Quote = InsightDetail['feedback'][number]

const shownAtFirst = 8

function Evidence({ insight: { feedback, description } }: { readonly insight: InsightDetail }) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? feedback : feedback.slice(0, shownAtFirst)
  return (
    <>
      <section aria-label="Feedback">
        <h3 className={classes.heading}>Feedback {feedback.length > 0 && <span>{count(feedback.length)}</span>}</h3>
        {feedback.length === 0 && <p className={details.muted}>{triageTexts.noFeedback}</p>}
        <ul className={classes.quotes}>
          {shown.map((quote) => (
            <QuoteItem key={quote.id} quote={quote} />
          ))}
        </ul>
        {shown.length < feedback.length && (
          <button type="button" className={classes.more} onClick={() => setIsWhole(true)}>
            Show all {count(feedback.length)}
          </button>
        )}
      </section>
      {description !== '' && (
        <section aria-label="Description">
          <h3 className={classes.heading}>Description</h3>
          <p className={classes.description} dir="auto">
            {description}
          </p>
        </section>
      )}
    </>
  )
}

function QuoteItem({ quote }: { readonly quote: Quote }) {
  const sentiment = sentimentText(quote)
  const category = quote.sentimentCategory
  const Mood = moods[category !== null && isMood(category) ? category : 'Neutral']
  return (
    <li className={classes.quote}>
      <blockquote dir="auto">{quote.content}</blockquote>
      <div className={classes.origin}>
        <span className={classes.chip} dir="auto">
          {quote.source}
        </span>
        {sentiment !== null && (
          <Tooltip label={`Sentiment: ${sentiment}`} withArrow>
            <span className={classes.chip} data-mood={quote.sentimentCategory}>
              <Mood size={14} stroke={1.8} aria-hidden />
              {category ?? sentiment}
              {category !== null && (
                <VisuallyHidden>{sentimentFigures(quote).map((figure) => ` · ${figure}`)}</VisuallyHidden>
              )}
            </span>
          </Tooltip>
        )}
        <RelativeTime at={quote.createdAt} />
        {quote.sourceUrl !== null && <OpenLink href={quote.sourceUrl}>View original</OpenLink>}
      </div>
    </li>
  )
}

interface Related {
  readonly id: string
  readonly title: string
  readonly hideContent: boolean
  readonly status?: string
}

function RelatedItem({ kind, item }: { readonly kind: RecordKind; readonly item: Related }) {
  const [isMasked, toggle] = useMask(item.hideContent)
  return (
    <li>
      {isMasked ? (
        <HiddenMark />
      ) : (
        <Link to={recordPath(kind, item.id)} dir="auto">
          {shownTitle(item)}
        </Link>
      )}
      {item.status !== undefined && <span className={details.muted}>{statusWord(item.status)}</span>}
      {toggle}
    </li>
  )
}

function BelongsTo({ insight: { opportunities, outcomes, solutions } }: { readonly insight: InsightDetail }) {
  const groups: readonly (readonly [RecordKind, readonly Related[]])[] = [
    [opportunityKind, opportunities],
    [goalKind, outcomes],
    [solutionKind, solutions],
  ]
  const some = groups.filter(([, items]) => items.length > 0)
  if (some.length === 0) return <p className={details.muted}>{triageTexts.belongsToNothing}</p>
  return some.map(([kind, items]) => (
    <section key={kind.path} aria-label={kind.heading}>
      <h3 className={classes.heading}>{kind.heading}</h3>
      <ul className={classes.related}>
        {items.map((item) => (
          <RelatedItem key={item.id} kind={kind} item={item} />
        ))}
      </ul>
    </section>
  ))
}
