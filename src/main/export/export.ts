// Exports: from a list, as the person sees it, to a file that they choose. The library is asked for the rows that match
// once, and then for their records page by page; each page is written before the next is asked for, so that main holds one
// page and the ids, however long the list. Begin with saveExport.
//
// The path stays in main. The page can have a file shown in its folder only if this run wrote it for the page.
import { AppError } from '../../contract/errors'
import type {
  ExportContent,
  ExportRequest,
  ExportView,
  Ranked,
  RankedBy,
  RecordSource,
} from '../../contract/features/export'
import { type ExportValue, exportFields, partKey } from '../../contract/features/export-fields'
import { byWeight, partNames } from '../../contract/features/priorities'
import type { LibraryApi } from '../../contract/library'
import { environmentLabels, type WorkspaceRef } from '../../contract/workspace'
import type { Dialogs } from '../question'
import { exportFileName } from './file-name'
import { type ExportTitle, formats } from './formats'
import { assertNotCancelled, replaceFile } from './replace-file'

/** The rows of one list. */
export interface ExportRows {
  /** Rows that match, in their order. */
  list(): Promise<readonly string[]>
  /** At least the first of these rows, unless they are gone: `read` is the number of ids that were looked at. */
  read(
    ids: readonly string[],
    content: ExportContent & { readonly ranked?: Ranked },
  ): Promise<{ readonly rows: readonly (readonly ExportValue[])[]; readonly read: number }>
}

export interface ExportDeps {
  readonly rows: ExportRows
  /** Empty for a workspace that was removed. */
  readonly workspaceName: (workspace: WorkspaceRef) => string
  readonly chooseFile: Dialogs['chooseFile']
  readonly onProgress: (written: number, total: number) => void
  readonly now: () => Date
}

export function recordRows(
  library: Pick<LibraryApi, 'listForExport' | 'readForExport'>,
  source: RecordSource,
): ExportRows {
  const { view, query } = source
  const { workspace } = query
  return {
    list: () => library.listForExport({ workspace, source }),
    read: (ids, content) => library.readForExport({ workspace, view, ids, ...content }),
  }
}

/** The names of the views. */
const headings: Readonly<Record<ExportView, string>> = {
  insights: 'Insights',
  news: 'What changed',
  opportunities: 'Opportunities',
  outcomes: 'Goals',
  solutions: 'Solutions',
  feedback: 'Feedback',
  knowledge: 'Knowledge',
  topics: 'Topics',
  metrics: 'Metrics',
  activity: 'Activity',
}

const rankingHeading = 'Ranking'

/** Rows that the library is asked for at once. */
const pageRows = 200

/** Milliseconds between two reports of progress. */
const progressMs = 100

interface Saved {
  readonly file: string
  readonly items: number
}

/** Returns null if the person cancels the dialog. */
export async function saveExport(
  deps: ExportDeps,
  { exportId: _, source, ids, ranked, format: formatName, ...content }: ExportRequest,
  signal: AbortSignal,
): Promise<Saved | null> {
  const { rows, chooseFile, now, onProgress } = deps
  const fields = exportFields(source.view, content, ranked !== undefined)
  if (fields.length === 0) throw new AppError('INVALID_INPUT', 'Choose at least one column to export.')
  const format = formats[formatName]
  const title = { ...whatOf(source.view, ranked?.by), ...whereOf(deps, source.query.workspace) }
  const file = await chooseFile(exportFileName(title, now(), format.extension), format)
  if (file === null) return null
  assertNotCancelled(signal)
  let items = 0

  async function* pieces(): AsyncGenerator<string> {
    yield format.begin(title, fields)
    const exported = ids ?? (await rows.list())
    let told = Number.NEGATIVE_INFINITY
    for (let read = 0; read < exported.length; ) {
      const slice = ranked && sliceOf(ranked, read, read + pageRows)
      const page = await rows.read(exported.slice(read, read + pageRows), {
        ...content,
        ...(slice && { ranked: slice }),
      })
      read += page.read
      const texts = page.rows.map((values, place) => format.row(values, fields, items + place === 0))
      items += page.rows.length
      if (texts.length > 0) yield texts.join('')
      if (performance.now() - told < progressMs) continue
      told = performance.now()
      onProgress(read, exported.length)
    }
    yield format.end()
  }

  await replaceFile(file, pieces(), signal)
  return { file, items }
}

/** Copies the slices, as a part of an array would take the whole one to the library. */
const sliceOf = ({ place, score, parts }: Ranked, from: number, to: number): Ranked => ({
  place: place.slice(from, to),
  score: score.slice(from, to),
  parts: Object.fromEntries(
    Object.entries(parts).map(([part, values]) => [part, values.slice(from, to)]),
  ) as Ranked['parts'],
})

function whatOf(view: ExportView, by: RankedBy | undefined): Pick<ExportTitle, 'what' | 'ranking'> {
  if (by === undefined) return { what: headings[view] }
  const { model, isChanged, weights } = by
  const each = byWeight(weights).map((part) => ({
    key: partKey(view, part),
    name: partNames[part],
    weight: weights[part],
  }))
  return { what: rankingHeading, ranking: { of: headings[view], model, isChanged, weights: each } }
}

function whereOf({ workspaceName, now }: ExportDeps, workspace: WorkspaceRef | null): Omit<ExportTitle, 'what'> {
  return {
    environment: workspace === null ? 'All environments' : environmentLabels[workspace.environment],
    workspace: workspace === null ? 'All workspaces' : workspaceName(workspace),
    exportedAt: now().toISOString(),
  }
}
