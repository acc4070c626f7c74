// The whole map as one SVG file: nothing is loaded from elsewhere, text stays text, and hidden content stays hidden even if
// revealed on screen.
import { type Box, cardWidth, type Layout, margin, parts, textWidth } from './layout'
import {
  elsewhereText,
  figuresText,
  gapWords,
  groupText,
  inferredText,
  kindText,
  moreText,
  scoreText,
  throughText,
} from './map-words'
import type { Palette } from './palette'
import { widthOf, wrapped } from './text-width'

const font = `system-ui, 'Segoe UI', Roboto, 'Noto Sans', Arial, sans-serif`
const headHeight = 64

/** Characters that XML does not allow, lone halves of pairs among them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken away
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu
const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

export const escapeXml = (text: string) =>
  text.replace(notXml, '�').replace(/[&<>"']/g, (character) => escapes[character] ?? '')

interface TextOptions {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly fill: string
  readonly weight?: number
  readonly anchor?: 'end'
}

function textElement(text: string, { x, y, size, fill, weight, anchor }: TextOptions): string {
  const more = `${weight ? ` font-weight="${weight}"` : ''}${anchor ? ` text-anchor="${anchor}"` : ''}`
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${more}>${escapeXml(text)}</text>`
}

function oneLine(text: string, size: number, width: number): string {
  return wrapped(text, { size }, width, 1)[0] ?? ''
}

function card({ node, lines, x, y, height }: Box, colours: Palette): string {
  const { card: fill, edge, text, quiet, gap, gapCard, gapEdge } = colours
  const left = x + 12
  if (node.type !== 'record') {
    const words =
      node.type === 'group'
        ? groupText(node.list, node.total)
        : node.type === 'more'
          ? moreText(node.list, node.left)
          : ''
    return [
      `<rect x="${x}" y="${y}" width="${cardWidth}" height="${height}" rx="8" fill="none" stroke="${edge}"/>`,
      textElement(oneLine(words, 12, textWidth), { x: left, y: y + 21, size: 12, fill: quiet }),
    ].join('')
  }
  const { record, list, isHidden } = node
  const out = [
    `<rect x="${x}" y="${y}" width="${cardWidth}" height="${height}" rx="8" fill="${fill}" stroke="${record.gap === null ? edge : gapEdge}"/>`,
  ]
  let at = y + parts.padding
  out.push(textElement(oneLine(kindText(node), 11, textWidth - 50), { x: left, y: at + 12, size: 11, fill: quiet }))
  const side = scoreText(record)
  if (side !== '') {
    const shown = oneLine(side, 11, 120)
    out.push(textElement(shown, { x: x + cardWidth - 12, y: at + 12, size: 11, fill: quiet, anchor: 'end' }))
  }
  at += parts.kind
  for (const line of lines) {
    out.push(
      textElement(line, {
        ...{ x: left, y: at + 13, size: 13 },
        ...(isHidden ? { fill: quiet } : { fill: text, weight: record.kind === 'feedback' ? 400 : 600 }),
      }),
    )
    at += parts.title
  }
  const notes = [
    figuresText(record),
    record.through === null ? '' : throughText(record.through),
    elsewhereText(list, record.elsewhere),
  ]
  for (const note of notes.filter((each) => each !== '')) {
    out.push(textElement(oneLine(note, 11.5, textWidth), { x: left, y: at + 12, size: 11.5, fill: quiet }))
    at += parts.line
  }
  if (record.gap !== null) {
    const words = gapWords[record.gap]
    out.push(
      `<rect x="${left}" y="${at + 3}" width="${Math.round(widthOf(words, { size: 11.5, isBold: true }) + 30)}" height="19" rx="4" fill="${gapCard}"/>`,
      `<path d="M${left + 12} ${at + 7}l5.5 10h-11zm0 3.6v2.6m0 1.9v.2" fill="none" stroke="${gap}" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round"/>`,
      textElement(words, { x: left + 23, y: at + 16.5, size: 11.5, fill: gap, weight: 500 }),
    )
  }
  return out.join('')
}

interface DrawingOptions {
  readonly colours: Palette
  /** "Evidence map of Juniper Bikes". */
  readonly title: string
  /** What is shown, and the date. */
  readonly note: string
}

export function drawingOf(layout: Layout, { colours, title, note }: DrawingOptions): string {
  const width = Math.max(layout.width, 760)
  const height = layout.height + headHeight
  const { canvas, text, quiet, line } = colours
  const legend = [
    `<path d="M${width - margin - 320} 33h26" stroke="${line}" stroke-width="1.4"/>`,
    textElement('Linked', { x: width - margin - 288, y: 37, size: 11.5, fill: quiet }),
    `<path d="M${width - margin - 232} 33h26" stroke="${line}" stroke-width="1.4" stroke-dasharray="4 4"/>`,
    textElement(inferredText, { x: width - margin - 200, y: 37, size: 11.5, fill: quiet }),
  ]
  const room = width - 2 * margin - 340
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escapeXml(font)}">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${canvas}"/>`,
    textElement(oneLine(title, 16, room), { x: margin, y: 36, size: 16, fill: text, weight: 600 }),
    textElement(oneLine(note, 11.5, room), { x: margin, y: 54, size: 11.5, fill: quiet }),
    ...legend,
    `<g transform="translate(0 ${headHeight})">`,
    ...layout.edges.map(
      ({ path, isInferred }) =>
        `<path d="${path}" fill="none" stroke="${line}" stroke-width="1.4"${isInferred ? ' stroke-dasharray="4 4"' : ''}/>`,
    ),
    ...layout.boxes.map((box) => card(box, colours)),
    '</g></svg>',
  ].join('')
}
