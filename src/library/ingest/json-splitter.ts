// Cuts `{ "data": [ … ] }` into its items at byte level as it arrives: a long list is more text than one string of
// the engine can hold. Only strings, escapes and depth are tracked; the rest is checked by parsing each item.
// An item within one chunk is not copied: keep no bytes after the call that passed them.
import { byte, createValueScanner, isSpace } from './value-scanner'

/** Thrown for anything that is not one object with one `data` list. */
export class NotAList extends Error {}

export interface SplitterEvents {
  /** One element of `data`. */
  item(bytes: Buffer): void
  /** Any other member of the answer. */
  member(name: string, bytes: Buffer): void
}

export interface Splitter {
  push(chunk: Buffer): void
  /** Throws when the body is not complete. */
  end(): void
}

/** The next token expected, white space aside. `value` and `item` are in the middle of one when `reading` says so. */
type Place =
  | 'start'
  | 'first-name'
  | 'name'
  | 'colon'
  | 'value'
  | 'first-item'
  | 'item'
  | 'after-item'
  | 'after-value'
  | 'end'

const byteOrderMark = [0xef, 0xbb, 0xbf]
const largestValueBytes = 64 * 1024 * 1024

export function createJsonSplitter(events: SplitterEvents): Splitter {
  const scanner = createValueScanner()
  let place: Place = 'start'
  let name = ''
  let hasData = false
  let reading = false
  let parts: Buffer[] = []
  let partsBytes = 0
  let marksSeen = 0

  function startValue(first: number): void {
    if (first === byte.comma || first === byte.colon || first === byte.closeBrace || first === byte.closeBracket) {
      throw new NotAList()
    }
    reading = true
    scanner.start(first)
  }

  function endValue(last: Buffer): void {
    const bytes = parts.length === 0 ? last : Buffer.concat([...parts, last])
    parts = []
    partsBytes = 0
    reading = false
    if (place === 'item') {
      place = 'after-item'
      events.item(bytes)
    } else if (place === 'name') {
      place = 'colon'
      name = parseName(bytes)
    } else {
      place = 'after-value'
      events.member(name, bytes)
    }
  }

  /** Handles one byte between values. */
  function step(value: number): void {
    if (place === 'start') {
      if (value === byteOrderMark[marksSeen]) marksSeen += 1
      else if (value === byte.openBrace && marksSeen % 3 === 0) place = 'first-name'
      else throw new NotAList()
    } else if (place === 'first-name' && value === byte.closeBrace) {
      place = 'end'
    } else if ((place === 'first-name' || place === 'name') && value === byte.quote) {
      place = 'name'
      startValue(value)
    } else if (place === 'colon' && value === byte.colon) {
      place = 'value'
    } else if (place === 'value' && name !== 'data') {
      startValue(value)
    } else if (place === 'value' && value === byte.openBracket && !hasData) {
      hasData = true
      place = 'first-item'
    } else if (place === 'first-item' && value === byte.closeBracket) {
      place = 'after-value'
    } else if (place === 'first-item' || place === 'item') {
      place = 'item'
      startValue(value)
    } else if (place === 'after-item' && (value === byte.comma || value === byte.closeBracket)) {
      place = value === byte.comma ? 'item' : 'after-value'
    } else if (place === 'after-value' && (value === byte.comma || value === byte.closeBrace)) {
      place = value === byte.comma ? 'name' : 'end'
    } else {
      throw new NotAList()
    }
  }

  return {
    push(chunk) {
      let at = 0
      while (at < chunk.length) {
        const start = at
        if (!reading) {
          const value = chunk[at] ?? 0
          at += 1
          if (isSpace(value) && (place !== 'start' || marksSeen % 3 === 0)) continue
          step(value)
          if (!reading) continue
        }
        at = scanner.scan(chunk, at)
        if (at === -1) {
          parts.push(Buffer.from(chunk.subarray(start)))
          partsBytes += chunk.length - start
          if (partsBytes > largestValueBytes) throw new NotAList()
          return
        }
        endValue(chunk.subarray(start, at))
      }
    },
    end() {
      if (place !== 'end' || !hasData) throw new NotAList()
    },
  }
}

function parseName(bytes: Buffer): string {
  try {
    return String(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw new NotAList()
  }
}
