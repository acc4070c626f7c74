import { Link } from 'react-router'
import type { OutcomeDetail, OutcomeRow } from '../../../contract/features/outcomes'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { DeleteButton } from '../../records/DeleteButton'
import { Facts, Figures, Section } from '../../records/DetailParts'
import classes from '../../records/details.module.css'
import { Trend } from '../../records/Evidence'
import { RecordDetails } from '../../records/RecordDetails'
import { FeedbackList, InsightMentions, MentionList } from '../../records/RelatedLists'
import { metricKind, opportunityKind, recordPath, solutionKind } from '../../records/record-kind'
import { count, listTexts } from '../../records/record-words'
import type { DetailsProps } from '../../records/use-record-list'
import { RelativeTime } from '../../ui/RelativeTime'
import { LinkToMetric } from './LinkToMetric'

interface OutcomeDetailsProps extends DetailsProps<OutcomeRow> {
  /** Absent where goals cannot be deleted. */
  readonly onDelete?: (outcome: OutcomeDetail) => void
}

function Metrics({ metrics }: { readonly metrics: OutcomeDetail['linkedMetrics'] }) {
  return (
    <Section title="Metrics" total={metrics.length} info={listTexts.linksFromHere}>
      {metrics.length > 0 && (
        <ul className={classes.list}>
          {metrics.map(({ metricId, label, linkedAt }) => (
            <li key={metricId} className={classes.item}>
              <Link to={recordPath(metricKind, metricId)} className={classes.itemTitle} dir="auto">
                {label || metricId}
              </Link>
              <span className={classes.muted}>
                linked <RelativeTime at={linkedAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Related({ outcome }: { readonly outcome: OutcomeDetail }) {
  const relatedTo = { kind: 'outcome', id: outcome.id } as const
  return (
    <>
      {/* Before the lists that may be long. */}
      <Metrics metrics={outcome.linkedMetrics} />
      <InsightMentions relatedTo={relatedTo} />
      <FeedbackList relatedTo={relatedTo} />
      <MentionList title="Opportunities" kind={opportunityKind} mentions={outcome.relatedOpportunities} />
      <MentionList title="Solutions" kind={solutionKind} mentions={outcome.relatedSolutions} />
      {outcome.analyticEvents.length > 0 && (
        <Section title="Analytics events" total={outcome.analyticEvents.length}>
          <ul className={classes.points}>
            {outcome.analyticEvents.map((event) => (
              <li key={event} dir="auto">
                {event}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

export function OutcomeDetails({ list, id, onDelete }: OutcomeDetailsProps) {
  const { ref: workspace } = useWorkspace()
  return (
    <RecordDetails<OutcomeRow, OutcomeDetail>
      list={list}
      id={id}
      query={queryOptionsFor('outcomes', 'get', { workspace, id })}
      marks={(row) => (
        <>
          <span>Priority {count(row.rank)}</span>
          {row.trend !== null && <Trend trend={row.trend} />}
        </>
      )}
      actions={(outcome) => (
        <Figures
          figures={[
            { name: 'Insights', value: outcome.insights },
            { name: 'Unseen', value: outcome.unseen },
            { name: 'Feedback', value: outcome.feedback },
            { name: 'Opportunities', value: outcome.opportunities },
            { name: 'Solutions', value: outcome.solutions },
          ]}
        />
      )}
      firstInBar={(outcome) => <LinkToMetric isSmall ids={[outcome.id]} />}
      lastInBar={(outcome) => onDelete && <DeleteButton onDelete={() => onDelete(outcome)} />}
      body={(outcome) => <Related outcome={outcome} />}
      facts={(outcome) => <Facts record={outcome} />}
    />
  )
}
