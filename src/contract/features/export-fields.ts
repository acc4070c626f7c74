// The fields of an exported row, for each list: the headings of its table, and the fields that only the details show.
// They stand in the contract because main writes them and a test of the page compares them with the tables.
import type { z } from 'zod'
import { environmentLabels } from '../workspace'
import type { ActivityDetail } from './activity'
import { durationMs, operationText, stateText } from './activity-words'
import type { ExportContent, ExportView } from './export'
import { type FeedbackRow, recentDays } from './feedback'
import type { InsightDetail } from './insights'
import type { KnowledgeDetail } from './knowledge'
import type { Metric } from './metrics'
import type { NewsDetail } from './news'
import type { OpportunityDetail } from './opportunities'
import type { OutcomeDetail } from './outcomes'
import { type Decision, decisionWords, type Part } from './priorities'
import {
  authorWord,
  generatingWord,
  hiddenContent,
  horizonWord,
  knowledgeSourceWord,
  knowledgeStateWord,
  newsKindWords,
  processingWord,
  statusWord,
  triageWords,
  typeWord,
} from './record-words'
import { sentimentWord } from './sentiment'
import type { SolutionDetail } from './solutions'
import type { Topic } from './topics'
import type { Triage } from './triage'

/** A list of texts has several values of one row, such as the goals of an insight. */
export type ExportValue = string | number | boolean | null | readonly string[]

/** The person's own notes and decisions about the record on this computer; absent: not asked for. */
interface Local {
  readonly local?: Triage
}

/** Hides the names of records that are marked as hidden, unless the person asked for them. */
type NameOf = (record: { readonly title: string | null; readonly hideContent: boolean }) => string

/** Points of a ranking, a score, a value of either sign, or a share. */
export type ExportFigure = 'points' | 'score' | 'signed' | 'share'

interface FieldOptions {
  /** An instant, written in the way of the format. */
  readonly isTime?: boolean
  /** JSON text, which is nested in a JSON file. */
  readonly isJson?: boolean
  /** The format of its number on screen, and in a file that people read. */
  readonly figure?: ExportFigure
  /** Hidden where the service marks the record as hidden. */
  readonly isContent?: boolean
}

export interface ExportField<Item = never> extends FieldOptions {
  /** Name in JSON: the heading in camel case. */
  readonly key: string
  /** Id of the table column that shows it, or its own id where none does. */
  readonly column: string
  /** As in the table. */
  readonly heading: string
  readonly read: (item: Item, nameOf: NameOf) => ExportValue
}

const content = { isContent: true }
const time = { isTime: true }
const score = { figure: 'score' } as const
const signed = { figure: 'signed' } as const
const share = { figure: 'share' } as const

function keyOf(heading: string): string {
  const [first = '', ...others] = heading.toLowerCase().match(/[a-z]+/g) ?? []
  return [first, ...others.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))].join('')
}

function field<Item>(
  column: string,
  heading: string,
  read: (item: Item, nameOf: NameOf) => ExportValue,
  options: FieldOptions = {},
): ExportField<Item> {
  return { key: keyOf(heading), column, heading, read, ...options }
}

/** Fields whose values are exported unchanged: [name, heading, options]. */
function plain<Item>(...names: readonly (readonly [keyof Item & string, string, FieldOptions?])[]) {
  return names.map(([name, heading, options]) =>
    field<Item>(name, heading, (item) => item[name] as ExportValue, options),
  )
}

const or = (word: (value: string) => string) => (value: string | null) => (value === null ? null : word(value))

const local = [
  field<Local>('reviewState', 'Review state', ({ local }) => triageWords[local?.status ?? 'open']),
  field<Local>('snoozedUntil', 'Snoozed until', ({ local }) => local?.until ?? null),
  field<Local>('labels', 'Labels', ({ local }) => local?.labels ?? []),
  field<Local>('note', 'Note', ({ local }) => local?.note ?? ''),
]

/**
 * The person's decision in Prioritise; absent: none, or not asked for. Not `priority`, as goals and solutions
 * have a value of that name.
 */
interface Decided {
  readonly decided?: { readonly decision: Decision | null; readonly decidedAt: string | null; readonly note: string }
}

const decision = () =>
  field<Decided>('decision', 'Decision', ({ decided }) => (decided?.decision ? decisionWords[decided.decision] : null))

const decided = [
  decision(),
  field<Decided>('decidedAt', 'Decided', ({ decided }) => decided?.decidedAt ?? null, time),
  field<Decided>('decisionNote', 'Decision note', ({ decided }) => decided?.note ?? ''),
]

const hidden = <Item extends { readonly hideContent: boolean }>() =>
  field<Item>('isHidden', 'Hidden', ({ hideContent }) => hideContent)

const insights: readonly ExportField<InsightDetail>[] = [
  field('seen', 'Unseen', ({ seen }) => !seen),
  field('type', 'Type', ({ type }) => typeWord(type)),
  ...plain<InsightDetail>(
    ['title', 'Title', content],
    ['description', 'Description', content],
    ['combinedScore', 'Score', score],
    ['strengthScore', 'Strength', score],
    ['momentumScore', 'Momentum', score],
    ['strength', 'Links'],
    ['updatedAt', 'Updated', time],
    ['createdAt', 'Created', time],
    ['lastScoreCalculatedAt', 'Scored', time],
    ['ownerId', 'Owner ID'],
  ),
  field('opportunities', 'Opportunities', (item, nameOf) => item.opportunities.map(nameOf)),
  field('solutions', 'Solutions', (item, nameOf) => item.solutions.map(nameOf)),
  field('goals', 'Goals', ({ outcomes }, nameOf) => outcomes.map(nameOf)),
  field('feedback', 'Feedback', ({ feedback }) => feedback.length),
  hidden(),
  ...plain<InsightDetail>(['id', 'ID']),
]

const news: readonly ExportField<NewsDetail>[] = [
  field('kind', 'Change', ({ kind }) => newsKindWords[kind]),
  ...plain<NewsDetail>(['title', 'Insight', content]),
  field('type', 'Type', ({ type }) => typeWord(type)),
  field('scores', 'Score before', ({ before }) => before, score),
  field('scores', 'Score', ({ after }) => after, score),
  field('title', 'New feedback', ({ addedFeedback }) => addedFeedback),
  field('at', 'Noticed', ({ at }) => at, time),
  ...plain<NewsDetail>(
    ['description', 'Description', content],
    ['updatedAt', 'Updated', time],
    ['createdAt', 'Created', time],
    ['ownerId', 'Owner ID'],
  ),
  hidden(),
  ...plain<NewsDetail>(['id', 'ID']),
]

/** Rounds to four decimals, as in the service's scores: a mean has up to seventeen. */
const meanSentiment = () =>
  field<{ readonly sentiment: number | null }>(
    'sentiment',
    'Sentiment',
    ({ sentiment }) => (sentiment === null ? null : Number(sentiment.toFixed(4))),
    signed,
  )

const opportunities: readonly ExportField<OpportunityDetail>[] = [
  ...plain<OpportunityDetail>(['title', 'Title', content], ['description', 'Description', content]),
  field('status', 'Status', ({ status }) => statusWord(status)),
  field('solutionsGeneratingState', 'Generated solutions', ({ solutionsGeneratingState }) =>
    generatingWord(solutionsGeneratingState),
  ),
  ...plain<OpportunityDetail>(
    ['strongest', 'Top score', score],
    ['rising', 'Rising'],
    ['insights', 'Insights'],
    ['unseen', 'Unseen'],
    ['feedback', 'Feedback'],
  ),
  meanSentiment(),
  ...plain<OpportunityDetail>(
    ['solutions', 'Solutions'],
    ['updatedAt', 'Updated', time],
    ['createdAt', 'Created', time],
  ),
  field('createdBy', 'Created by', ({ createdBy }) => authorWord(createdBy)),
  ...plain<OpportunityDetail>(['ownerId', 'Owner ID']),
  field('relatedSolutions', 'Related solutions', (item, nameOf) => item.relatedSolutions.map(nameOf)),
  field('relatedGoals', 'Related goals', (item, nameOf) => item.relatedOutcomes.map(nameOf)),
  field('relatedOpportunities', 'Related opportunities', (item, nameOf) => item.relatedOpportunities.map(nameOf)),
  hidden(),
  ...plain<OpportunityDetail>(['id', 'ID']),
]

const outcomes: readonly ExportField<OutcomeDetail>[] = [
  ...plain<OutcomeDetail>(['title', 'Title', content], ['description', 'Description', content]),
  field('priority', 'Priority', ({ rank }) => rank),
  ...plain<OutcomeDetail>(
    ['trend', 'Trend', signed],
    ['insights', 'Insights'],
    ['unseen', 'Unseen'],
    ['feedback', 'Feedback'],
    ['opportunities', 'Opportunities'],
    ['metrics', 'Metrics'],
    ['solutions', 'Solutions'],
    ['updatedAt', 'Updated', time],
    ['createdAt', 'Created', time],
    ['ownerId', 'Owner ID'],
    ['analyticEvents', 'Analytics events', content],
  ),
  field('priorityValue', 'Priority value', ({ priority }) => priority),
  field('relatedOpportunities', 'Related opportunities', (item, nameOf) => item.relatedOpportunities.map(nameOf)),
  field('relatedSolutions', 'Related solutions', (item, nameOf) => item.relatedSolutions.map(nameOf)),
  field('linkedMetrics', 'Linked metrics', ({ linkedMetrics }) =>
    linkedMetrics.map(({ metricId, label }) => (label === '' ? metricId : label)),
  ),
  hidden(),
  ...plain<OutcomeDetail>(['id', 'ID']),
]

const solutions: readonly ExportField<SolutionDetail>[] = [
  ...plain<SolutionDetail>(['title', 'Title', content], ['description', 'Description', content]),
  field('status', 'Status', ({ status }) => statusWord(status)),
  field('horizon', 'Horizon', ({ horizon }) => or(horizonWord)(horizon)),
  field('priority', 'Priority', ({ rank }) => rank),
  ...plain<SolutionDetail>(['strongest', 'Top score', score]),
  meanSentiment(),
  ...plain<SolutionDetail>(
    ['insights', 'Insights'],
    ['feedback', 'Feedback'],
    ['updatedAt', 'Updated', time],
    ['createdAt', 'Created', time],
  ),
  field('createdBy', 'Created by', ({ createdBy }) => authorWord(createdBy)),
  field('processing', 'Processing', ({ aiProcessingState }) => processingWord(aiProcessingState)),
  ...plain<SolutionDetail>(
    ['ownerId', 'Owner ID'],
    ['pros', 'Pros', content],
    ['cons', 'Cons', content],
    ['prd', 'Product requirements', content],
    ['systemPrompt', 'System prompt', content],
  ),
  field('priorityValue', 'Priority value', ({ priority }) => priority),
  field('relatedOpportunities', 'Related opportunities', (item, nameOf) => item.relatedOpportunities.map(nameOf)),
  field('relatedGoals', 'Related goals', (item, nameOf) => item.relatedOutcomes.map(nameOf)),
  hidden(),
  ...plain<SolutionDetail>(['id', 'ID']),
]

const feedback: readonly ExportField<FeedbackRow>[] = [
  field('content', 'Title', ({ title }) => title),
  ...plain<FeedbackRow>(['content', 'Feedback'], ['source', 'Source']),
  field('sentimentScore', 'Sentiment', sentimentWord),
  ...plain<FeedbackRow>(
    ['sentimentScore', 'Sentiment score', signed],
    ['sentimentConfidence', 'Sentiment confidence', share],
    ['insights', 'Insights'],
    ['createdAt', 'Date', time],
    ['submittedBy', 'Submitted by'],
    ['sourceId', 'Source ID'],
    ['sourceUrl', 'Source address'],
    ['processed', 'Processed'],
    ['id', 'ID'],
  ),
]

const knowledge: readonly ExportField<KnowledgeDetail>[] = [
  ...plain<KnowledgeDetail>(['title', 'Title'], ['description', 'Description']),
  field('state', 'State', ({ state }) => or(knowledgeStateWord)(state)),
  field('source', 'Source', ({ source }) => or(knowledgeSourceWord)(source)),
  ...plain<KnowledgeDetail>(
    ['providedBy', 'Provided by'],
    ['createdAt', 'Created', time],
    ['updatedAt', 'Updated', time],
  ),
  field('pageAddress', 'Page address', ({ url }) => url),
  field('pdfAddress', 'PDF address', ({ pdfFileUrl }) => pdfFileUrl),
  field('textAddress', 'Text address', ({ txtFileUrl }) => txtFileUrl),
  ...plain<KnowledgeDetail>(['id', 'ID']),
]

const elementName = ({ id, title, hideContent }: Topic['opportunities'][number], nameOf: NameOf): string =>
  nameOf({ title: title ?? id ?? '', hideContent })

const topics: readonly ExportField<Topic>[] = [
  ...plain<Topic>(['title', 'Title'], ['description', 'Description'], ['isPinned', 'Pinned']),
  field('insights', 'Insights', (topic, nameOf) => topic.insights.map((each) => elementName(each, nameOf))),
  field('opportunities', 'Opportunities', (topic, nameOf) =>
    topic.opportunities.map((each) => elementName(each, nameOf)),
  ),
  ...plain<Topic>(
    ['openedAt', 'Opened', time],
    ['readAt', 'Loaded', time],
    ['createdAt', 'Created', time],
    ['updatedAt', 'Updated', time],
    ['id', 'ID'],
  ),
]

const metrics: readonly ExportField<Metric>[] = [
  ...plain<Metric>(['label', 'Name']),
  field('id', 'ID', ({ metricId }) => metricId),
  field('goals', 'Goals', ({ links }, nameOf) =>
    links.map(({ title, outcomeId, hideContent }) => nameOf({ title: title ?? outcomeId, hideContent })),
  ),
  field('unsentChanges', 'Unsent changes', ({ waiting }) => waiting),
  ...plain<Metric>(['addedAt', 'Added', time]),
]

/** A change with main's data about it. */
export type ExportedChange = z.infer<typeof ActivityDetail> & {
  readonly workspaceName: string
  /** The flag of the record that it deleted. */
  readonly hideContent: boolean
}

const activity: readonly ExportField<ExportedChange>[] = [
  field('when', 'When', ({ createdAt }) => createdAt, time),
  field('environment', 'Environment', ({ workspace }) => environmentLabels[workspace.environment]),
  field('workspace', 'Workspace', ({ workspace, workspaceName }) => workspaceName || workspace.workspaceId),
  field('target', 'Change', ({ title, targetId }) => (title === '' ? targetId : title), content),
  field('target', 'Action', operationText),
  field('target', 'Error', ({ error }) => error?.message ?? null),
  field('state', 'Result', (entry) => stateText(entry)),
  field('duration', 'Total time (seconds)', (entry) => {
    const ms = durationMs(entry)
    return ms === null ? null : ms / 1000
  }),
  field('completedAt', 'Completed', ({ settledAt }) => settledAt, time),
  ...plain<ExportedChange>(
    ['attempts', 'Attempts'],
    ['request', 'Request'],
    ['body', 'Request body', { isJson: true }],
    ['content', 'Deleted content', { isJson: true, isContent: true }],
    ['targetId', 'Record ID'],
    ['changeId', 'Change ID'],
  ),
  field('workspaceId', 'Workspace ID', ({ workspace }) => workspace.workspaceId),
  field('organisationId', 'Organisation ID', ({ workspace }) => workspace.organisationId),
]

const fields = {
  insights,
  news,
  opportunities,
  outcomes,
  solutions,
  feedback,
  knowledge,
  topics,
  metrics,
  activity,
} as const satisfies Readonly<Record<ExportView, readonly ExportField[]>>

/** A ranking's values of a record, beside the library's. */
export interface RankedValues {
  readonly ranked: {
    /** 0: no longer ranked. */
    readonly place: number
    readonly score: number
    /** null: unknown. */
    readonly parts: Readonly<Record<Part, number | null>>
  }
}

type RankedItem = RankedValues & Decided & { readonly title: string; readonly status?: string; readonly type?: string }

const fourDecimals = (value: number | null) => (value === null ? null : Number(value.toFixed(4)))

const ofPart = (part: Part, heading: string, options?: FieldOptions) =>
  field<RankedItem>(part, heading, ({ ranked }) => fourDecimals(ranked.parts[part]), options)

/** The fields of the table in order, then the parts that only the matrix adds. */
function rankingFields(view: ExportView, includesLocal: boolean): readonly ExportField<RankedItem>[] {
  const isInsight = view === 'insights'
  return [
    field('place', 'Rank', ({ ranked }) => ranked.place || null),
    ...plain<RankedItem>(['title', 'Title', content]),
    field('score', 'Points', ({ ranked }) => fourDecimals(ranked.score), { figure: 'points' }),
    ...(includesLocal ? [decision()] : []),
    isInsight
      ? field('status', 'Type', ({ type }) => or(typeWord)(type ?? null))
      : field('status', 'Status', ({ status }) => or(statusWord)(status ?? null)),
    ofPart('strongest', isInsight ? 'Score' : 'Top score', score),
    ofPart('feedback', 'Feedback'),
    ofPart('insights', 'Insights'),
    ofPart('sentiment', 'Sentiment', signed),
    ofPart('combined', 'Average score', score),
    ofPart('strength', 'Strength', score),
    ofPart('momentum', 'Momentum', score),
    ofPart('unseen', 'Unseen', share),
    ofPart('recent', `Last ${recentDays} days`),
    ofPart('goal', 'Goal'),
  ]
}

/** Returns the name of a part of a score in a JSON file. */
export const partKey = (view: ExportView, part: Part) =>
  rankingFields(view, false).find(({ column }) => column === part)?.key ?? part

const fieldsOf = (view: ExportView) => fields[view] as readonly unknown[] as readonly AnyField[]

type ChosenFields = Omit<ExportContent, 'includesHidden'>

/** Returns all fields. Where the ranking and the record have one of the same name, that of the ranking wins. */
function fieldsOfRanking(view: ExportView, { columns, includesLocal }: ChosenFields): readonly AnyField[] {
  const ranked = rankingFields(view, includesLocal) as readonly unknown[] as readonly AnyField[]
  if (columns !== null) return ranked
  return [...ranked, ...fieldsOf(view).filter(({ key }) => !ranked.some((each) => each.key === key))]
}

/** A record with its details, as the library or the activity returns it. */
export type ExportItem = Readonly<Record<string, unknown>>

type AnyField = ExportField<ExportItem>

const isPrioritised = (view: ExportView) =>
  ['insights', 'news', 'opportunities', 'outcomes', 'solutions'].includes(view)

/**
 * Columns without data, such as menus and charts, have no field. @param isRanking the rows are ranked, and the columns
 * are those of the ranking
 */
export function exportFields(view: ExportView, { columns, includesLocal }: ChosenFields, isRanking = false) {
  const own = isRanking ? fieldsOfRanking(view, { columns, includesLocal }) : fieldsOf(view)
  const shown =
    columns === null ? own : [...new Set(columns)].flatMap((id) => own.filter(({ column }) => column === id))
  if (!includesLocal || view === 'activity') return shown
  const ofPerson: readonly unknown[] = isPrioritised(view) ? [...local, ...decided] : local
  return [...shown, ...(ofPerson as AnyField[]).filter(({ key }) => !shown.some((each) => each.key === key))]
}

/** The values of one row, in the order of the fields. */
export function exportValues(
  item: ExportItem,
  shown: readonly AnyField[],
  { includesHidden }: Pick<ExportContent, 'includesHidden'>,
): readonly ExportValue[] {
  const nameOf: NameOf = ({ title, hideContent }) => (hideContent && !includesHidden ? hiddenContent : (title ?? ''))
  const isHidden = item.hideContent === true && !includesHidden
  return shown.map(({ read, isContent }) => (isHidden && isContent ? hiddenContent : read(item, nameOf)))
}
