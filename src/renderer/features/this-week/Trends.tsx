import { useQuery } from '@tanstack/react-query'
import { typeWord } from '../../../contract/features/record-words'
import { type Trends as TrendsOf, trendWeeks } from '../../../contract/features/this-week'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import details from '../../records/details.module.css'
import { feedbackKind, insightKind } from '../../records/record-kind'
import { counted } from '../../records/record-words'
import { dateText, readTime } from '../../ui/relative-time'
import { Figure, Read, Section } from './Section'
import { TrendChart } from './TrendChart'
import classes from './this-week.module.css'
import { countText, scoreSeries, scoreText, sentimentSeries, thisWeekTexts, totalOf } from './this-week-words'

/** Feedback per week, and the course of the scores. */
export function Trends() {
  const { ref: workspace } = useWorkspace()
  const trends = useQuery(queryOptionsFor('thisWeek', 'trends', { workspace }))
  return (
    <Section
      heading="Trends"
      info={`The last ${trendWeeks} weeks, from Monday to Sunday in your time zone. This week isn’t over.`}
    >
      <Read query={trends}>{(data) => <Charts trends={data} />}</Read>
    </Section>
  )
}

function Charts({ trends }: { readonly trends: TrendsOf }) {
  const { weeks, scoresSince, scored } = trends
  const [first = ''] = weeks
  const byType = trends.insights.map(({ type, counts }) => ({ name: typeWord(type), values: counts }))
  const bySentiment = sentimentSeries(trends)
  const since = scoresSince === null ? null : readTime(scoresSince)
  const [insights, pieces] = [totalOf(byType), totalOf(bySentiment)]
  const inWeeks = `in ${trendWeeks} weeks`
  return (
    <div className={classes.charts}>
      <TrendChart
        title="Insights by type"
        unit="Insights"
        weeks={weeks}
        series={byType}
        kind="bars"
        text={countText}
        lead={
          <Figure
            value={insights}
            label={`${insights === 1 ? 'insight' : 'insights'} created ${inWeeks}`}
            to={`${insightKind.path}?since=${first}`}
          />
        }
      />
      <TrendChart
        title="Feedback by sentiment"
        unit="Pieces of feedback"
        weeks={weeks}
        series={bySentiment}
        kind="bars"
        text={countText}
        lead={
          <Figure
            value={pieces}
            label={`${pieces === 1 ? 'piece' : 'pieces'} of feedback ${inWeeks}`}
            to={`${feedbackKind.path}?since=${first}`}
          />
        }
      />
      <TrendChart
        title="Average scores"
        unit="Score"
        weeks={weeks}
        series={scoreSeries(trends)}
        kind="lines"
        text={scoreText}
        lead={
          <p className={details.muted}>
            {since === null
              ? thisWeekTexts.noScores
              : `Averages over ${counted(scored.at(-1) ?? 0, 'scored insight', 'scored insights')}. Scores are known from the first sync on ${dateText(since)}.`}
          </p>
        }
      />
    </div>
  )
}
