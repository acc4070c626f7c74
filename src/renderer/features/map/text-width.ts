// How wide text is, near enough to break lines by: the layout has to be known before anything is drawn, and a saved file
// may be shown with another font. Rather too wide than too narrow.

const narrow = /[iljtfrI.,:;'’|!()[\] ]/
const wide = /[mwMWÄÖÜ@%&—]/
const capital = /[\p{Lu}\d]/u
/** Characters of East Asian scripts and pictures fill a square. */
const square = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u
const combining = /\p{M}/u

function widthOfCharacter(character: string): number {
  if (combining.test(character)) return 0
  if (square.test(character)) return 1.05
  if (narrow.test(character)) return 0.34
  if (wide.test(character)) return 0.9
  return capital.test(character) ? 0.7 : 0.58
}

export interface TextStyle {
  readonly size: number
  readonly isBold?: boolean
}

export const widthOf = (text: string, { size, isBold = false }: TextStyle) =>
  [...text].reduce((width, character) => width + widthOfCharacter(character) * size * (isBold ? 1.12 : 1), 0)

/** More than any card shows; titles of the service may be of any length. */
const longest = 400

/** Lines of at most this width; the last one ends in "…" where there is more. */
export function wrapped(text: string, style: TextStyle, width: number, most: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  // Broken at spaces, and within a word that is longer than a line.
  const pieces = text
    .slice(0, longest)
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<= )/)
  const words = pieces.flatMap((word) => (widthOf(word, style) > width ? [...word] : [word]))
  for (const [index, word] of words.entries()) {
    if (line !== '' && widthOf((line + word).trimEnd(), style) > width) {
      if (lines.length === most - 1) {
        const rest = line + words.slice(index).join('')
        return [...lines, cut(rest, style, width)]
      }
      lines.push(line.trimEnd())
      line = ''
    }
    line += word
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line.trimEnd()]
}

function cut(text: string, style: TextStyle, width: number): string {
  let shown = ''
  for (const character of text) {
    if (widthOf(`${shown}${character}…`, style) > width) break
    shown += character
  }
  return `${shown.trimEnd()}…`
}

export const linesOf = (text: string, style: TextStyle, width: number) => wrapped(text, style, width, 9).length
