// Line breaks of text, which the layout needs before drawing. On screen, text is measured. In a saved file, which may show in
// another font, widths are estimates, rather too wide than too narrow.

const narrow = /[iljtfrI.,:;'’|!()[\] ]/
const wide = /[mwMWÄÖÜ@%&—]/
const capital = /[\p{Lu}\d]/u
/** East Asian characters and pictographs fill a square. */
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

/** Longer than any card shows: the service's titles have no limit. */
const longest = 400

/** Breaks text into lines of this width; the last one ends in "…" if text is left. */
export function wrapped(
  text: string,
  style: TextStyle,
  width: number,
  most: number,
  measure: Measure = widthOf,
): readonly string[] {
  const lines: string[] = []
  let line = ''
  // Breaks at spaces, and within words longer than a line.
  const pieces = text
    .slice(0, longest)
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<= )/)
  const words = pieces.flatMap((word) => (measure(word.trimEnd(), style) > width ? [...word] : [word]))
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

/** Measures text as the page draws it; estimates it without a canvas. */
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
