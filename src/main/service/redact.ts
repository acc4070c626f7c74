// Removes a token from a text of the service, which may echo what it received: as it was, in a URL, in base64, in hex or
// in JSON, cut anywhere, and with a character lost.

/** A run of this many characters of a secret, or of one of its forms, is taken for the secret. */
const runChars = 16
/** Shorter secrets have shorter runs: `runChars` would find nothing once a character in the middle is lost. */
const shortestRunChars = 8
/** Shorter secrets are recognised by their beginning, as their parts are in too many words. */
const shortChars = 16

/** Characters beside a run that are taken to be the rest of the secret. */
const isBefore = /[\w~+-]/
const isAfter = /[\w.~+/=%\\-]/

/**
 * The characters of a base64 text that do not depend on what stands before or after the secret, for each alignment, in the
 * usual alphabet and in that for URLs.
 */
function base64Forms(secret: string): readonly string[] {
  const usual = [0, 1, 2].map((before) => {
    const whole = Buffer.from(`${' '.repeat(before)}${secret}`)
      .toString('base64')
      .replace(/=+$/, '')
    return whole.slice(Math.ceil((before * 8) / 6), -1)
  })
  return [...usual, ...usual.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'))]
}

function formsOf(secret: string): readonly string[] {
  const plain = unescapeText(secret).chars
  if (secret.length < 8) return [plain]
  const bytes = Buffer.from(secret)
  const hex = bytes.toString('hex')
  // In a URL a character outside ASCII is written as its bytes.
  return [plain, bytes.toString('latin1'), ...base64Forms(secret), hex, hex.toUpperCase()]
}

/** The runs of a secret by their length, longest first. */
function runsOf(secret: string): readonly (readonly [number, ReadonlySet<string>])[] {
  const runs = new Map<number, Set<string>>()
  const add = (run: string) => runs.set(run.length, (runs.get(run.length) ?? new Set()).add(run))
  for (const form of formsOf(secret)) {
    if (form.length < shortChars) add(form.slice(0, Math.max(1, form.length - 1)))
    else {
      const length = Math.max(shortestRunChars, Math.min(runChars, Math.floor((form.length - 1) / 2)))
      for (let at = 0; at + length <= form.length; at += 1) add(form.slice(at, at + length))
    }
  }
  return [...runs].sort(([a], [b]) => b - a)
}

/** Removes the escapes of URLs and JSON. `startOf` leads from a place in `chars` to its place in the text. */
function unescapeText(text: string): { readonly chars: string; readonly startOf: (place: number) => number } {
  if (!/[%\\]/.test(text)) return { chars: text, startOf: (place) => place }
  const starts = new Uint32Array(text.length + 1)
  let chars = ''
  let end = 0
  const copyTo = (next: number) => {
    for (let at = end; at < next; at += 1) starts[chars.length + at - end] = at
    chars += text.slice(end, next)
  }
  // A run of backslashes is read from its first one only: at the text's end, each of the others would be tried, too.
  for (const { 0: written, index } of text.matchAll(/%[\da-f]{2}|(?<!\\)\\+(?:u[\da-f]{4}|[^\\])/gi)) {
    copyTo(index)
    starts[chars.length] = index
    const code = /^(?:%|\\+u)([\da-f]{2,4})$/i.exec(written)?.[1]
    chars += code === undefined ? written.slice(-1) : String.fromCharCode(Number.parseInt(code, 16))
    end = index + written.length
  }
  copyTo(text.length)
  starts[chars.length] = text.length
  return { chars, startOf: (place) => starts[place] ?? text.length }
}

/** Removes the secret from any number of texts: the runs take milliseconds to collect. */
export function createRedaction(secret: string): (text: string) => string {
  if (secret === '') return (text) => text
  const runs = runsOf(secret)
  return (text) => {
    const { chars, startOf } = unescapeText(text)
    const runAt = (place: number) => runs.find(([length, known]) => known.has(chars.slice(place, place + length)))?.[0]
    let kept = ''
    let end = 0
    for (let place = 0; place < chars.length; place += 1) {
      let length = runAt(place)
      if (length === undefined) continue
      let from = place
      while (length >= shortestRunChars && from > end && isBefore.test(chars.charAt(from - 1))) from -= 1
      kept += `${text.slice(startOf(end), startOf(from))}…`
      for (end = place; length !== undefined; length = runAt(place)) {
        end = Math.max(end, place + length)
        place += 1
      }
      while (end < chars.length && isAfter.test(chars.charAt(end))) end += 1
      place = end - 1
    }
    return kept + text.slice(startOf(end))
  }
}
