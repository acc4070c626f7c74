// The drawing, as a tree to navigate: one node has the focus, and arrow keys follow the ARIA tree pattern. Cards are HTML, so
// that text is cut, marked and read as elsewhere; the lines behind them are SVG.
import { VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBulb,
  IconChevronRight,
  IconEyeOff,
  IconMessages,
  IconPlus,
  IconPuzzle,
  IconRefresh,
  IconStack2,
  IconTargetArrow,
  IconTelescope,
} from '@tabler/icons-react'
import { type KeyboardEvent, memo, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { MapKind } from '../../../contract/features/map'
import { clickedBy } from '../../records/use-details-region'
import { Marked } from '../../ui/Marked'
import { anchorOf, type Box, cardWidth, columnGap, type Layout, margin } from './layout'
import classes from './map.module.css'
import {
  elsewhereText,
  figuresText,
  gapWords,
  kindText,
  labelOf,
  scoreText,
  scoreWords,
  throughText,
  titleOf,
} from './map-words'
import type { MapNode, RecordNode } from './outline'

const icons: Readonly<Record<MapKind, typeof IconBulb>> = {
  outcome: IconTargetArrow,
  opportunity: IconTelescope,
  solution: IconPuzzle,
  insight: IconBulb,
  feedback: IconMessages,
}

interface TreeActions {
  readonly activate: (key: string) => void
  /** Opens the record, the rest of a branch, or the level below. */
  readonly open: (node: MapNode, by: 'pointer' | 'keyboard') => void
  readonly setExpanded: (node: MapNode, isExpanded: boolean) => void
}

interface MapTreeProps extends TreeActions {
  readonly layout: Layout
  readonly zoom: number
  readonly isReading: boolean
  readonly activeKey: string | null
  /** Key of the open record. */
  readonly openKey: string | null
  readonly tree: RefObject<HTMLDivElement | null>
}

/** The node that a key moves to; null: the key moves nothing. */
export function nodeAfter(nodes: readonly MapNode[], from: number, key: string): MapNode | null {
  const node = nodes[from]
  switch (key) {
    case 'ArrowDown':
      return nodes[from + 1] ?? null
    case 'ArrowUp':
      return nodes[from - 1] ?? null
    case 'ArrowRight':
      return node?.isExpanded === true ? (nodes[from + 1] ?? null) : null
    case 'ArrowLeft':
      return node?.isExpanded === true ? null : (nodes.find(({ key: own }) => own === node?.parent) ?? null)
    case 'Home':
      return nodes[0] ?? null
    case 'End':
      return nodes.at(-1) ?? null
    default:
      return null
  }
}

const treeKeys = new Set(['ArrowDown', 'ArrowUp', 'ArrowRight', 'ArrowLeft', 'Home', 'End', 'Enter', ' '])

export function MapTree(props: MapTreeProps) {
  const { layout, zoom, isReading, activeKey, openKey, tree, activate, open, setExpanded } = props
  const nodes = layout.boxes.map(({ node }) => node)

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !treeKeys.has(event.key)) return
    const from = nodes.findIndex(({ key }) => key === activeKey)
    const node = nodes[from]
    if (node === undefined) return
    event.preventDefault()
    if (event.key === 'Enter') open(node, 'keyboard')
    else if (event.key === ' ') {
      if (node.isExpanded === null) open(node, 'keyboard')
      else setExpanded(node, !node.isExpanded)
    } else {
      const next = nodeAfter(nodes, from, event.key)
      if (next !== null) activate(next.key)
      else if (event.key === 'ArrowRight' && node.isExpanded === false) setExpanded(node, true)
      else if (event.key === 'ArrowLeft' && node.isExpanded === true) setExpanded(node, false)
    }
  }

  return (
    <div className={classes.sheet} style={{ width: layout.width * zoom, height: layout.height * zoom }}>
      <div
        className={classes.scaled}
        style={{ width: layout.width, height: layout.height, transform: `scale(${zoom})` }}
      >
        <Edges layout={layout} />
        <div
          ref={tree}
          role="tree"
          aria-label="Map"
          aria-busy={isReading}
          className={classes.tree}
          onKeyDown={onKeyDown}
        >
          {layout.boxes.map((box) => (
            <Card
              key={box.node.key}
              box={box}
              isActive={box.node.key === activeKey}
              isOpen={box.node.key === openKey}
              actions={{ activate, open, setExpanded }}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

const Edges = memo(function Edges({ layout: { edges, width, height } }: { readonly layout: Layout }) {
  return (
    <svg className={classes.edges} width={width} height={height} aria-hidden>
      {edges.map(({ key, path, isInferred }) => (
        <path key={key} d={path} data-inferred={isInferred || undefined} />
      ))}
    </svg>
  )
})

interface CardProps {
  readonly box: Box
  readonly isActive: boolean
  readonly isOpen: boolean
  readonly actions: TreeActions
}

function Card({ box: { node, lines, x, y, height }, isActive, isOpen, actions }: CardProps) {
  const { type, level, position, siblings, isExpanded } = node
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree hears the keys
    <div
      role="treeitem"
      tabIndex={isActive ? 0 : -1}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isOpen}
      {...(isExpanded === null ? {} : { 'aria-expanded': isExpanded })}
      data-key={node.key}
      data-type={type}
      data-gap={(type === 'record' && node.record.gap) || undefined}
      data-path={(type === 'record' && !node.record.matches) || undefined}
      className={classes.card}
      style={{ transform: `translate(${x}px, ${y}px)`, width: cardWidth, height }}
      onFocus={() => actions.activate(node.key)}
      onClick={(event) => actions.open(node, clickedBy(event))}
    >
      {/* Its accessible name: the whole card in words. */}
      <VisuallyHidden>{labelOf(node)}</VisuallyHidden>
      <span className={classes.content} aria-hidden>
        {node.type === 'record' ? <RecordCard node={node} lines={lines} /> : <NarrowCard node={node} />}
      </span>
      {isExpanded !== null && (
        <span
          className={classes.toggle}
          data-expanded={isExpanded || undefined}
          style={{ top: anchorOf(node) - 1 }}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation()
            actions.setExpanded(node, !isExpanded)
          }}
        >
          <IconChevronRight size={14} stroke={2} />
        </span>
      )}
    </div>
  )
}

function NarrowCard({ node }: { readonly node: Exclude<MapNode, RecordNode> }) {
  const Icon = { group: IconStack2, more: IconPlus, failed: IconRefresh }[node.type]
  return (
    <span className={classes.narrow}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {labelOf(node)}
    </span>
  )
}

function RecordCard({ node, lines }: { readonly node: RecordNode; readonly lines: readonly string[] }) {
  const { record, list, isHidden } = node
  const Icon = icons[record.kind]
  const score = scoreText(record)
  return (
    <>
      <span className={classes.kind}>
        <Icon size={13} stroke={1.8} aria-hidden />
        <span className={classes.kindText}>{kindText(node)}</span>
        {score !== '' && (
          <span className={classes.score} title={scoreWords(record.kind)}>
            {score}
          </span>
        )}
      </span>
      <span className={classes.title} data-kind={record.kind} dir="auto">
        {isHidden ? (
          <span className={classes.hidden}>
            <IconEyeOff size={13} stroke={1.8} aria-hidden /> {titleOf(node)}
          </span>
        ) : (
          lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
            <span key={index}>
              <Marked text={line} />
            </span>
          ))
        )}
      </span>
      <span className={classes.line}>{figuresText(record)}</span>
      {record.through !== null && (
        <span className={classes.line}>
          <span className={classes.dash} aria-hidden />
          {throughText(record.through)}
        </span>
      )}
      {record.elsewhere > 0 && <span className={classes.line}>{elsewhereText(list, record.elsewhere)}</span>}
      {record.gap !== null && (
        <span className={classes.gap}>
          <IconAlertTriangle size={13} stroke={1.8} aria-hidden />
          {gapWords[record.gap]}
        </span>
      )}
    </>
  )
}

export const cardIn = (tree: HTMLElement | null, key: string) =>
  [...(tree?.children ?? [])].find(
    (card): card is HTMLElement => card instanceof HTMLElement && card.dataset.key === key,
  )

/** Keeps the open card in sight when the details beside the map open or widen. */
export function useCardInSight(
  scroller: RefObject<HTMLElement | null>,
  tree: RefObject<HTMLElement | null>,
  openKey: string | null,
) {
  useEffect(() => {
    if (scroller.current === null || openKey === null) return
    const observer = new ResizeObserver(() =>
      cardIn(tree.current, openKey)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [scroller, tree, openKey])
}

/** Keeps the active card in place when everything around it moves, and shows a level that was just opened. */
export function useSteadyScroll(
  scroller: RefObject<HTMLElement | null>,
  layout: Layout | null,
  zoom: number,
  active: string | null,
) {
  const before = useRef<{ readonly layout: Layout; readonly zoom: number } | null>(null)
  useLayoutEffect(() => {
    const room = scroller.current
    const last = before.current
    before.current = layout === null ? null : { layout, zoom }
    if (room === null || layout === null || last === null || last.layout === layout) return
    const find = (of: Layout) => of.boxes.find(({ node }) => node.key === active)
    const [was, is] = [find(last.layout), find(layout)]
    if (was === undefined || is === undefined) return
    room.scrollTop += is.y * zoom - was.y * last.zoom
    const isJustOpened = was.node.isExpanded === false && is.node.isExpanded === true
    const right = (is.x + 2 * cardWidth + columnGap + margin) * zoom
    if (isJustOpened && right > room.scrollLeft + room.clientWidth) {
      room.scrollLeft = Math.min(right - room.clientWidth, is.x * zoom - margin)
    }
  }, [layout, zoom, active, scroller])
}
