// The formats of exported files, piece by piece, so that no file is ever whole in memory. Texts come from the service and
// from people: in CSV none is run as a formula, in Markdown none is markup.

import type { ExportFormat } from '../../contract/features/export'
import type { ExportFigure, ExportValue } from '../../contract/features/export-fields'
import { weightText } from '../../contract/features/priorities'
import { percentText, points, scoreFigure, signedFigure } from '../../contract/figures'
import { markdownText } from '../../contract/markdown-text'

export interface FormatField {
  /** Name in JSON. */
  readonly key: string
  readonly heading: string
  readonly isTime?: boolean
  readonly isJson?: boolean
  readonly figure?: ExportFigure
}

/** The ranked records and the scoring model. */
interface ExportTitleRanking {
  readonly of: string
  readonly model: string
  readonly isChanged: boolean
  /** The heaviest first, with the name in JSON. */
  readonly weights: readonly { readonly key: string; readonly name: string; readonly weight: number }[]
}

/** The content of the file and its source. */
export interface ExportTitle {
  readonly what: string
  readonly ranking?: ExportTitleRanking
  readonly environment: string
  readonly workspace: string
  /** ISO 8601, UTC. */
  readonly exportedAt: string
}

interface Format {
  /** Shown in the dialog that asks where to save. */
  readonly name: string
  readonly extension: string
  begin(title: ExportTitle, fields: readonly FormatField[]): string
  row(values: readonly ExportValue[], fields: readonly FormatField[], isFirst: boolean): string
  end(): string
}

export const formats: Readonly<Record<ExportFormat, Format>> = {
  csv: {
    name: 'Comma-separated values',
    extension: 'csv',
    // Spreadsheets read UTF-8 only after a byte order mark.
    begin: (_, fields) => `\uFEFF${csvLine(fields.map(({ heading }) => heading))}`,
    row: (values, fields) => csvLine(values.map((value, place) => readable(value, fields[place]))),
    end: () => '',
  },
  json: {
    name: 'JSON',
    extension: 'json',
    begin: (title) => `${JSON.stringify(titleItem(title), null, 2).slice(0, -2)},\n  "items": [`,
    row: (values, fields, isFirst) => `${isFirst ? '' : ','}\n${indented(itemOf(values, fields))}`,
    end: () => '\n  ]\n}\n',
  },
  markdown: {
    name: 'Markdown',
    extension: 'md',
    begin: (title, fields) => markdownHead(title, fields),
    row: (values, fields) => markdownLine(values.map((value, place) => asOnScreen(value, fields[place]))),
    end: () => '',
  },
}

const pad = (value: number) => String(value).padStart(2, '0')

/** "2025-01-31 14:05:09" on the clock of this computer, which spreadsheets read as a time. */
function localTime(instant: string): string {
  const time = new Date(instant)
  if (Number.isNaN(time.getTime())) return instant
  const date = [time.getFullYear(), pad(time.getMonth() + 1), pad(time.getDate())].join('-')
  return `${date} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(pad).join(':')}`
}

/** The value as people read it. A number stays one. */
function readable(value: ExportValue, field: FormatField | undefined): string | number {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (value === null) return ''
  if (typeof value === 'string') return field?.isTime ? localTime(value) : value
  return value.join('; ')
}

const figures: Readonly<Record<ExportFigure, (value: number) => string>> = {
  points,
  score: scoreFigure,
  signed: signedFigure,
  share: percentText,
}

/** CSV and JSON have numbers as they are, as other programs compute with them. */
function asOnScreen(value: ExportValue, field: FormatField | undefined): string | number {
  const figure = field?.figure
  return typeof value === 'number' && figure !== undefined ? figures[figure](value) : readable(value, field)
}

const csvLine = (cells: readonly (string | number)[]) =>
  `${cells.map((cell) => (typeof cell === 'number' ? String(cell) : csvCell(cell))).join(',')}\r\n`

/**
 * Always quoted. An apostrophe keeps a spreadsheet from running a text as a formula. Where the list separator of the
 * computer is a semicolon, the quotes of all cells but the first of a line count for nothing, so that semicolons, tabs and
 * line breaks within a text begin a cell as well, and the last of these cells goes on into the next columns. There, list
 * items ("- brakes") stay as they are.
 */
export function csvCell(text: string): string {
  const [first = '', ...others] = text.split(/(\r\n|[;\t\r\n])/)
  const start = beginsFormula(text) || /^[\t\r\n]/.test(text) ? "'" : ''
  const parts = others.map((part, place) => inertPart(part, others[place + 1]))
  // The closing quote must not begin such a cell: it would take in the next lines.
  const end = others.at(-1) === '' ? ' ' : ''
  return `"${start}${[first, ...parts].join('').replaceAll('"', '""')}${end}"`
}

/** Programs may skip invisible characters, and fold wide ones such as "＝". */
const beginsFormula = (text: string) => /^[\s\p{Cc}\p{Cf}"]*[=+\-@]/u.test(text.normalize('NFKC'))

// A wide sign marks no item here: a spreadsheet may take it for a plus or minus.
const hasItemSign = /^[\s"]*[+-]/
// A call, a command or a cell of another file is no item of a list.
const listItem = /^[\s"]*[+-]+\s[^|(!#]*$/
// At the end, an operator or an open quote or bracket would join the next column to a formula.
const lastListItem = /^[\s"]*[+-]+\s[^|(!#'"[]*[\p{L}\p{M}\p{N}.?%…’”]$/u

/** `end`: what ends the part; undefined at the end of the text. */
function inertPart(part: string, end: string | undefined): string {
  const isWholeCell = end === undefined || end === '\n' || end === '\r\n'
  const item = end === undefined ? lastListItem : listItem
  const isListItem = isWholeCell && hasItemSign.test(part) && item.test(part.normalize('NFKC'))
  if (!beginsFormula(part) || isListItem) return part
  return part.replace(/^[\s"]*/, (blank) => `${blank}'`)
}

function itemOf(values: readonly ExportValue[], fields: readonly FormatField[]): Readonly<Record<string, unknown>> {
  const entries = fields.map(({ key, isTime, isJson }, place) => {
    const value = values[place] ?? null
    if (typeof value !== 'string') return [key, value]
    if (isJson) return [key, parsedOrKept(value)]
    return [key, isTime ? isoTime(value) : value]
  })
  return Object.fromEntries(entries)
}

function isoTime(instant: string): string {
  const time = new Date(instant)
  return Number.isNaN(time.getTime()) ? instant : time.toISOString()
}

/** Nested JSON; text that is not JSON stays text. */
function parsedOrKept(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

function titleItem({ ranking, ...title }: ExportTitle): object {
  if (ranking === undefined) return title
  const { of, model, isChanged, weights } = ranking
  const byKey = Object.fromEntries(weights.map(({ key, weight }) => [key, weight]))
  return { ...title, ranking: { of, model, changed: isChanged, weights: byKey } }
}

const indented = (item: unknown) => `    ${JSON.stringify(item, null, 2).replaceAll('\n', '\n    ')}`

/** "Goals by Evidence first, changed: Feedback 60, Top score 40". */
function rankingText({ of, model, isChanged, weights }: ExportTitleRanking): string {
  const counting = weights.filter(({ weight }) => weight !== 0)
  const each = counting.map(({ name, weight }) => `${name} ${weightText(weight)}`).join(', ')
  return `${of} by ${model}${isChanged ? ', changed' : ''}: ${each || 'all weights are 0'}`
}

function markdownHead(
  { what, ranking, environment, workspace, exportedAt }: ExportTitle,
  fields: readonly FormatField[],
): string {
  const place = [workspace, environment, `exported ${localTime(exportedAt)}`].filter((each) => each !== '')
  const headings = markdownLine(fields.map(({ heading }) => heading))
  const ranked = ranking === undefined ? '' : `${markdownText(rankingText(ranking))}\n\n`
  return `# ${markdownText(what)}\n\n${ranked}${place.map(markdownText).join(' · ')}\n\n${headings}|${' --- |'.repeat(fields.length)}\n`
}

const markdownLine = (cells: readonly (string | number)[]) =>
  `| ${cells.map((cell) => (typeof cell === 'number' ? String(cell) : markdownText(cell))).join(' | ')} |\n`
