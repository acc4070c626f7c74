// The reads of an export: the ids of the matching rows, once, and then the records of those rows, page by page. It uses the
// queries of the lists and details, so an export has the filters, the order and the fields that the person sees.
import { AppError } from '../../contract/errors'
import type { Ranked, RecordSource } from '../../contract/features/export'
import {
  type ExportItem,
  type ExportValue,
  exportFields,
  exportValues,
  type RankedValues,
} from '../../contract/features/export-fields'
import { type Part, PrioritisedKind, parts } from '../../contract/features/priorities'
import type { Triage, TriagedKind } from '../../contract/features/triage'
import type { WorkspaceRef } from '../../contract/workspace'
import { readDecisions } from '../local/priorities'
import { readTriage, untouched } from '../local/triage'
import { findWorkspace, type StoreApi, type StoreContext } from '../store/context'
import { nextMacrotask } from '../store/next-macrotask'
import { readFeedback } from './feedback'
import { readInsights } from './insights'

type ExportQueries = Pick<StoreApi, 'listForExport' | 'readForExport'>

export type ExportedLists = Pick<
  StoreApi,
  | 'queryInsights'
  | 'queryNews'
  | 'getNews'
  | 'queryOpportunities'
  | 'getOpportunity'
  | 'queryOutcomes'
  | 'getOutcome'
  | 'querySolutions'
  | 'getSolution'
  | 'queryFeedback'
  | 'queryKnowledge'
  | 'getKnowledge'
  | 'listTopics'
  | 'getTopic'
  | 'listMetrics'
>

/** Rows that are listed in one turn of the process; other calls are answered in between. */
const pageRows = 2_000

/** How often the list is read while writes come in between. The last time leaves no room for writes. */
const mostTries = 4

/** Records that are read by the same few statements. */
const pieceRecords = 50

/** Characters of JSON after which a page of records ends. */
const longestPage = 512 * 1024

const triagedKinds: Readonly<Record<RecordSource['view'], TriagedKind>> = {
  ...{ insights: 'insight', news: 'insight', opportunities: 'opportunity', outcomes: 'outcome', solutions: 'solution' },
  ...{ feedback: 'feedback', knowledge: 'knowledge', topics: 'topic', metrics: 'metric' },
}

interface Page {
  readonly offset: number
  readonly limit: number
}

interface ListedPage {
  readonly rows: readonly { readonly id: string }[]
}

export function createExport(context: StoreContext, lists: ExportedLists): ExportQueries {
  function readPage(source: RecordSource, page: Page): Promise<ListedPage> {
    switch (source.view) {
      case 'insights':
        return lists.queryInsights({ ...source.query, ...page })
      case 'news':
        return lists.queryNews({ ...source.query, ...page })
      case 'opportunities':
        return lists.queryOpportunities({ ...source.query, ...page })
      case 'outcomes':
        return lists.queryOutcomes({ ...source.query, ...page })
      case 'solutions':
        return lists.querySolutions({ ...source.query, ...page })
      case 'feedback':
        return lists.queryFeedback({ ...source.query, ...page })
      case 'knowledge':
        return lists.queryKnowledge({ ...source.query, ...page })
      case 'topics':
        return once(page, async () => lists.listTopics(source.query))
      case 'metrics':
        return once(page, async () => (await lists.listMetrics(source.query)).map(({ metricId }) => ({ id: metricId })))
    }
  }

  async function readIds(source: RecordSource, pause: () => Promise<void> | undefined): Promise<readonly string[]> {
    const ids = new Set<string>()
    for (let offset = 0; ; offset += pageRows) {
      const { rows } = await readPage(source, { offset, limit: pageRows })
      for (const { id } of rows) ids.add(id)
      if (rows.length < pageRows) return [...ids]
      await pause()
    }
  }

  /** Reads records with their details, by id. Kinds with up to hundreds of thousands are read together. */
  async function readPiece(
    view: RecordSource['view'],
    workspace: WorkspaceRef,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, ExportItem>> {
    const byId = (records: readonly { readonly id: string }[]) =>
      new Map(records.map((record) => [record.id, { ...record }]))
    switch (view) {
      case 'insights':
        return byId(await context.read((connection) => readInsights(connection, workspace, ids)))
      case 'feedback':
        return byId(await context.read((connection) => readFeedback(connection, workspace, ids)))
      case 'metrics': {
        const metrics = await lists.listMetrics({ workspace })
        return byId(metrics.map((metric) => ({ ...metric, id: metric.metricId })))
      }
    }
    const found = new Map<string, ExportItem>()
    for (const id of ids) {
      const record = await unlessGone(readOne(view, { workspace, id }))
      if (record !== undefined) found.set(id, { ...record })
    }
    return found
  }

  function readOne(
    view: Exclude<RecordSource['view'], 'insights' | 'feedback' | 'metrics'>,
    of: { readonly workspace: WorkspaceRef; readonly id: string },
  ): Promise<object> {
    switch (view) {
      case 'news':
        return lists.getNews(of)
      case 'opportunities':
        return lists.getOpportunity(of)
      case 'outcomes':
        return lists.getOutcome(of)
      case 'solutions':
        return lists.getSolution(of)
      case 'knowledge':
        return lists.getKnowledge(of)
      case 'topics':
        return lists.getTopic(of)
    }
  }

  function readLocal(
    view: RecordSource['view'],
    workspace: WorkspaceRef,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Triage>> {
    return context.read((connection) => {
      const found = readTriage(connection, workspace, triagedKinds[view], ids)
      return new Map(found.map(({ id, ...triage }) => [id, triage]))
    })
  }

  /** Decisions by id; null for a kind that is not prioritised. */
  function readDecided(view: RecordSource['view'], workspace: WorkspaceRef) {
    return context.read((connection) => {
      const { data: kind } = PrioritisedKind.safeParse(triagedKinds[view])
      if (kind === undefined) return null
      return readDecisions(connection, findWorkspace(connection, workspace), kind)
    })
  }

  return {
    async listForExport({ source }) {
      for (let tries = 1; ; tries += 1) {
        const revision = context.tables.revision()
        const ids = await readIds(source, tries === mostTries ? () => undefined : nextMacrotask)
        if (context.tables.revision() === revision || tries === mostTries) return ids
      }
    },

    async readForExport({ workspace, view, ids, ranked, ...content }) {
      const fields = exportFields(view, content, ranked !== undefined)
      const rows: (readonly ExportValue[])[] = []
      let length = 0
      const decisions = content.includesLocal ? await readDecided(view, workspace) : null
      for (let from = 0; from < ids.length; from += pieceRecords) {
        const piece = ids.slice(from, from + pieceRecords)
        const records = await readPiece(view, workspace, piece)
        const triage = content.includesLocal ? await readLocal(view, workspace, piece) : null
        for (const [place, id] of piece.entries()) {
          if (length >= longestPage) return { rows, read: from + place }
          const found = records.get(id)
          if (found === undefined) continue
          const local = triage !== null && { local: triage.get(id) ?? untouched }
          const decided = decisions?.get(id)
          const own = { ...local, ...(decided && { decided }), ...(ranked && rankedAt(ranked, from + place)) }
          const values = exportValues({ ...found, ...own }, fields, content)
          rows.push(values)
          length += JSON.stringify(values).length
        }
      }
      return { rows, read: ids.length }
    },
  }
}

function rankedAt({ place, score, parts: values }: Ranked, at: number): RankedValues {
  const known = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value)
  const entries = parts.map((part) => [part, known(values[part][at])] as const)
  return {
    ranked: {
      place: place[at] ?? 0,
      score: score[at] ?? 0,
      parts: Object.fromEntries(entries) as Record<Part, number | null>,
    },
  }
}

/** Returns a list that is read whole as one page. */
async function once({ offset }: Page, read: () => Promise<ListedPage['rows']>): Promise<ListedPage> {
  return { rows: offset === 0 ? await read() : [] }
}

async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}
