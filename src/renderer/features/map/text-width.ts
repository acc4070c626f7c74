// Where lines of text end, which the layout has to know before anything is drawn. For a saved file, which may be shown with
// another font, by a guess that is rather too wide than too narrow; on screen by measuring.

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

type Measure = (text: string, style: TextStyle) => number

export const widthOf: Measure = (text, { size, isBold = false }) =>
  [...text].reduce((width, character) => width + widthOfCharacter(character) * size * (isBold ? 1.18 : 1), 0)

/** More than any card shows; titles of the service may be of any length. */
const longest = 400

/** Lines of at most this width; the last one ends in "…" where there is more. */
export function wrapped(
  text: string,
  style: TextStyle,
  width: number,
  most: number,
  measure: Measure = widthOf,
): readonly string[] {
  const lines: string[] = []
  let line = ''
  // Broken at spaces, and within a word that is longer than a line.
  const pieces = text
    .slice(0, longest)
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<= )/)
  const words = pieces.flatMap((word) => (measure(word, style) > width ? [...word] : [word]))
  for (const [index, word] of words.entries()) {
    if (line !== '' && measure((line + word).trimEnd(), style) > width) {
      if (lines.length === most - 1) {
        const rest = line + words.slice(index).join('')
        return [...lines, cut(rest, style, width, measure)]
      }
      lines.push(line.trimEnd())
      line = ''
    }
    line += word
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line.trimEnd()]
}

function cut(text: string, style: TextStyle, width: number, measure: Measure): string {
  let shown = ''
  for (const character of text) {
    if (measure(`${shown}${character}…`, style) > width) break
    shown += character
  }
  return `${shown.trimEnd()}…`
}

let context: CanvasRenderingContext2D | null | undefined

/** As the page draws it; a guess where nothing can be drawn. */
export const measureOnScreen: Measure = (text, style) => {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return widthOf(text, style)
  context.font = `${style.isBold ? 600 : 400} ${style.size}px ${fontOfPage()}`
  return context.measureText(text).width
}

let font = ''
function fontOfPage(): string {
  if (font === '') font = getComputedStyle(document.body).fontFamily
  return font
}
