// Counts the items of `{ "data": [ … ] }` while its bytes pass, so that a connection can be tried on a workspace of
// any size without holding it. It follows strings and brackets only: each item must be an object, and whether it is a
// valid one is the library's job.
export interface ItemCounter {
  add(bytes: Uint8Array): void
  /** null: this was not an object with a whole list of objects called `data`. */
  finish(): number | null
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const space = 0x20
const colon = 0x3a
const openList = 0x5b
const openObject = 0x7b
const longestName = 8

export function createItemCounter(): ItemCounter {
  /** Closing brackets that are awaited, innermost last. */
  const awaited: number[] = []
  let isInString = false
  let isEscaped = false
  /** The member of the outer object that is being read, and the text of the string that may become its name. */
  let member = ''
  let text = ''
  let isInData = false
  let hasItem = false
  let count: number | null = null
  let isBroken = false
  let hasEnded = false

  /** In ASCII both closing brackets stand two after their opening ones. */
  function open(byte: number, closer: number): void {
    if (hasEnded || (awaited.length === 0 && byte !== openObject)) isBroken = true
    // A second member of that name replaces the first, as in every JSON parser.
    if (awaited.length === 1 && member === 'data') {
      isInData = byte === openList
      count = isInData ? 0 : null
      hasItem = false
    }
    awaited.push(closer)
  }

  function close(byte: number): void {
    if (awaited.pop() !== byte) isBroken = true
    if (awaited.length === 1 && isInData) {
      if (hasItem && count !== null) count += 1
      isInData = false
    }
    if (awaited.length === 0) hasEnded = true
  }

  function structure(byte: number): void {
    const isOwnListEnd = isInData && awaited.length === 2 && byte === 0x5d
    if (isInData && awaited.length === 2 && byte !== comma && !isOwnListEnd) {
      if (hasItem || byte !== openObject) isBroken = true
      hasItem = true
    }
    if (byte === quote) {
      isInString = true
      text = ''
      if (awaited.length === 0) isBroken = true
    } else if (byte === openList || byte === openObject) open(byte, byte + 2)
    else if (byte === 0x5d || byte === 0x7d) close(byte)
    else if (byte === colon && awaited.length === 1) member = text
    else if (byte === comma && awaited.length === 1) member = ''
    else if (byte === comma && isInData && awaited.length === 2) {
      if (!hasItem) isBroken = true
      if (count !== null) count += 1
      hasItem = false
    } else if (awaited.length === 0) isBroken = true
  }

  return {
    add(bytes) {
      // Most bytes are text: the end of a string is looked for natively instead of byte by byte.
      let nextBackslash = -1
      let at = 0
      while (at < bytes.length) {
        if (isEscaped) {
          isEscaped = false
          at += 1
        } else if (isInString) {
          const nextQuote = positionFrom(bytes, quote, at)
          if (nextBackslash < at) nextBackslash = positionFrom(bytes, backslash, at)
          const end = Math.min(nextQuote, nextBackslash)
          if (awaited.length === 1 && text.length < longestName) text += Buffer.from(bytes.subarray(at, end)).toString()
          if (end === nextBackslash) isEscaped = end < bytes.length
          else isInString = false
          at = end + 1
        } else {
          const byte = bytes[at] ?? space
          if (!isSpace(byte)) structure(byte)
          at += 1
        }
      }
    },
    finish: () => (isBroken || !hasEnded || isInString ? null : count),
  }
}

/** Returns the length if there is none. */
function positionFrom(bytes: Uint8Array, byte: number, from: number): number {
  const found = bytes.indexOf(byte, from)
  return found === -1 ? bytes.length : found
}

function isSpace(byte: number): boolean {
  return byte === space || byte === 0x0a || byte === 0x0d || byte === 0x09
}
