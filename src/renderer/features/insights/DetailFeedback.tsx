import { IconMoodNeutral, IconMoodSad, IconMoodSmile } from '@tabler/icons-react'
import type { InsightDetail } from '../../../contract/features/insights'
import { OpenLink } from '../../ui/OpenLink'
import { RelativeTime } from '../../ui/RelativeTime'
import classes from './InsightDetails.module.css'
import { count, percentText, signedScoreText } from './insight-words'

type Feedback = InsightDetail['feedback'][number]

const moods = new Map([
  ['Positive', IconMoodSmile],
  ['Negative', IconMoodSad],
])

function Sentiment({ feedback }: { readonly feedback: Feedback }) {
  const { sentimentCategory: category, sentimentScore: score, sentimentConfidence: confidence } = feedback
  if (category === null && score === null) return null
  const Mood = moods.get(category ?? '') ?? IconMoodNeutral
  const details = [
    score !== null && signedScoreText(score),
    confidence !== null && `${percentText(confidence)} confident`,
  ].filter((part) => part !== false)
  return (
    <span className={classes.sentiment} data-category={category} title="Sentiment, from −1 to 1">
      <Mood size={14} stroke={1.8} aria-hidden />
      {[category ?? 'Sentiment', ...details].join(' · ')}
    </span>
  )
}

/** What people really said, word for word, and where. */
export function DetailFeedback({ feedback }: { readonly feedback: readonly Feedback[] }) {
  if (feedback.length === 0) return null
  return (
    <section aria-label="Feedback" className={classes.section}>
      <h3 className={classes.sectionTitle}>
        Feedback <span className={classes.sectionCount}>{count(feedback.length)}</span>
      </h3>
      <ul className={classes.list}>
        {feedback.map((item) => (
          <li key={item.id} className={classes.feedback}>
            {item.title !== null && (
              <span className={classes.relatedTitle} dir="auto">
                {item.title}
              </span>
            )}
            <blockquote className={classes.quote} dir="auto">
              {item.content}
            </blockquote>
            <div className={classes.origin}>
              <span dir="auto">
                {item.source}
                {item.sourceId !== null && ` ${item.sourceId}`}
              </span>
              <RelativeTime at={item.createdAt} />
              <Sentiment feedback={item} />
              {!item.processed && <span>Not processed into insights yet</span>}
              {item.sourceUrl !== null && <OpenLink href={item.sourceUrl}>Open source</OpenLink>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
