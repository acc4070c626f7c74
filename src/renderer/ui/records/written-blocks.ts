// What is plain in a text that somebody wrote with marks: headings, lists, code, emphasis. Read into parts which the page
// draws as elements of its own, so nothing of the text is ever taken for HTML; links and images stay the text they are.
// Whatever is not plainly one of these stays as it was written.

export interface Span {
  readonly kind: 'text' | 'strong' | 'emphasis' | 'code'
  readonly text: string
}

/** With the number that was written: what stands between two items begins a new list, but no new count. */
export interface NumberedItem {
  readonly number: number
  readonly spans: readonly Span[]
}

export type Block =
  | { readonly kind: 'heading'; readonly spans: readonly Span[] }
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  | { readonly kind: 'list'; readonly isNumbered: false; readonly items: readonly (readonly Span[])[] }
  | { readonly kind: 'list'; readonly isNumbered: true; readonly items: readonly NumberedItem[] }
  | { readonly kind: 'code'; readonly text: string }

const heading = /^#{1,6}[ \t]+(\S.*)$/
const bullet = /^[ \t]{0,3}[-*+][ \t]+(\S.*)$/
const numbered = /^[ \t]{0,3}(?<number>\d{1,3})[.)][ \t]+(?<step>\S.*)$/
const fence = /^```/

// Each mark touches what it marks, and none reaches beyond its line. No two parts can match the same way, so the time it
// takes grows with the text and no faster.
const marked = /`([^`\n]+)`|\*\*([^\s*][^*\n]*)\*\*|(?<![\p{L}\p{N}*])\*([^\s*][^*\n]*)\*(?![\p{L}\p{N}*])/gu

export function readSpans(text: string): readonly Span[] {
  const spans: Span[] = []
  let end = 0
  for (const match of text.matchAll(marked)) {
    const [whole, code, strong, emphasis] = match
    const inner = code ?? strong ?? emphasis ?? ''
    if (code === undefined && inner.endsWith(' ')) continue
    if (match.index > end) spans.push({ kind: 'text', text: text.slice(end, match.index) })
    spans.push({ kind: code !== undefined ? 'code' : strong !== undefined ? 'strong' : 'emphasis', text: inner })
    end = match.index + whole.length
  }
  if (end < text.length) spans.push({ kind: 'text', text: text.slice(end) })
  return spans
}

/** A part that goes on over lines, before it is known where it ends. */
interface Open {
  readonly kind: 'paragraph' | 'bullets' | 'numbers' | 'code'
  readonly lines: string[]
}

function closed({ kind, lines }: Open): readonly Block[] {
  if (kind === 'code') return [{ kind, text: lines.join('\n') }]
  if (lines.length === 0) return []
  if (kind === 'paragraph') return [{ kind, spans: readSpans(lines.join('\n')) }]
  if (kind === 'bullets') return [{ kind: 'list', isNumbered: false, items: lines.map(readSpans) }]
  return [{ kind: 'list', isNumbered: true, items: lines.map(readNumbered) }]
}

function readNumbered(line: string): NumberedItem {
  const { number, step = '' } = numbered.exec(line)?.groups ?? {}
  return { number: Number(number), spans: readSpans(step) }
}

export function readBlocks(text: string): readonly Block[] {
  const blocks: Block[] = []
  let open: Open = { kind: 'paragraph', lines: [] }
  const begin = (kind: Open['kind']) => {
    blocks.push(...closed(open))
    open = { kind, lines: [] }
  }
  const add = (kind: Open['kind'], line: string) => {
    if (open.kind !== kind) begin(kind)
    open.lines.push(line)
  }
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (fence.test(line)) begin(open.kind === 'code' ? 'paragraph' : 'code')
    else if (open.kind === 'code') open.lines.push(line)
    else {
      const [title, point] = [heading, bullet].map((shape) => shape.exec(line)?.[1])
      if (title !== undefined) {
        begin('paragraph')
        blocks.push({ kind: 'heading', spans: readSpans(title) })
      } else if (point !== undefined) add('bullets', point)
      else if (numbered.test(line)) add('numbers', line)
      else if (line.trim() === '') begin('paragraph')
      else add('paragraph', line)
    }
  }
  begin('paragraph')
  return blocks
}
