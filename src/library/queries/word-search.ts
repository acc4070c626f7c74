// The records that match a search text, and the best matches among them. A text is first taken as it is. Only if that finds
// nothing in the whole workspace, words that no record has are replaced by words that contain them or are spelled alike.
import type { ForgivenWord } from '../../contract/features/search'
import { foldWord } from '../../contract/features/search-words'
import type { TriagedKind } from '../../contract/features/triage'
import type { WorkspaceRef } from '../../contract/workspace'
import type { Connection, SqlValue } from '../store/connection'
import { findWorkspace, type StoreContext } from '../store/context'
import { column, rowOf } from '../store/row'
import {
  matcherOfSearch,
  phraseMatcher,
  searchOf,
  sortKey,
  type Term,
  type TermGroup,
  termExpression,
} from '../text/folded-text'
import { indexedSql } from '../text/text-index'
import { createVocabularies, mostSimilar, type Vocabulary, wordsContaining } from '../text/vocabulary'
import { inAll, type ListCache, rowsOf } from './list-cache'

export const triagedKinds = {
  ...{ insights: 'insight', opportunities: 'opportunity', solutions: 'solution', outcomes: 'outcome' },
  ...{ feedback: 'feedback', knowledge: 'knowledge', topics: 'topic', metrics: 'metric' },
} as const satisfies Partial<Record<string, TriagedKind>>

export type ListedTable = keyof typeof triagedKinds

const titles = { ...ofAll('title'), metrics: 'label' } as const
const ids = { ...ofAll('id'), metrics: 'metric_id' } as const

function ofAll<Name extends string>(name: Name) {
  const tables = Object.keys(triagedKinds) as ListedTable[]
  return Object.fromEntries(tables.map((table) => [table, name])) as Record<ListedTable, Name>
}

/** The replacements of typed words; empty: nothing better is known. */
export type Forgiveness = readonly ForgivenWord[]

export interface WordSearch {
  /**
   * Reads with the text as typed and, if no table has a match, again with forgiveness. `tables`: those searched.
   */
  read<T>(
    searched: { readonly workspace: WorkspaceRef; readonly text: string; readonly tables: readonly ListedTable[] },
    work: (connection: Connection, forgiveness: Forgiveness) => T,
  ): Promise<T>
}

export function createWordSearch(context: StoreContext, cache: ListCache): WordSearch {
  const readVocabulary = createVocabularies(context)

  return {
    async read({ workspace, text, tables }, work) {
      const search = searchOf(text)
      const strict = await context.read((connection) => {
        const result = work(connection, [])
        const row = findWorkspace(connection, workspace)
        const finds = (table: ListedTable) =>
          row !== null && hasAny(connection, cache, { table, workspace: row, text, forgiveness: [] })
        return { result, isMissing: row !== null && search?.some(isForgivable) === true && !tables.some(finds) }
      })
      if (!strict.isMissing || search === null) return strict.result
      const vocabularies: Vocabulary[] = []
      for (const table of [...tables, 'triage'] as const) vocabularies.push(await readVocabulary(table))
      return context.read((connection) => {
        const row = findWorkspace(connection, workspace)
        if (row === null) return strict.result
        const forgiveness = cache.value(['forgiveness', row, tables, text], () =>
          forgive(connection, row, tables, search, vocabularies),
        )
        return forgiveness.length === 0 ? strict.result : work(connection, forgiveness)
      })
    },
  }
}

const leastPart = 3

/** Each is compared with every known word: 10 ms at 100,000 insights. Words beyond this number are left as typed. */
const mostCompared = 12

const isForgivable = ({ wanted }: TermGroup) => wanted.some(isForgivableTerm)
const isForgivableTerm = ({ words: [word = ''], isExact }: Term) => !isExact && word.length >= leastPart

function forgive(
  connection: Connection,
  workspace: number,
  tables: readonly ListedTable[],
  search: readonly TermGroup[],
  vocabularies: readonly Vocabulary[],
): Forgiveness {
  const forgiven = new Map<string, ForgivenWord>()
  // The vocabularies include every workspace, and hidden records too.
  const shown = new Map<string, boolean>()
  const isShown = (word: string) => {
    const known = shown.get(word) ?? tables.some((table) => showsWord(connection, table, workspace, word))
    shown.set(word, known)
    return known
  }
  const isFound = (term: Term) => (table: ListedTable) =>
    hasRowIn(connection, table, workspace, rowsWithTerm(connection, table, term))
  let compared = 0
  for (const term of search.flatMap(({ wanted }) => wanted.filter(isForgivableTerm))) {
    const [typed = ''] = term.words
    if (forgiven.has(typed) || tables.some(isFound(term))) continue
    compared += 1
    if (compared > mostCompared) break
    const folded = foldWord(typed)
    const containing = wordsContaining(vocabularies, folded, isShown)
    if (containing.length > 0) {
      forgiven.set(typed, { typed, words: containing, because: 'part' })
      continue
    }
    const similar = mostSimilar(vocabularies, folded, isShown)
    if (similar !== null) forgiven.set(typed, { typed, words: [similar], because: 'similar' })
  }
  return [...forgiven.values()]
}

export interface Searched {
  readonly table: ListedTable
  readonly workspace: number
  readonly text: string
  readonly forgiveness: Forgiveness
}

/** Matching rows of every workspace, in no order. Null: there is nothing to search for. */
export function rowsFound(connection: Connection, cache: ListCache, searched: Searched): readonly number[] | null {
  const { table, workspace, text, forgiveness } = searched
  const search = searchOf(text)
  if (search === null) return null
  return cache.list(['words', table, workspace, text, forgiveness], () => {
    const referred = rowsReferred(connection, table, workspace, text)
    const found = rowsWithWords(connection, table, forgiving(search, forgiveness))
    return referred.length === 0 ? found : [...new Set([...referred, ...found])]
  })
}

function forgiving(search: readonly TermGroup[], forgiveness: Forgiveness): readonly TermGroup[] {
  if (forgiveness.length === 0) return search
  return search.map(({ wanted, unwanted }) => ({
    unwanted,
    wanted: wanted.map((term) => {
      const instead = term.isExact ? undefined : forgiveness.find(({ typed }) => typed === term.words[0])
      return instead === undefined ? term : { ...term, instead }
    }),
  }))
}

/** Rows looked at together, when one in the workspace is enough. */
const pieceRows = 1_000

const hasAny = (connection: Connection, cache: ListCache, searched: Searched) =>
  hasRowIn(connection, searched.table, searched.workspace, rowsFound(connection, cache, searched) ?? [])

function hasRowIn(connection: Connection, table: ListedTable, workspace: number, rows: readonly number[]): boolean {
  const sql = `SELECT 1 FROM ${table} WHERE workspace = ? AND row IN (SELECT value FROM json_each(?)) LIMIT 1`
  for (let from = 0; from < rows.length; from += pieceRows) {
    const piece = JSON.stringify(rows.slice(from, from + pieceRows))
    if (connection.get(sql, [workspace, piece]) !== undefined) return true
  }
  return false
}

const hiding: ReadonlySet<ListedTable> = new Set(['insights', 'opportunities', 'solutions', 'outcomes'])

/** Whether a record of the workspace that is not hidden has this word of the index, or a note or label of any record. */
function showsWord(connection: Connection, table: ListedTable, workspace: number, word: string): boolean {
  const expression = `"${word}"`
  const own = `SELECT 1 FROM ${table}_fts JOIN ${table} AS record ON record.row = ${table}_fts.rowid
    WHERE ${table}_fts MATCH ? AND record.workspace = ? ${hiding.has(table) ? 'AND record.hide_content = 0' : ''} LIMIT 1`
  const written = `SELECT 1 FROM triage_fts JOIN triage ON triage.row = triage_fts.rowid
    WHERE triage_fts MATCH ? AND triage.workspace = ? AND triage.kind = '${triagedKinds[table]}' LIMIT 1`
  return [own, written].some((sql) => connection.get(sql, [expression, workspace]) !== undefined)
}

/** Rows with each wanted term in the record itself or in the person's note and labels, and no unwanted one. */
function rowsWithWords(connection: Connection, table: ListedTable, search: readonly TermGroup[]): readonly number[] {
  const terms = search.flatMap(({ wanted, unwanted }) => [...wanted, ...unwanted])
  const isPlain = search.every(({ wanted }) => wanted.length > 0) && terms.every(({ words }) => words.length === 1)
  if (isPlain && terms.every((term) => rowsWrittenAbout(connection, table, term).length === 0)) {
    return matching(connection, table, search.map(groupExpression).join(' OR '))
  }
  const groups = search.map((group) => rowsOfGroup(connection, table, group))
  return groups.length === 1 ? (groups[0] ?? []) : [...new Set(groups.flat())]
}

function groupExpression({ wanted, unwanted }: TermGroup): string {
  const all = `(${wanted.map((term) => termExpression(term)).join(' AND ')})`
  if (unwanted.length === 0) return all
  return `(${all} NOT (${unwanted.map((term) => termExpression(term, false)).join(' OR ')}))`
}

function rowsOfGroup(connection: Connection, table: ListedTable, { wanted, unwanted }: TermGroup): readonly number[] {
  const [first = rowsOf(connection, `SELECT row FROM ${table}`, []), ...rest] = wanted.map((term) =>
    rowsWithTerm(connection, table, term),
  )
  const left = new Set(unwanted.flatMap((term) => rowsWithTerm(connection, table, term, false)))
  const found = inAll(first, ...rest)
  return left.size === 0 ? found : found.filter((row) => !left.has(row))
}

const matching = (connection: Connection, table: ListedTable, expression: string) =>
  rowsOf(connection, `SELECT rowid AS row FROM ${table}_fts WHERE ${table}_fts MATCH ?`, [expression])

function rowsWithTerm(connection: Connection, table: ListedTable, term: Term, isWanted = true): readonly number[] {
  const own = matching(connection, table, termExpression(term, isWanted))
  const written = rowsWrittenAbout(connection, table, term, isWanted)
  const isPhrase = term.words.length > 1
  const found = isPhrase ? rowsWithPhrase(connection, table, own, term.words) : own
  return written.length === 0 ? found : [...new Set([...found, ...written])]
}

/** Searches notes and labels; a note and its labels are one text for a phrase. */
function rowsWrittenAbout(connection: Connection, table: ListedTable, term: Term, isWanted = true): readonly number[] {
  const from = `FROM triage_fts JOIN triage ON triage.row = triage_fts.rowid
    JOIN ${table} AS record ON record.workspace = triage.workspace AND record.${ids[table]} = triage.id
    WHERE triage_fts MATCH ? AND triage.kind = '${triagedKinds[table]}'`
  const expression = termExpression(term, isWanted)
  if (term.words.length === 1) return rowsOf(connection, `SELECT record.row AS row ${from}`, [expression])
  const texts = `SELECT record.row AS row, triage.note || char(10) || triage.labels AS text ${from}`
  return withPhrase(connection.all(texts, [expression], textRow), term.words)
}

const textRow = rowOf({ row: column.number, text: column.text })

function withPhrase(texts: readonly ReturnType<typeof textRow.read>[], words: readonly string[]): readonly number[] {
  const hasPhrase = phraseMatcher(words)
  return texts.filter(({ text }) => hasPhrase(text)).map(({ row }) => row)
}

/** The index has no word order, so the texts that have all words are read. */
function rowsWithPhrase(
  connection: Connection,
  table: ListedTable,
  rows: readonly number[],
  words: readonly string[],
): readonly number[] {
  const found: number[] = []
  const sql = `SELECT row, ${indexedSql(table)} AS text FROM ${table} WHERE row IN (SELECT value FROM json_each(?))`
  for (let from = 0; from < rows.length; from += pieceRows) {
    const piece = JSON.stringify(rows.slice(from, from + pieceRows))
    found.push(...withPhrase(connection.all(sql, [piece], textRow), words))
  }
  return found
}

const leastId = 8
const leastReference = 5

/** Records by the beginning of their id, feedback by its reference elsewhere, and the insights that it belongs to. */
function rowsReferred(connection: Connection, table: ListedTable, workspace: number, text: string): readonly number[] {
  const typed = text.trim()
  if (/\s/.test(typed)) return []
  const beginsWith = (name: string) => `${name} >= ? AND ${name} < ? || char(1114111)`
  const found: number[] = []
  const add = (sql: string, values: readonly SqlValue[]) => found.push(...rowsOf(connection, sql, values))
  if (typed.length >= leastId) {
    for (const start of new Set([typed, typed.toLowerCase()])) {
      add(`SELECT row FROM ${table} WHERE workspace = ? AND ${beginsWith(ids[table])}`, [workspace, start, start])
    }
  }
  if (typed.length >= leastReference && /\d/.test(typed) && (table === 'feedback' || table === 'insights')) {
    const feedback = `SELECT row FROM feedback INDEXED BY feedback_by_reference
      WHERE workspace = ? AND source_id IS NOT NULL AND ${beginsWith('source_id COLLATE NOCASE')}`
    const carried = `SELECT DISTINCT insight AS row FROM insight_feedback WHERE feedback IN (${feedback})`
    add(table === 'feedback' ? feedback : carried, [workspace, typed, typed])
  }
  return [...new Set(found)]
}

/** Above this number of rows, titles are searched in the database, by the beginnings of their words alone. */
const titlesRead = 500

/** A beginning this short is in most titles, and says little about any. */
const leastRanked = 3

/** Puts rows found by id or reference first, then those with the words in their titles, each in the given order. */
export function bestFirst(connection: Connection, searched: Searched, ordered: readonly number[]): readonly number[] {
  const { table, workspace, text, forgiveness } = searched
  const found = searchOf(text)
  if (found === null || ordered.length < 2) return ordered
  const search = forgiving(found, forgiveness)
  const referred = new Set(rowsReferred(connection, table, workspace, text))
  const titled =
    ordered.length <= titlesRead
      ? titledRows(connection, table, ordered, search)
      : likelyTitled(connection, searched, search)
  const rank = (row: number) => (referred.has(row) ? 0 : titled.has(row) ? 1 : 2)
  const ranks: [number[], number[], number[]] = [[], [], []]
  for (const row of ordered) ranks[rank(row)].push(row)
  return ranks.flat()
}

const titleRow = rowOf({ row: column.number, title: column.textOrNull })

function titledRows(
  connection: Connection,
  table: ListedTable,
  rows: readonly number[],
  search: readonly TermGroup[],
): ReadonlySet<number> {
  const sql = `SELECT row, ${titles[table]} AS title FROM ${table} WHERE row IN (SELECT value FROM json_each(?))`
  const matches = matcherOfSearch(search)
  const read = connection.all(sql, [JSON.stringify(rows)], titleRow)
  return new Set(read.filter(({ title }) => title !== null && matches(title)).map(({ row }) => row))
}

function likelyTitled(connection: Connection, searched: Searched, search: readonly TermGroup[]): ReadonlySet<number> {
  const { table, workspace } = searched
  if (table !== 'insights')
    return titledRows(connection, table, rowsOf(connection, `SELECT row FROM ${table}`, []), search)
  const words = search.flatMap(({ wanted }) => wanted.flatMap(({ words, instead }) => instead?.words ?? words))
  if (words.every((word) => word.length < leastRanked)) return new Set()
  const values: string[] = []
  const inTitle = (word: string) => {
    values.push(` ${sortKey(word)}`)
    return `instr(' ' || title_key, ?)`
  }
  const groups = search.map(({ wanted }) => {
    const terms = wanted.map(({ words, instead }) =>
      instead === undefined ? words.map(inTitle).join(' AND ') : `(${instead.words.map(inTitle).join(' OR ')})`,
    )
    return terms.length === 0 ? '0' : `(${terms.join(' AND ')})`
  })
  const sql = `SELECT row FROM insights INDEXED BY insights_by_title_key WHERE workspace = ? AND (${groups.join(' OR ')})`
  return new Set(rowsOf(connection, sql, [workspace, ...values]))
}
