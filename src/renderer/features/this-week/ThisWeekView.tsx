import { Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Fragment, lazy, Suspense, useState } from 'react'
import { recentDays } from '../../../contract/features/feedback'
import { fewestRated, type Need } from '../../../contract/features/needs'
import { NewsKind } from '../../../contract/features/news'
import { decisionWords, PrioritisedKind } from '../../../contract/features/priorities'
import type { Needy, NeedyRecord } from '../../../contract/features/this-week'
import { capital } from '../../../contract/first-letter'
import { mondays, startOfDay } from '../../../contract/weeks'
import type { WorkspaceRef } from '../../../contract/workspace'
import { insightCounts, queryOptionsFor } from '../../client/queries'
import { useSyncStatus, useWorkspace } from '../../client/workspace'
import details from '../../records/details.module.css'
import list from '../../records/list.module.css'
import { BeforeFirstSync } from '../../records/NoRecords'
import { needPath } from '../../records/needs'
import { RelatedNote } from '../../records/RecordsView'
import {
  goalKind,
  insightKind,
  opportunityKind,
  type RecordKind,
  recordPath,
  relatedKinds,
  relatedText,
} from '../../records/record-kind'
import { count, counted, countedOf, percentText } from '../../records/record-words'
import { useNow } from '../../ui/clock'
import { LiveText } from '../../ui/LiveText'
import { dateText, readTime } from '../../ui/relative-time'
import { scoresText, sinceText } from '../news'
import { contradictedPath, contradictionInfo, useContradicted } from '../priorities'
import { Figure, Read, Section, Top } from './Section'
import classes from './this-week.module.css'
import { newsLabels, thisWeekTexts } from './this-week-words'

const Trends = lazy(() => import('./Trends').then(({ Trends }) => ({ default: Trends })))

/** Changes shown by name, per kind. */
const shownChanges = 3

function WeekOf() {
  const [monday = ''] = mondays(new Date(useNow()), 1)
  return <span className={details.muted}>{`Week of ${dateText(startOfDay(monday).getTime())}`}</span>
}

export function ThisWeekView() {
  return (
    <div className={list.view}>
      <header className={classes.bar}>
        <Title order={1} size={16}>
          This week
        </Title>
        <WeekOf />
      </header>
      <div className={classes.scroller} data-scroller>
        <Content />
      </div>
    </div>
  )
}

/** Shows no counts before the first sync, as nothing is known. */
function Content() {
  const { name } = useWorkspace()
  const sync = useSyncStatus()
  if (sync === undefined) return null
  if (sync.syncedAt === null) {
    const loading = (
      <p role="status" className={classes.note}>
        <LiveText>Loading {name} for the first time…</LiveText>
      </p>
    )
    return <BeforeFirstSync sync={sync} loading={loading} />
  }
  return (
    <div className={classes.sections}>
      <div className={classes.wide}>
        <RelatedNote />
      </div>
      <Unseen />
      <UnhappyAndChanges />
      {sync.changesToReview > 0 && <Reviews total={sync.changesToReview} />}
      <Gaps />
      <Contradictions />
      <div className={classes.wide}>
        <Suspense fallback={null}>
          <Trends />
        </Suspense>
      </div>
    </div>
  )
}

/**
 * What changed is usually as tall as two other sections. In two columns it goes below Unseen, in three it fills the second,
 * so that the columns end at about the same height. With hardly any change it is short, and goes below Unseen in any case.
 */
function UnhappyAndChanges() {
  const { ref: workspace } = useWorkspace()
  const changes = useQueries({ queries: NewsKind.options.map((kind) => changesOf(workspace, kind)) })
  // Once only: later, the sections would change places under the person's eyes.
  const [isShort, setIsShort] = useState<boolean | null>(null)
  if (isShort === null && changes.every(({ data }) => data !== undefined))
    setIsShort(sum(changes.map(({ data }) => data?.rows.length)) < 3)
  const hasThreeColumns = useMediaQuery('(min-width: 1280px)', false, { getInitialValueInEffect: false })
  const sections = [<Changes key="changes" />, <Unhappy key="unhappy" />]
  return hasThreeColumns && !isShort ? sections.toReversed() : sections
}

const sum = (counts: readonly (number | undefined)[]) => counts.reduce<number>((total, each = 0) => total + each, 0)

function useNeedy() {
  const { ref: workspace } = useWorkspace()
  return useQuery(queryOptionsFor('thisWeek', 'get', { workspace }))
}

const unseenPath = `${insightKind.path}?seen=unseen`
const unseenOf = (id: string) =>
  `${unseenPath}&${new URLSearchParams({ related: relatedText({ kind: 'opportunity', id }) })}`

function Unseen() {
  const { ref: workspace } = useWorkspace()
  const insights = useQuery(insightCounts(workspace))
  const needy = useNeedy()
  return (
    <Section heading="Unseen" info={thisWeekTexts.unseen}>
      <Read query={insights}>
        {({ unseen, left }) => (
          <Figure
            value={unseen}
            label={unseen === 1 ? 'unseen insight' : 'unseen insights'}
            to={unseenPath}
            madeOf={`${count(left)} to triage`}
          />
        )}
      </Read>
      <Read query={needy}>
        {({ opportunities: { groups, all } }) => (
          <>
            <Figure
              value={groups.unseen.total}
              label={`of ${counted(all, 'opportunity has', 'opportunities have')} unseen insights`}
              to={needPath(opportunityKind, 'unseen')}
            />
            <Top
              label="Opportunities with the most unseen insights"
              rows={groups.unseen.top}
              to={({ id }) => unseenOf(id)}
              detail={({ unseen, insights }) => `${count(unseen)} of ${count(insights)}`}
              inWords={({ unseen, insights }) =>
                `${count(unseen)} unseen of ${counted(insights, 'insight', 'insights')}`
              }
            />
          </>
        )}
      </Read>
    </Section>
  )
}

const changesOf = (workspace: WorkspaceRef, kind: NewsKind) =>
  queryOptionsFor('news', 'query', { workspace, text: '', kinds: [kind], offset: 0, limit: shownChanges })

function Changes() {
  return (
    <Section heading="What changed" info={thisWeekTexts.whatChanged}>
      {NewsKind.options.map((kind) => (
        <Changed key={kind} kind={kind} />
      ))}
    </Section>
  )
}

function Changed({ kind }: { readonly kind: NewsKind }) {
  const { ref: workspace } = useWorkspace()
  const now = useNow()
  const news = useQuery(changesOf(workspace, kind))
  return (
    <Read query={news}>
      {({ rows, total, since }) => (
        <>
          {kind === 'new' && since !== null && <p className={details.muted}>{capital(sinceText(since, now))}</p>}
          <Figure value={total} label={newsLabels[kind][total === 1 ? 'one' : 'many']} to={`/news?status=${kind}`} />
          <Top
            label={capital(newsLabels[kind].many)}
            rows={rows}
            to={({ id }) => `/news/${encodeURIComponent(id)}?status=${kind}`}
            detail={scoresText}
          />
        </>
      )}
    </Read>
  )
}

function useAllContradicted() {
  return {
    opportunity: useContradicted('opportunity'),
    outcome: useContradicted('outcome'),
    solution: useContradicted('solution'),
    insight: useContradicted('insight'),
  } satisfies Record<PrioritisedKind, ReturnType<typeof useContradicted>>
}

/** Renders nothing while no decision is contradicted, and no line for kinds without one. */
function Contradictions() {
  const found = useAllContradicted()
  const [wasShown, setWasShown] = useState(false)
  // A failed kind stays while it is read again.
  const shown = PrioritisedKind.options.filter((kind) => {
    const { data, error } = found[kind]
    return data === undefined ? error !== null || wasShown : data.length > 0
  })
  if (shown.length > 0 && !wasShown) setWasShown(true)
  if (shown.length === 0) return null
  return (
    <Section
      heading="Decisions contradicted by evidence"
      info={`${contradictionInfo} Ranks are by “Evidence first”. Your decisions stay on this computer.`}
    >
      {shown.map((kind) => (
        <Contradicted key={kind} kind={kind} query={found[kind]} />
      ))}
    </Section>
  )
}

interface ContradictedProps {
  readonly kind: PrioritisedKind
  readonly query: ReturnType<typeof useContradicted>
}

function Contradicted({ kind, query }: ContradictedProps) {
  const { one, many } = relatedKinds[kind]
  return (
    <Read query={query}>
      {(rows) => (
        <>
          <Figure value={rows.length} label={rows.length === 1 ? one : many} to={contradictedPath(kind)} />
          <Top
            label={`Contradicted ${many}`}
            isLong
            rows={rows.slice(0, shownChanges)}
            to={({ id }) => contradictedPath(kind).replace('?', `/${encodeURIComponent(id)}?`)}
            detail={({ decision, contradiction }) =>
              `${decision === null ? '' : decisionWords[decision]}: ${contradiction?.short ?? ''}`
            }
          />
        </>
      )}
    </Read>
  )
}

function Reviews({ total }: { readonly total: number }) {
  return (
    <Section heading="Changes to review" info={thisWeekTexts.toReview}>
      <Figure
        value={total}
        label={total === 1 ? 'change to review' : 'changes to review'}
        to="/activity?status=here&status=review"
      />
    </Section>
  )
}

interface GroupProps {
  readonly needy: Needy
  readonly kind: RecordKind
  readonly need: Need
  readonly label: string
  readonly detail: (row: NeedyRecord) => string
  readonly inWords?: (row: NeedyRecord) => string
}

function Group({ needy, kind, need, label, detail, inWords }: GroupProps) {
  const { total, top } = needy.groups[need]
  const path = needPath(kind, need)
  return (
    <>
      <Figure value={total} label={`of ${countedOf(kind, needy.all)} ${label}`} to={path} />
      <Top
        label={`${kind.many} ${label}`}
        rows={top}
        to={({ id }) => `${recordPath(kind, id)}?needs=${need}`}
        detail={detail}
        {...(inWords && { inWords })}
      />
    </>
  )
}

type OfNeed = Pick<GroupProps, 'need' | 'label' | 'detail' | 'inWords'>

const unhappy: OfNeed = {
  need: 'unhappy',
  label: 'with mostly negative feedback',
  detail: ({ negative, rated }) => `${count(negative)} of ${count(rated)}`,
  inWords: ({ negative, rated }) => `${count(negative)} of ${count(rated)} negative, ${percentText(negative / rated)}`,
}

function Unhappy() {
  const needy = useNeedy()
  return (
    <Section
      heading="Unhappy customers"
      info={`At least two thirds of the feedback from the last ${recentDays} days is negative. Only feedback with a known sentiment counts, each piece once. At least ${fewestRated} pieces are needed.`}
    >
      <Read query={needy}>
        {({ opportunities, goals }) => (
          <>
            <Group needy={opportunities} kind={opportunityKind} {...unhappy} />
            <Group needy={goals} kind={goalKind} {...unhappy} />
          </>
        )}
      </Read>
    </Section>
  )
}

const insightsText = ({ insights }: NeedyRecord) => counted(insights, 'insight', 'insights')

function latestText({ latest }: NeedyRecord): string {
  const time = latest === null ? null : readTime(latest)
  return time === null ? 'date unknown' : `last on ${dateText(time)}`
}

const gaps: readonly (OfNeed & { readonly ofGoalsOnly?: true })[] = [
  { need: 'noFeedback', label: 'without feedback', detail: insightsText },
  { need: 'oldFeedback', label: 'with only older feedback', detail: latestText },
  { need: 'noOpportunity', label: 'without an opportunity', detail: insightsText, ofGoalsOnly: true },
]

function Gaps() {
  const needy = useNeedy()
  return (
    <Section heading="Gaps in evidence" info={thisWeekTexts.gaps}>
      <Read query={needy}>
        {({ opportunities, goals }) =>
          gaps.map(({ ofGoalsOnly, ...gap }) => (
            <Fragment key={gap.need}>
              {!ofGoalsOnly && (
                <div className={classes.group}>
                  <Group needy={opportunities} kind={opportunityKind} {...gap} />
                </div>
              )}
              <div className={classes.group}>
                <Group needy={goals} kind={goalKind} {...gap} />
              </div>
            </Fragment>
          ))
        }
      </Read>
    </Section>
  )
}
