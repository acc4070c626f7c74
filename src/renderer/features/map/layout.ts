// The position of each node: one column per level, from left to right. The first record below another stands beside it, the
// others below that one, so that each column reads from the top and lines never cross. Pure; in CSS pixels.
import type { MapRecord } from '../../../contract/features/map'
import { hiddenContent } from '../../../contract/features/record-words'
import { shownTitle } from '../../records/record-words'
import type { MapNode } from './outline'
import { measureOnScreen, type TextStyle, wrapped } from './text-width'

export const cardWidth = 260
export const columnGap = 46
const rowGap = 10
/** Between nodes with different parents. */
const branchGap = 26
export const margin = 24

/** Height of each part of a card. */
export const parts = { padding: 9, kind: 18, title: 18, line: 17, gap: 25, narrow: 34 } as const
/** Most lines of a title; customers' words may take one more. */
const titleLines = { record: 2, feedback: 3 } as const
export const textWidth = cardWidth - 24
/** Leaves room for the button on the edge. */
const titleWidth = textWidth - 10
const titleStyle = ({ kind }: MapRecord): TextStyle => ({ size: 13, isBold: kind !== 'feedback' })

export interface Box {
  readonly node: MapNode
  /** Lines of a record's title. */
  readonly lines: readonly string[]
  readonly x: number
  readonly y: number
  readonly height: number
}

export interface Edge {
  readonly key: string
  /** Linked through shared insights. */
  readonly isInferred: boolean
  readonly path: string
}

export interface Layout {
  readonly boxes: readonly Box[]
  readonly edges: readonly Edge[]
  readonly width: number
  readonly height: number
}

/** Breaks a title into lines, drawn as they are: a browser would sometimes break them elsewhere. */
type BreakTitle = (record: MapRecord) => readonly string[]

const mostLines = ({ kind }: MapRecord) => (kind === 'feedback' ? titleLines.feedback : titleLines.record)

export const linesInFile: BreakTitle = (record) =>
  wrapped(shownTitle(record), titleStyle(record), titleWidth, mostLines(record))

/** Lines by record: records stay the same objects while on screen, however often the map is drawn. */
const broken = new WeakMap<MapRecord, readonly string[]>()

export const linesOnScreen: BreakTitle = (record) => {
  const known = broken.get(record)
  if (known !== undefined) return known
  const lines = wrapped(shownTitle(record), titleStyle(record), titleWidth, mostLines(record), measureOnScreen)
  broken.set(record, lines)
  return lines
}

function heightOf(node: MapNode, lines: readonly string[]): number {
  if (node.type !== 'record') return parts.narrow
  const { record } = node
  const extra = (record.through === null ? 0 : 1) + (record.elsewhere === 0 ? 0 : 1)
  return (
    2 * parts.padding +
    parts.kind +
    lines.length * parts.title +
    parts.line +
    extra * parts.line +
    (record.gap === null ? 0 : parts.gap)
  )
}

/** Distance from the top of a node to its lines and to the button that opens it. */
export const anchorOf = (node: MapNode) => (node.type === 'record' ? 30 : parts.narrow / 2)

interface Item {
  readonly node: MapNode
  readonly lines: readonly string[]
  readonly height: number
  readonly children: Item[]
  y: number
}

interface Column {
  /** Bottom of the column's last node. */
  bottom: number
  parent: string | null
}

/** Places an item at `least` or below, with everything under it. Columns are filled from the top, one item after another. */
function place(item: Item, columns: Column[], least: number): void {
  const { node, height, children } = item
  const index = node.level - 1
  const column = columns[index] ?? { bottom: margin - rowGap, parent: node.parent }
  const gap = column.parent === node.parent ? rowGap : branchGap
  item.y = Math.max(least, column.bottom + gap)
  columns[index] = { bottom: item.y + height, parent: node.parent }
  const [first, ...others] = children
  if (first === undefined) return
  const offset = anchorOf(node) - anchorOf(first.node)
  place(first, columns, item.y + offset)
  // The next column may be filled further down: the first child then takes its parent along.
  item.y = Math.max(item.y, first.y - offset)
  columns[index] = { bottom: item.y + height, parent: node.parent }
  for (const other of others) place(other, columns, 0)
}

export function layOut(nodes: readonly MapNode[], breakTitle: BreakTitle): Layout {
  const tops: Item[] = []
  const items = new Map<string, Item>()
  for (const node of nodes) {
    const lines = node.type !== 'record' ? [] : node.isHidden ? [hiddenContent] : breakTitle(node.record)
    const item: Item = { node, lines, height: heightOf(node, lines), children: [], y: 0 }
    items.set(node.key, item)
    const above = node.parent === null ? tops : items.get(node.parent)?.children
    above?.push(item)
  }
  const columns: Column[] = []
  for (const top of tops) place(top, columns, 0)

  const xOf = ({ level }: MapNode) => margin + (level - 1) * (cardWidth + columnGap)
  const boxes = [...items.values()].map(({ node, lines, y, height }): Box => ({ node, lines, x: xOf(node), y, height }))
  const edges = [...items.values()].flatMap(({ node, y }): Edge[] => {
    const above = node.parent === null ? undefined : items.get(node.parent)
    if (above === undefined) return []
    const [x, fromX] = [xOf(node), xOf(node) - columnGap]
    const [fromY, toY] = [above.y + anchorOf(above.node), y + anchorOf(node)]
    const bend = x - columnGap / 2
    const isInferred = node.type === 'record' && node.record.through !== null
    return [{ key: node.key, isInferred, path: `M${fromX} ${fromY}C${bend} ${fromY} ${bend} ${toY} ${x} ${toY}` }]
  })
  return {
    boxes,
    edges,
    width: boxes.reduce((most, { x }) => Math.max(most, x + cardWidth), margin) + margin,
    height: boxes.reduce((most, { y, height }) => Math.max(most, y + height), margin) + margin,
  }
}
