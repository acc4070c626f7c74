// Needs of opportunities and goals: the figures of all of them, from the evidence in memory, and the rows
// that the filter of their lists leaves. Groups of This week and lists go by the same rows, so their counts agree.
import { recentDays } from '../../contract/features/feedback'
import { isUnhappy, type Need, recentSince } from '../../contract/features/needs'
import { type WorkspaceRef, workspaceKey } from '../../contract/workspace'
import type { Connection } from '../store/connection'
import { findWorkspace } from '../store/context'
import { column, rowOf } from '../store/row'
import { ofNeeds } from './evidence-arrays'
import { lastOf, type Steps } from './kept-in-steps'
import type { ListCache } from './list-cache'
import type { RecordFigures } from './record-figures'
import type { Among } from './record-list'
import { carriedKind } from './relations'

export type NeedyKind = 'opportunity' | 'outcome'

const titleRow = rowOf({ row: column.number, id: column.text, title: column.text, hideContent: column.flag })

export interface NeedFigures extends ReturnType<typeof titleRow.read> {
  readonly insights: number
  readonly unseen: number
  readonly hasFeedback: boolean
  /** Some of its feedback has a readable date. */
  readonly isDated: boolean
  readonly recent: number
  readonly rated: number
  readonly negative: number
  readonly hasOpportunity: boolean
}

interface NeedSource {
  readonly connection: Connection
  readonly cache: ListCache
  readonly figures: RecordFigures
}

/** Reads the source of the figures, and answers other calls meanwhile. */
export const prepareNeeds = (figures: RecordFigures, workspace: WorkspaceRef, now: Date) =>
  figures.prepare(workspace, ofNeeds, recentSince(now))

const needRules: Readonly<Record<Need, (figures: NeedFigures) => boolean>> = {
  unseen: ({ unseen }) => unseen > 0,
  unhappy: isUnhappy,
  noFeedback: ({ hasFeedback }) => !hasFeedback,
  oldFeedback: ({ isDated, recent }) => isDated && recent === 0,
  noOpportunity: ({ hasOpportunity }) => !hasOpportunity,
}

export const hasNeed = (figures: NeedFigures, need: Need) => needRules[need](figures)

/** All tables behind the figures. */
export const tablesOfNeeds: ReadonlySet<string> = new Set([
  ...['insights', 'feedback', 'opportunities', 'outcomes'],
  ...['insight_feedback', 'insight_opportunities', 'insight_outcomes'],
])

/** Figures of every record of the kind, in the order of their rows. */
export function* readNeedFigures(
  { connection, figures }: Pick<NeedSource, 'connection' | 'figures'>,
  kind: NeedyKind,
  workspace: WorkspaceRef,
  now: Date,
): Steps<readonly NeedFigures[]> {
  const row = findWorkspace(connection, workspace)
  if (row === null) return []
  const heard = yield* figures.heard(connection, workspace, kind, recentSince(now))
  yield
  const hasOpportunity = kind === 'outcome' ? figures.sharesAny(connection, workspace, kind, 'opportunity') : null
  yield
  const sql = `SELECT row, id, title, hide_content FROM ${carriedKind(kind).table} WHERE workspace = ? ORDER BY row`
  return connection.all(sql, [row], titleRow).map((record): NeedFigures => {
    const of = (counts: Int32Array) => counts[record.row] ?? 0
    const feedback = of(heard.feedback)
    return {
      ...record,
      ...{ insights: of(heard.insights), unseen: of(heard.unseen), hasFeedback: feedback > 0 },
      isDated: feedback > of(heard.undated),
      ...{ recent: of(heard.recent), rated: of(heard.rated), negative: of(heard.negative) },
      hasOpportunity: hasOpportunity === null || hasOpportunity[record.row] === 1,
    }
  })
}

interface Filter {
  readonly workspace: WorkspaceRef
  readonly needs?: readonly Need[] | undefined
}

/** Records with any of these needs; null: no filter. */
export function amongNeedy(
  source: NeedSource,
  kind: NeedyKind,
  { workspace, needs = [] }: Filter,
  now: Date,
): Among | null {
  if (needs.length === 0) return null
  return {
    key: [needs, recentDays, recentSince(now)],
    rows: () => {
      const place = ['needs', workspaceKey(workspace), recentSince(now), kind]
      const all = source.cache.value(place, () => lastOf(readNeedFigures(source, kind, workspace, now)).value)
      return all.filter((figures) => needs.some((need) => hasNeed(figures, need))).map((each) => each.row)
    },
  }
}
