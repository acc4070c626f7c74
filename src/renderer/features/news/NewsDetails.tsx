import { IconNews } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { NewsDetail, NewsRow } from '../../../contract/features/news'
import { typeWord } from '../../../contract/features/record-words'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { Fact, Facts, Section } from '../../records/DetailParts'
import details from '../../records/details.module.css'
import { RecordDetails } from '../../records/RecordDetails'
import { FeedbackItem } from '../../records/RelatedLists'
import { feedbackKind, insightKind, recordPath, relatedPath } from '../../records/record-kind'
import { NoteAndLabels } from '../../records/triage/NoteAndLabels'
import type { DetailsProps } from '../../records/use-record-list'
import { EmptyState } from '../../ui/EmptyState'
import { PaneButton } from '../../ui/PaneButton'
import { RelativeTime } from '../../ui/RelativeTime'
import { Sparkline } from '../../ui/Sparkline'
import classes from './news.module.css'
import { KindMark } from './news-columns'
import { feedbackText, newsTexts, scoresText, sentence, shareText } from './news-words'

/** The feedback since the last review, word for word. */
function NewFeedback({ news: { id, addedFeedback, newFeedback } }: { readonly news: NewsDetail }) {
  if (addedFeedback === 0) return null
  return (
    <Section title="New feedback" total={addedFeedback}>
      <ul className={details.list}>
        {newFeedback.map((piece) => (
          <FeedbackItem key={piece.id} feedback={piece} />
        ))}
      </ul>
      {addedFeedback > newFeedback.length && (
        <Link className={details.more ?? ''} to={relatedPath(feedbackKind, { kind: 'insight', id })}>
          Show all in Feedback
        </Link>
      )}
    </Section>
  )
}

interface StepProps {
  readonly news: NewsDetail
  readonly isMasked: boolean
  readonly onReviewed: () => void
}

function Step({ news, isMasked, onReviewed }: StepProps) {
  const { ref: workspace } = useWorkspace()
  const { data: history = [] } = useQuery(queryOptionsFor('insights', 'scoreHistory', { workspace, id: news.id }))
  return (
    <>
      <p className={classes.sentence}>{sentence(news)}</p>
      <div className={classes.step}>
        {news.kind !== 'rising' && news.kind !== 'fading' && (
          <span>
            Score <strong>{scoresText(news)}</strong>
          </span>
        )}
        {shareText(news) !== null && <span>{shareText(news)}</span>}
        {feedbackText(news) !== '' && <span>{feedbackText(news)}</span>}
        <Sparkline points={history} name="combinedScore" label="Score" />
      </div>
      <div className={classes.step}>
        <PaneButton onClick={onReviewed}>Mark as reviewed</PaneButton>
        {news.kind !== 'vanished' && (
          <Link className={classes.insightLink} to={recordPath(insightKind, news.id)}>
            Open the insight
          </Link>
        )}
      </div>
      {!isMasked && <NewFeedback news={news} />}
    </>
  )
}

interface NewsDetailsProps extends DetailsProps<NewsRow> {
  readonly onReviewed: () => void
}

export function NewsDetails({ list, id, onReviewed }: NewsDetailsProps) {
  const { ref: workspace } = useWorkspace()
  return (
    <RecordDetails<NewsRow, NewsDetail>
      list={list}
      id={id}
      query={queryOptionsFor('news', 'get', { workspace, id })}
      marks={({ kind, at }) => (
        <>
          <KindMark kind={kind} />
          <span>
            Noticed <RelativeTime at={at} />
          </span>
        </>
      )}
      actions={(news) => (
        <Step news={news} isMasked={news.hideContent && !list.revealed.isRevealed(id)} onReviewed={onReviewed} />
      )}
      body={() => null}
      facts={(news) => (
        <>
          {news.kind === 'vanished' && <NoteAndLabels {...{ workspace, id }} kind="insight" />}
          <Facts record={news}>
            <Fact name="Type">{typeWord(news.type)}</Fact>
          </Facts>
        </>
      )}
      notFound={
        <EmptyState icon={<IconNews size={22} />} title="No changes to this insight">
          {newsTexts.unchanged}
        </EmptyState>
      }
    />
  )
}
