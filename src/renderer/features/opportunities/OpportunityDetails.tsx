import type { OpportunityDetail, OpportunityRow } from '../../../contract/features/opportunities'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { Fact, Facts, Figures } from '../../records/DetailParts'
import { MeanSentiment } from '../../records/Evidence'
import { RecordDetails } from '../../records/RecordDetails'
import { FeedbackList, InsightMentions, MentionList, RisingInsights } from '../../records/RelatedLists'
import { goalKind, opportunityKind, solutionKind } from '../../records/record-kind'
import { authorWord, generatingWord, scoreFigure, unknownMark } from '../../records/record-words'
import { StatusLabel } from '../../records/StatusLabel'
import type { DetailsProps } from '../../records/use-record-list'
import { MarkAllSeen } from './MarkAllSeen'

function Marks({ row }: { readonly row: OpportunityRow }) {
  return (
    <>
      <StatusLabel status={row.status} />
      {row.sentiment !== null && <MeanSentiment score={row.sentiment} />}
    </>
  )
}

function Related({ opportunity }: { readonly opportunity: OpportunityDetail }) {
  const relatedTo = { kind: 'opportunity', id: opportunity.id } as const
  return (
    <>
      <RisingInsights insights={opportunity.risingInsights} total={opportunity.rising} />
      <InsightMentions relatedTo={relatedTo} />
      <FeedbackList relatedTo={relatedTo} />
      <MentionList title="Solutions" kind={solutionKind} mentions={opportunity.relatedSolutions} />
      <MentionList title="Goals" kind={goalKind} mentions={opportunity.relatedOutcomes} />
      <MentionList title="Related opportunities" kind={opportunityKind} mentions={opportunity.relatedOpportunities} />
    </>
  )
}

export function OpportunityDetails({ list, id }: DetailsProps<OpportunityRow>) {
  const { ref: workspace } = useWorkspace()
  return (
    <RecordDetails<OpportunityRow, OpportunityDetail>
      list={list}
      id={id}
      query={queryOptionsFor('opportunities', 'get', { workspace, id })}
      marks={(row) => <Marks row={row} />}
      actions={(opportunity) => (
        <Figures
          figures={[
            {
              name: 'Top score',
              value: opportunity.strongest === null ? unknownMark : scoreFigure(opportunity.strongest),
            },
            { name: 'Rising', value: opportunity.rising },
            { name: 'Insights', value: opportunity.insights },
            { name: 'Unseen', value: opportunity.unseen },
            { name: 'Feedback', value: opportunity.feedback },
            { name: 'Solutions', value: opportunity.solutions },
          ]}
        />
      )}
      firstInBar={(opportunity) => (
        <MarkAllSeen
          opportunity={opportunity}
          isMasked={opportunity.hideContent && !list.revealed.isRevealed(opportunity.id)}
        />
      )}
      body={(opportunity) => <Related opportunity={opportunity} />}
      facts={(opportunity) => (
        <Facts record={opportunity}>
          <Fact name="Solutions">{generatingWord(opportunity.solutionsGeneratingState)}</Fact>
          <Fact name="Created by">{authorWord(opportunity.createdBy)}</Fact>
          <Fact name="Read">{opportunity.read ? 'Yes' : 'No'}</Fact>
        </Facts>
      )}
    />
  )
}
