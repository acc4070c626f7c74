// Decides whether a text on screen is in docs/words-shown.md, data of the workspace, or composed of these.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ShownText } from './collect-words'

const months =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)'
const days = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?'
const units = '(?:sec|min|hr|hour|day|wk|week|mo|month|yr|year|second|minute|B|kB|KB|MB|GB|ms|s)s?'
const figure = [
  months,
  days,
  'at|ago|in|yesterday|today|tomorrow|just now|utc|gmt',
  units,
  `[+−-]?[\\d.,:/%×]*\\d[\\d.,:/%]*(?:${units}|st|nd|rd|th|px)?`,
  '[0-9a-f]{8}-[0-9a-f-]{27}',
  '(?:(?:ctrl|shift|alt|cmd)[+ ])+(?:[a-z\\d]|f\\d+|[↑↓←→/,?]|enter|home|end|tab|space|backspace|delete)',
  '[a-z]{2,5}-\\d+',
  '(?:https?://|/)\\S+',
  '[\\w-]+\\.(?:txt|json|list|desktop|log)',
].join('|')
const run = `(?:${figure})(?:[\\s,.–·]+(?:${figure}))*`
/** Dates, times, ages, numbers, shares, sizes, keys, IDs, addresses and names of files, in small letters. */
const figures = new RegExp(`^${run}$`, 'i')
/** Tells a figure from words: a unit or "in" alone is none. */
const isDated = new RegExp(`\\d|[+/.]|^(?:${months}|${days}|yesterday|today|tomorrow|just now)\\b`, 'i')
const isFigure = (text: string) => figures.test(text) && isDated.test(text)

/** Separators between and around consecutive values. */
const joints = [', ', ' · ', ': ', '. ', ' – ', ' — ', '; ']
/** Separators of values only, as labels may contain them. */
const valueJoints = [...joints, ' and ', ' / ']
const begin = /^[\s,;:]+/
const figureBefore = new RegExp(`^(${run}),? `, 'i')
const figureAfter = new RegExp(`,? (${run})$`, 'i')
const edges = /^[\s,.:;·–—“”"'()→/|]+|[\s,:;·–—“”"'()→/|]+$/g

const folded = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** Removes Markdown's markup, to give the text as shown. */
const unmarked = (text: string) => text.replace(/[*_`#>]+|^\s*[-\d.]+\s/gm, ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')

/** Splits a text in two at each place of the joint. */
function splits(text: string, joint: string): readonly (readonly string[])[] {
  const pieces = text.split(joint)
  return pieces.slice(1).map((_, at) => [pieces.slice(0, at + 1).join(joint), pieces.slice(at + 1).join(joint)])
}

export interface Words {
  readonly covers: (text: ShownText) => readonly string[]
}

/** Entries of the list: labels in a row, longer texts in a line each. */
export function listedWords(): readonly string[] {
  const list = readFileSync(path.resolve(import.meta.dirname, '../../docs/words-shown.md'), 'utf8')
  return list.split('\n\n').flatMap((block) => {
    if (block.startsWith('Labels: ')) return block.slice('Labels: '.length).replaceAll('\n', ' ').split(' · ')
    return block.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []))
  })
}

/** Recognises workspace texts: whole, or at least three whole words of one, as in a snippet. */
function dataOf(texts: readonly string[]): (text: string) => boolean {
  const whole = new Set(texts)
  const all = `\n${texts.join('\n')}\n`
  const isWordAt = (at: number) => /[\p{L}\p{N}]/u.test(all[at] ?? '')
  const isPart = (shown: string) => {
    const isCut = shown.endsWith('…')
    const text = shown.replace(/…$/, '').trim()
    for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1)) {
      if (!isWordAt(at - 1) && (isCut || !isWordAt(at + text.length))) return true
    }
    return false
  }
  return (text) => whole.has(text) || (text.split(' ').length >= 3 && isPart(text))
}

/** In a label that opens something, `…` follows the last word directly; a `…` for a value follows a blank. */
const isPattern = (entry: string) => entry.includes('…') && /\p{L}{2}/u.test(entry) && !/^[^…]*[\p{L}]…$/u.test(entry)

/** Labels that may stand for a value, by kind. Each has to be listed as well. */
const named = new Set(
  Object.values({
    records: [
      'insight|insights|opportunity|opportunities|goal|goals|solution|solutions|feedback|pieces|knowledge',
      'piece of feedback|pieces of feedback|knowledge item|knowledge items',
      'shared insight|shared insights|scored insight|scored insights|other solution|other opportunity|other goals',
      'unseen|hidden content|unsent change|unsent changes',
      'change|changes|changes to review|workspace|activity|ranking|result|results',
    ],
    verbs: ['are|opportunities have'],
    environments: ['sandbox|production'],
    columns: ['type|title|score|strength|momentum|links|updated|up|down'],
    scores: ['top score|average score|average strength|average momentum|unseen share|average sentiment|goal priority'],
    fields: ['organisation id|workspace id|text'],
    panels: ['details|weights'],
    charts: ['insights by type|feedback by sentiment|average scores'],
    'saved views and models of the app': ['top unseen|no opportunity yet|rising|evidence first'],
    times: ['since your first sync|no data yet'],
  }).flatMap((rows) => rows.flatMap((row) => row.split('|'))),
)

type Covers = (text: string) => boolean

/** `fills` tells, for each hole in turn, which texts may fill it. */
function fits(parts: readonly string[], text: string, fills: readonly Covers[]): boolean {
  const [first = '', ...rest] = parts
  if (!text.startsWith(first)) return false
  const beyond = text.slice(first.length)
  const [next] = rest
  if (next === undefined) return beyond === ''
  const ends =
    rest.length === 1 && next === '' ? [beyond.length] : Array.from({ length: beyond.length + 1 }, (_, at) => at)
  const [isFilling, ...others] = fills
  return ends.some(
    (end) =>
      beyond.startsWith(next, end) &&
      fits(rest, beyond.slice(end), others) &&
      (isFilling?.(beyond.slice(0, end)) ?? false),
  )
}

/** Remembers results, as the same text occurs in many places, and within itself. */
function remembered(is: (text: string) => boolean): Covers {
  const known = new Map<string, boolean>()
  return (given) => {
    const text = folded(given)
    const before = known.get(text)
    if (before !== undefined) return before
    known.set(text, false)
    const bare = text.replace(edges, '')
    const found = !/\p{L}{2}/u.test(text) || is(text) || (bare !== text && is(bare))
    known.set(text, found)
    return found
  }
}

/** The texts of a story. Single words are codes, such as a solution's status, for which the app has words. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^\p{L}+$/u.test(value) ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const eachOf = ({ whole, parts }: ShownText): readonly string[] => [whole, ...parts.flatMap(eachOf)]

/** Names of the topic map's clusters, made of words of the data. */
export function clustersIn(shown: readonly ShownText[], values: readonly string[]): readonly string[] {
  const words = new Set(values.flatMap((value) => folded(value).match(/[\p{L}\p{M}][\p{L}\p{M}\p{N}'’-]*/gu) ?? []))
  return shown.flatMap(eachOf).flatMap((text) => {
    const name = /^Show in list: (.+)$/.exec(text)?.[1]
    return name?.split(', ').every((word) => words.has(word)) ? [name] : []
  })
}

export function wordsOf(entries: readonly string[], values: readonly string[]): Words {
  const listed = new Set(entries.flatMap((entry) => [folded(entry), folded(entry).replace(begin, '')]))
  const isData = dataOf(values.flatMap((value) => [folded(value), folded(unmarked(value))]))
  const isListed = (text: string) => [text, `${text}.`, text.replace(/\.$/, '')].some((each) => listed.has(each))
  const isJoined = (text: string, is: Covers, by = joints) =>
    by.some((joint) => splits(text, joint).some((halves) => halves.every(is)))
  const withoutFigure = (text: string) =>
    [figureBefore, figureAfter].reduce((left, figure) => {
      const at = figure.exec(left)
      return at?.[1] !== undefined && /\d/.test(at[1]) ? left.replace(figure, '') : left
    }, text)
  const isCounted = (text: string, is: Covers) => {
    const rest = withoutFigure(text)
    return rest !== text && is(rest)
  }

  /** Texts that may stand for a value. */
  const isValue = remembered(
    (text) =>
      isData(text) ||
      isData(text.replace(/\.$/, '')) ||
      isFigure(text) ||
      (named.has(text) && isListed(text)) ||
      isCounted(text, isValue) ||
      isFitting(text) ||
      isJoined(text, isValue, valueJoints),
  )
  const isFitting = (text: string) =>
    patterns.some(({ parts, fills }) => parts.every((part) => text.includes(part.trim())) && fits(parts, text, fills))
  /** A label with figures: "What customers say (5 of 5)". */
  const isFigured = (text: string) => {
    const [, label, within] = /^(.*) \(([^()]*)\)$/.exec(text) ?? []
    return label !== undefined && within !== undefined && /\d/.test(within) && isCovered(label) && isValue(within)
  }
  const isCovered = remembered(
    (text) =>
      isListed(text) || isValue(text) || isCounted(text, isCovered) || isFigured(text) || isJoined(text, isCovered),
  )
  const isFirst = (text: string) => isValue(text) || (/[.?!…]$/.test(text) && isCovered(text))
  // Phrases that continue after a value: "with mostly negative feedback".
  const phrases = entries.filter((entry) => /^\p{Ll}+ [^…]/u.test(entry)).map((entry) => `… ${entry}`)
  const patterns = [...entries.filter(isPattern), ...phrases].map((entry) => {
    const parts = entry.split('…')
    // A hole after the end of a sentence, or right after another hole, is for additional sentences.
    const fills = parts.slice(1).map((after, hole) => {
      const before = parts[hole] ?? ''
      if (hole === 0 && before === '') return isFirst
      const isAfter = after.replace('.', '') === '' && (/[.?!]\s?$/.test(before) || (hole > 0 && before === ''))
      return isAfter ? isCovered : isValue
    })
    const inSmall = parts.map((part) => part.toLowerCase())
    return { parts: inSmall.with(0, (inSmall[0] ?? '').replace(begin, '')), fills }
  })

  const covers = ({ whole, parts }: ShownText): readonly string[] => {
    if (isCovered(whole)) return []
    if (parts.length === 0) return [whole]
    return parts.flatMap(covers)
  }
  return { covers }
}
