import type { Topic } from '../../../contract/features/topics'
import { Fact, Section } from '../../records/DetailParts'
import details from '../../records/details.module.css'
import { MaskedText } from '../../records/MaskedText'
import { InsightMarks } from '../../records/RelatedLists'
import { notGiven } from '../../records/record-words'
import { CopyId } from '../../ui/CopyId'
import { RelativeTime } from '../../ui/RelativeTime'
import classes from './topics.module.css'

type Element = Topic['opportunities'][number] & Partial<Topic['insights'][number]>

function ElementLine({ element, path }: { readonly element: Element; readonly path: string }) {
  const { id, title, hideContent, isKnown, marks } = element
  const name = title?.trim() || id || 'Untitled item without an ID'
  if (isKnown && id !== null) {
    return (
      <li className={classes.element}>
        <MaskedText name={name} hideContent={hideContent} to={`${path}/${encodeURIComponent(id)}`} />
        {marks && <InsightMarks {...marks} />}
      </li>
    )
  }
  return (
    <li className={classes.element}>
      <MaskedText name={name} hideContent={hideContent} to={null} />
      {title !== null && id !== null && <code className={details.muted}>{id}</code>}
      <span className={details.muted}>not in this workspace</span>
    </li>
  )
}

interface ElementsProps {
  readonly title: string
  readonly elements: readonly Element[]
  readonly path: string
}

/** The elements have no documented shape: two may look alike, so only their place tells them apart. */
function Elements({ title, elements, path }: ElementsProps) {
  const keyed = elements.map((element, place) => ({ element, key: `${place} ${element.id}` }))
  return (
    <Section title={title} total={elements.length}>
      {elements.length === 0 && <p className={details.muted}>None.</p>}
      <ul className={classes.elements}>
        {keyed.map(({ element, key }) => (
          <ElementLine key={key} element={element} path={path} />
        ))}
      </ul>
    </Section>
  )
}

/** As in every list of insights; those without a score come last, in their order. */
const strongestFirst = (insights: Topic['insights']) =>
  insights.toSorted((one, other) => (other.marks?.combinedScore ?? -1) - (one.marks?.combinedScore ?? -1))

const Moment = ({ at }: { readonly at: string | null }) =>
  at === null ? <span className={details.muted}>{notGiven}</span> : <RelativeTime at={at} />

export function TopicBody({ topic }: { readonly topic: Topic }) {
  return (
    <>
      {topic.description !== null && topic.description !== '' && (
        <p className={`${details.description} ${classes.description}`} dir="auto">
          {topic.description}
        </p>
      )}
      <dl className={`${details.facts} ${classes.facts}`}>
        <Fact name="Created">
          <Moment at={topic.createdAt} />
        </Fact>
        <Fact name="Updated">
          <Moment at={topic.updatedAt} />
        </Fact>
        <Fact name="ID">
          <CopyId id={topic.id} />
        </Fact>
      </dl>
      <Elements title="Opportunities" elements={topic.opportunities} path="/opportunities" />
      <Elements title="Insights" elements={strongestFirst(topic.insights)} path="/insights" />
    </>
  )
}
