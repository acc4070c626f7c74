import type { SolutionDetail, SolutionRow } from '../../../contract/features/solutions'
import { useWorkspace } from '../../app/workspace'
import { queryOf } from '../../client/queries'
import { Fact, Facts, FoldedText, PlainText, Section } from '../../ui/records/DetailParts'
import classes from '../../ui/records/details.module.css'
import { InsightMentions } from '../../ui/records/InsightMentions'
import { MentionList } from '../../ui/records/MentionList'
import { RecordDetails } from '../../ui/records/RecordDetails'
import { goalKind, opportunityKind } from '../../ui/records/record-kind'
import { authorWord, count, horizonWord, processingWord } from '../../ui/records/record-words'
import { StatusLabel } from '../../ui/records/StatusLabel'
import type { RecordList } from '../../ui/records/use-record-list'
import { WrittenText } from '../../ui/records/WrittenText'

const roleWords: Readonly<Record<string, string>> = { user: 'Person', assistant: 'Assistant' }

function Points({ title, points }: { readonly title: string; readonly points: readonly string[] }) {
  if (points.length === 0) return null
  return (
    <Section title={title} total={points.length}>
      <ul className={classes.points}>
        {points.map((point, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same point may be given twice, and the list never changes
          <li key={place} dir="auto">
            {point}
          </li>
        ))}
      </ul>
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
          <WrittenText text={solution.prd} />
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

interface SolutionDetailsProps {
  readonly list: RecordList<SolutionRow>
  readonly id: string
}

export function SolutionDetails({ list, id }: SolutionDetailsProps) {
  const { ref: workspace } = useWorkspace()
  return (
    <RecordDetails<SolutionRow, SolutionDetail>
      list={list}
      id={id}
      query={queryOf('solutions', 'get', { workspace, id })}
      marks={(row) => (
        <>
          <StatusLabel status={row.status} />
          {row.horizon !== null && <span>Horizon: {horizonWord(row.horizon)}</span>}
          <span>{processingWord(row.aiProcessingState)}</span>
          <span>{authorWord(row.createdBy)}</span>
        </>
      )}
      body={(solution) => <Body solution={solution} />}
      facts={(solution) => (
        <Facts record={solution}>
          <Fact name="Priority">
            <span dir="auto">{solution.priority}</span>
          </Fact>
        </Facts>
      )}
    />
  )
}
