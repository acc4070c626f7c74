// Counts the items of `{ "data": [ … ] }` while its bytes pass, so that a connection can be tried on a workspace of
// any size without holding it. It follows strings and brackets only; whether each item is valid is the library's job.
export interface ItemCounter {
  add(bytes: Uint8Array): void
  /** null: this was not an object with a whole list called `data`. */
  finish(): number | null
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openers: ReadonlyMap<number, number> = new Map([
  [0x5b, 0x5d],
  [0x7b, 0x7d],
])
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
    const closer = openers.get(byte)
    const isOwnListEnd = isInData && awaited.length === 2 && byte === 0x5d
    if (isInData && awaited.length === 2 && byte !== comma && !isOwnListEnd) hasItem = true
    if (byte === quote) {
      isInString = true
      text = ''
      if (awaited.length === 0) isBroken = true
    } else if (closer !== undefined) open(byte, closer)
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
      for (const byte of bytes) {
        if (isEscaped) isEscaped = false
        else if (isInString) {
          if (byte === backslash) isEscaped = true
          else if (byte === quote) isInString = false
          else if (awaited.length === 1 && text.length < longestName) text += String.fromCharCode(byte)
        } else if (!isSpace(byte)) structure(byte)
      }
    },
    finish: () => (isBroken || !hasEnded || isInString ? null : count),
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}
