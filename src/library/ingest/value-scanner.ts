// Finds where a JSON value ends, over any number of chunks. It does not check the value: that is what parsing is for.

export const byte = {
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const

export function isSpace(value: number | undefined): boolean {
  return value === 0x20 || value === 0x0a || value === 0x0d || value === 0x09
}

export interface ValueScanner {
  /** Starts over with the first byte of a value. */
  start(first: number): void
  /** Continues at `from`; returns the position after the value, or -1 if the value continues in the next chunk. */
  scan(chunk: Buffer, from: number): number
}

/** Names and ids are shorter than this; for them a loop is quicker than the native search. */
const shortText = 48

export function createValueScanner(): ValueScanner {
  let depth = 0
  let isBare = false
  let inString = false
  let escaped = false

  /** Finds the end of the string that `from` is in; -1 when the chunk ends first. */
  function endOfString(chunk: Buffer, from: number): number {
    let at = from
    // One search serves until its result is passed: a search for the next backslash in every string would be quadratic.
    let backslash = -2
    while (at < chunk.length) {
      if (escaped) {
        escaped = false
        at += 1
        continue
      }
      const near = Math.min(at + shortText, chunk.length)
      while (at < near && chunk[at] !== byte.quote && chunk[at] !== byte.backslash) at += 1
      if (at === near) {
        if (at === chunk.length) return -1
        const quote = chunk.indexOf(byte.quote, at)
        const end = quote === -1 ? chunk.length : quote
        if (backslash < at) backslash = chunk.subarray(0, end).indexOf(byte.backslash, at)
        at = backslash === -1 ? end : backslash
        if (at === chunk.length) return -1
      }
      if (chunk[at] === byte.backslash) {
        escaped = true
        at += 1
      } else {
        inString = false
        return at + 1
      }
    }
    return -1
  }

  return {
    start(first) {
      inString = first === byte.quote
      depth = first === byte.openBrace || first === byte.openBracket ? 1 : 0
      isBare = !inString && depth === 0
      escaped = false
    },
    scan(chunk, from) {
      let at = from
      for (;;) {
        if (inString) {
          at = endOfString(chunk, at)
          if (at === -1) return -1
          if (depth === 0) return at
        }
        if (at >= chunk.length) return -1
        const value = chunk[at]
        if (isBare) {
          if (value === byte.comma || value === byte.closeBrace || value === byte.closeBracket || isSpace(value))
            return at
        } else if (value === byte.quote) {
          inString = true
        } else if (value === byte.openBrace || value === byte.openBracket) {
          depth += 1
        } else if (value === byte.closeBrace || value === byte.closeBracket) {
          depth -= 1
          if (depth === 0) return at + 1
        }
        at += 1
      }
    },
  }
}
