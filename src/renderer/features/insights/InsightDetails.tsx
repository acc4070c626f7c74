import { IconCircleCheck, IconCircleDot } from '@tabler/icons-react'
import { memo } from 'react'
import { Link } from 'react-router'
import type { InsightDetail, InsightRow } from '../../../contract/features/insights'
import { waitsForReview } from '../../../contract/requires-review'
import { queryOptionsFor } from '../../client/queries'
import { useSyncStatus, useWorkspace } from '../../client/workspace'
import { ClampedDescription, Fact, Facts, Moment, Section } from '../../records/DetailParts'
import details from '../../records/details.module.css'
import { HiddenMark, useMask } from '../../records/MaskedText'
import { RecordDetails, UnknownRecord } from '../../records/RecordDetails'
import { NothingReturned } from '../../records/RecordsView'
import { FeedbackOf, RecordLink } from '../../records/RelatedLists'
import { goalKind, insightKind, opportunityKind, type RecordKind, solutionKind } from '../../records/record-kind'
import { count, horizonWord, statusWord, trendWord } from '../../records/record-words'
import type { DetailsProps } from '../../records/use-record-list'
import { lazyWithPreload } from '../../ui/lazy-with-preload'
import { reviewWords, waitingWords, wordsFor } from '../../ui/words'
import { DetailScores } from './DetailScores'
import { PendingMark, TypeLabel } from './insight-columns'
import { insightTexts } from './insight-words'
import classes from './insights.module.css'

const SimilarInsights = lazyWithPreload(() =>
  import('../../records/similarity/SimilarInsights').then(({ SimilarInsights }) => SimilarInsights),
)
const ChangeActions = lazyWithPreload(() => import('../activity').then(({ ChangeActions }) => ChangeActions))

function Marks({ insight }: { readonly insight: InsightRow }) {
  const Seen = insight.seen ? IconCircleCheck : IconCircleDot
  return (
    <>
      <TypeLabel type={insight.type} />
      <span className={classes.mark}>
        <Seen size={15} stroke={1.8} aria-hidden />
        {insight.seen ? 'Seen' : 'Unseen'}
      </span>
      {insight.pending && <PendingMark pending={insight.pending} />}
    </>
  )
}

/** The same actions as in Activity, for a change made here. */
function Pending({ insight: { id, title, pending } }: { readonly insight: InsightRow }) {
  const { ref: workspace } = useWorkspace()
  if (pending === null) return null
  const { changeId, version, state, error, needsReview } = pending
  const isToReview = waitsForReview({ workspace, ...pending })
  return (
    <>
      <ChangeActions
        entry={{ workspace, changeId, version, kind: 'createInsight', targetId: id, title, state, needsReview }}
      />
      <p className={details.muted}>
        {state === 'waiting' &&
          `${isToReview && workspace.environment !== 'production' ? reviewWords : waitingWords(error, workspace.environment)} `}
        {state !== 'waiting' && error && `${wordsFor(error).title}. ${error.message} `}
        See it in <Link to="/activity">Activity</Link>.
      </p>
    </>
  )
}

interface RelatedItem {
  readonly id: string
  readonly title: string
  readonly hideContent: boolean
  /** In words: status, horizon, trend. */
  readonly marks: readonly string[]
}

function Related({ item, kind }: { readonly item: RelatedItem; readonly kind: RecordKind }) {
  const [isMasked, toggle] = useMask(item.hideContent)
  return (
    <li>
      {isMasked ? <HiddenMark /> : <RecordLink kind={kind} record={{ ...item, hideContent: false }} />}
      {!isMasked && <span className={details.itemMark}>{item.marks.join(' · ')}</span>}
      {toggle}
    </li>
  )
}

function RelatedSection({ kind, items }: { readonly kind: RecordKind; readonly items: readonly RelatedItem[] }) {
  if (items.length === 0) return null
  return (
    <section aria-label={kind.heading} className={classes.related}>
      <h3>{kind.heading}</h3>
      <ul className={details.list}>
        {items.map((item) => (
          <Related key={item.id} item={item} kind={kind} />
        ))}
      </ul>
    </section>
  )
}

/** Says why the service returned no related records. */
function NothingRelated() {
  const sync = useSyncStatus()
  return (
    <p className={`${details.muted} ${classes.afterwards}`}>
      {sync?.hasRelationships === false ? <NothingReturned /> : insightTexts.noRelated}
    </p>
  )
}

const trendMark = (trend: number | null) => (trend === null || trendWord(trend) === 'Steady' ? [] : [trendWord(trend)])

/** Long, and unchanged while the person types a search: not rendered again for that. */
const Relationships = memo(function Relationships({ insight }: { readonly insight: InsightDetail }) {
  const { opportunities, solutions, outcomes, feedback } = insight
  const description = <ClampedDescription text={insight.description} />
  if (opportunities.length + solutions.length + outcomes.length + feedback.length === 0) {
    return (
      <>
        {description}
        <NothingRelated />
      </>
    )
  }
  return (
    <>
      <div className={classes.belongsTo}>
        <RelatedSection
          kind={opportunityKind}
          items={opportunities.map((item) => ({ ...item, marks: [statusWord(item.status)] }))}
        />
        <RelatedSection
          kind={solutionKind}
          items={solutions.map((item) => ({
            ...item,
            marks: [statusWord(item.status), ...(item.horizon === null ? [] : [horizonWord(item.horizon)])],
          }))}
        />
        <RelatedSection
          kind={goalKind}
          items={outcomes.map((item) => ({
            ...item,
            marks: [`Priority ${count(item.rank)}`, ...trendMark(item.trend)],
          }))}
        />
      </div>
      <FeedbackOf feedback={feedback} />
      {/* Below other sections it would seem part of the last one. */}
      {insight.description !== '' && <Section title="Description">{description}</Section>}
    </>
  )
})

export function InsightDetails({ list, id }: DetailsProps<InsightRow>) {
  const { ref: workspace } = useWorkspace()
  return (
    <RecordDetails<InsightRow, InsightDetail>
      list={list}
      id={id}
      query={queryOptionsFor('insights', 'get', { workspace, id })}
      marks={(insight) => <Marks insight={insight} />}
      actions={(insight) => <Pending insight={insight} />}
      hasDescriptionInBody
      body={(insight) => <Relationships insight={insight} />}
      facts={(insight, isMasked) => (
        <>
          <DetailScores insight={insight} />
          {!isMasked && <SimilarInsights id={insight.id} />}
          <Facts
            record={insight}
            datesAfter={
              <>
                {insight.lastScoreCalculatedAt !== null && (
                  <Fact name="Scored">
                    <Moment at={insight.lastScoreCalculatedAt} />
                  </Fact>
                )}
                {insight.embeddingLength !== null && (
                  <Fact name="Embedding">{count(insight.embeddingLength)} dimensions</Fact>
                )}
              </>
            }
          />
        </>
      )}
      notFound={
        <UnknownRecord kind={insightKind} id={id}>
          {insightTexts.notFound}
        </UnknownRecord>
      }
    />
  )
}
