import type { SolutionDetail, SolutionRow } from '../../../contract/features/solutions'
import { queryOptionsFor } from '../../client/queries'
import { useWorkspace } from '../../client/workspace'
import { Fact, Facts, FoldedText, PlainText, Section } from '../../records/DetailParts'
import classes from '../../records/details.module.css'
import { Markdown } from '../../records/Markdown'
import { RecordDetails } from '../../records/RecordDetails'
import { InsightMentions, MentionList } from '../../records/RelatedLists'
import { goalKind, opportunityKind } from '../../records/record-kind'
import { authorWord, count, horizonWord, processingWord } from '../../records/record-words'
import { StatusLabel } from '../../records/StatusLabel'
import type { DetailsProps } from '../../records/use-record-list'

const roleWords: Readonly<Record<string, string>> = { user: 'Person', assistant: 'Assistant' }

export function PointList({ points }: { readonly points: readonly string[] }) {
  return (
    <ul className={classes.points}>
      {points.map((point, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same point may be given twice, and the list never changes
        <li key={place} dir="auto">
          {point}
        </li>
      ))}
    </ul>
  )
}

function Points({ title, points }: { readonly title: string; readonly points: readonly string[] }) {
  if (points.length === 0) return null
  return (
    <Section title={title} total={points.length}>
      <PointList points={points} />
    </Section>
  )
}

function Refinement({ log }: { readonly log: SolutionDetail['refinementLog'] }) {
  if (log.length === 0) return null
  return (
    <FoldedText summary={`Refinement log (${count(log.length)})`}>
      <ul className={classes.list}>
        {log.map(({ id, role, content }) => (
          <li key={id} className={classes.quoteItem}>
            <span className={classes.itemMark}>{Object.hasOwn(roleWords, role) ? roleWords[role] : role}</span>
            <PlainText text={content} />
          </li>
        ))}
      </ul>
    </FoldedText>
  )
}

function Body({ solution }: { readonly solution: SolutionDetail }) {
  return (
    <>
      <Points title="Pros" points={solution.pros} />
      <Points title="Cons" points={solution.cons} />
      {solution.prd.trim() !== '' && (
        <Section title="Product requirements">
          <Markdown text={solution.prd} />
        </Section>
      )}
      <MentionList title="Opportunities" kind={opportunityKind} mentions={solution.relatedOpportunities} />
      <MentionList title="Goals" kind={goalKind} mentions={solution.relatedOutcomes} />
      <InsightMentions relatedTo={{ kind: 'solution', id: solution.id }} />
      <Refinement log={solution.refinementLog} />
      {solution.systemPrompt !== null && (
        <FoldedText summary="System prompt">
          <PlainText text={solution.systemPrompt} />
        </FoldedText>
      )}
    </>
  )
}

export function SolutionDetails({ list, id }: DetailsProps<SolutionRow>) {
  const { ref: workspace } = useWorkspace()
  return (
    <RecordDetails<SolutionRow, SolutionDetail>
      list={list}
      id={id}
      query={queryOptionsFor('solutions', 'get', { workspace, id })}
      marks={(row) => (
        <>
          <StatusLabel status={row.status} />
          <span>Priority {count(row.rank)}</span>
          {row.horizon !== null && <span>Horizon: {horizonWord(row.horizon)}</span>}
        </>
      )}
      body={(solution) => <Body solution={solution} />}
      facts={(solution) => (
        <Facts record={solution}>
          <Fact name="Processing">{processingWord(solution.aiProcessingState)}</Fact>
          <Fact name="Created by">{authorWord(solution.createdBy)}</Fact>
        </Facts>
      )}
    />
  )
}
