// Whether a text on screen is one of docs/words-shown.md, data of the workspace, or put together from these.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { ShownText } from './collect-words'

const months = '(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)[a-z]*'
const days = '(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?'
const units = '(?:sec|min|hr|hour|day|wk|week|mo|month|yr|year|second|minute|B|kB|KB|MB|GB|ms|s)s?'
const figure = [
  months,
  days,
  'at|ago|in|yesterday|today|tomorrow|just now|utc|gmt',
  units,
  `[+−-]?[\\d.,:/%×]*\\d[\\d.,:/%]*(?:${units}|st|nd|rd|th|px)?`,
  '[0-9a-f]{8}-[0-9a-f-]{27}',
  '(?:(?:ctrl|shift|alt|cmd)[+ ])*(?:[a-z\\d]|f\\d+|[↑↓←→/,?]|ctrl|shift|esc|enter|home|end|tab|alt|space|backspace|delete)',
  '[a-z]{2,5}-\\d+',
  '(?:https?://|/)\\S+',
  '[\\w-]+\\.(?:txt|json|list|desktop|log)',
].join('|')
/** Dates, times, ages, numbers, shares, sizes, keys, IDs, addresses and names of files, in small letters. */
const figures = new RegExp(`^(?:${figure})(?:[\\s,.–·]+(?:${figure}))*$`, 'i')

/** What stands between values that are put one after another, and around them. */
const joints = [', ', ' and ', ' · ', ': ', '. ', ' – ', ' — ', ' / ', '; ']
const begin = /^[\s,;:]+/
const figureBefore = new RegExp(`^(?=[^\\s]*\\d)(?:${figure})(?:[\\s,.–·]+(?:${figure}))*,? `, 'i')
const figureAfter = new RegExp(`,? (?:${figure})(?:[\\s,.–·]+(?:${figure}))*$`, 'i')
const edges = /^[\s,.:;·–—“”"'()→/|]+|[\s,:;·–—“”"'()→/|]+$/g

const folded = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** Without what Markdown adds, as it is shown. */
const unmarked = (text: string) => text.replace(/[*_`#>]+|^\s*[-\d.]+\s/gm, ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')

/** In two, wherever the joint is. */
function splits(text: string, joint: string): readonly (readonly string[])[] {
  const pieces = text.split(joint)
  return pieces.slice(1).map((_, at) => [pieces.slice(0, at + 1).join(joint), pieces.slice(at + 1).join(joint)])
}

export interface Words {
  readonly covers: (text: ShownText) => readonly string[]
}

/** The entries of the list: labels in a row, and what is longer in a line of its own. */
export function listedWords(): readonly string[] {
  const list = readFileSync(path.resolve(import.meta.dirname, '../../docs/words-shown.md'), 'utf8')
  return list.split('\n\n').flatMap((block) => {
    if (block.startsWith('Labels: ')) return block.slice('Labels: '.length).replaceAll('\n', ' ').split(' · ')
    return block.split('\n').flatMap((line) => (line.startsWith('- ') ? [line.slice(2)] : []))
  })
}

const isData = (data: ReadonlySet<string>, all: string, text: string) =>
  data.has(text) || (text.split(' ').length >= 3 && all.includes(text.replace(/…$/, '').trim()))

/** Holes of a pattern are values, which have to be covered themselves. */
function fills(parts: readonly string[], text: string, isCovered: (value: string) => boolean): boolean {
  const [first = '', ...rest] = parts
  if (!text.startsWith(first)) return false
  const beyond = text.slice(first.length)
  const [next] = rest
  if (next === undefined) return beyond === ''
  const ends =
    rest.length === 1 && next === '' ? [beyond.length] : Array.from({ length: beyond.length + 1 }, (_, at) => at)
  return ends.some(
    (end) =>
      beyond.startsWith(next, end) && fills(rest, beyond.slice(end), isCovered) && isCovered(beyond.slice(0, end)),
  )
}

export function wordsOf(entries: readonly string[], values: readonly string[]): Words {
  const listed = entries.flatMap((entry) => [folded(entry), folded(entry).replace(begin, '')])
  const fixed = new Set(listed)
  /** What goes on from a value before it: "with mostly negative feedback". */
  const phrases = entries.filter((entry) => /^\p{Ll}+ [^…]*$/u.test(entry))
  const patterns = listed
    .filter((entry) => entry.includes('…') && /\p{L}{2}/u.test(entry))
    .map((entry) => entry.split('…'))
  const texts = values.flatMap((value) => [folded(value), folded(unmarked(value))])
  const data = new Set(texts)
  const all = texts.join('\n')
  /** The clusters of the topic map have names of three. */
  const words = new Set(all.match(/[\p{L}\d’-]+/gu))
  const known = new Map<string, boolean>()

  const isListed = (text: string) => fixed.has(text) || fixed.has(`${text}.`) || fixed.has(text.replace(/\.$/, ''))
  const isMade = (text: string, is: (value: string) => boolean): boolean => {
    const withoutFigure = text.replace(figureBefore, '').replace(figureAfter, '')
    const names = text.split(', ')
    return (
      isListed(text) ||
      isData(data, all, text) ||
      isData(data, all, text.replace(/\.$/, '')) ||
      figures.test(text) ||
      (withoutFigure !== text && is(withoutFigure)) ||
      (names.length === 3 && names.every((name) => words.has(name))) ||
      phrases.some((phrase) => text.endsWith(` ${phrase}`) && is(text.slice(0, -phrase.length - 1))) ||
      patterns.some((parts) => parts.every((part) => text.includes(part.trim())) && fills(parts, text, is)) ||
      joints.some((joint) => splits(text, joint).some((halves) => halves.every(is)))
    )
  }
  const isCovered = (given: string, depth = 0): boolean => {
    const text = folded(given)
    if (!/\p{L}{2}/u.test(text)) return true
    const before = known.get(text)
    if (before !== undefined || depth > 20) return before ?? false
    known.set(text, false)
    const is = (value: string) => isCovered(value, depth + 1)
    const bare = text.replace(edges, '')
    const found = isMade(text, is) || (bare !== text && isMade(bare, is))
    known.set(text, found)
    return found
  }

  const covers = ({ whole, parts }: ShownText): readonly string[] => {
    if (isCovered(whole)) return []
    if (parts.length === 0) return [whole]
    return parts.flatMap(covers)
  }
  return { covers }
}
