import { IconMoodNeutral, IconMoodSad, IconMoodSmile } from '@tabler/icons-react'
import type { FeedbackRow } from '../../../contract/features/feedback'
import { OpenLink } from '../OpenLink'
import { RelativeTime } from '../RelativeTime'
import classes from './details.module.css'
import { sentimentText } from './record-words'

const moods = new Map([
  ['Positive', IconMoodSmile],
  ['Negative', IconMoodSad],
])

export function Sentiment({ feedback }: { readonly feedback: FeedbackRow }) {
  const text = sentimentText(feedback)
  if (text === null) return null
  const Mood = moods.get(feedback.sentimentCategory ?? '') ?? IconMoodNeutral
  return (
    <span className={classes.itemMark} title="Sentiment, from −1 to 1">
      <Mood size={14} stroke={1.8} aria-hidden />
      {text}
    </span>
  )
}

/** What somebody really said, word for word, and where. */
export function FeedbackItem({ feedback }: { readonly feedback: FeedbackRow }) {
  return (
    <li className={classes.quoteItem}>
      {feedback.title !== null && (
        <span className={classes.quoteTitle} dir="auto">
          {feedback.title}
        </span>
      )}
      <blockquote className={classes.quote} dir="auto">
        {feedback.content}
      </blockquote>
      <div className={classes.origin}>
        <span dir="auto">
          {feedback.source}
          {feedback.sourceId !== null && ` ${feedback.sourceId}`}
        </span>
        <RelativeTime at={feedback.createdAt} />
        <Sentiment feedback={feedback} />
        {!feedback.processed && <span>Not processed into insights yet</span>}
        {feedback.sourceUrl !== null && <OpenLink href={feedback.sourceUrl}>Open source</OpenLink>}
      </div>
    </li>
  )
}
