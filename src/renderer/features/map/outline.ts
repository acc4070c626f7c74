// The map as a flat outline in reading order: the visible nodes, their levels, and the branches still to be read. Pure: made
// from the data read so far and the nodes that the person opened.
import type { MapBranch, MapFilter, MapList, MapRecord, MapTop } from '../../../contract/features/map'

/** Records of a branch shown at first, and added each time. */
export const firstShown = 8
const moreShown = 24

/** Nodes that lead to matches open by themselves, up to this many: a common word must not open the whole map. */
const mostOpened = 40

export interface BranchAsk {
  readonly list: MapList
  /** null: the whole workspace. */
  readonly of: string | null
  readonly filter: MapFilter
  readonly limit: number
}

/** undefined: not read yet. */
type ReadBranch = (ask: BranchAsk) => MapBranch | 'failed' | undefined

interface Placed {
  /** Unique, and a prefix of the keys of all nodes below. */
  readonly key: string
  readonly parent: string | null
  /** Counts from 1. */
  readonly level: number
  /** Place among the nodes of the same parent, from 1, and their number. */
  readonly position: number
  readonly siblings: number
  /** null: it has nothing below. */
  readonly isExpanded: boolean | null
}

export interface RecordNode extends Placed {
  readonly type: 'record'
  readonly list: MapList
  readonly record: MapRecord
  readonly isHidden: boolean
}

export type MoreNode = Extract<MapNode, { readonly type: 'more' }>

export type MapNode =
  | RecordNode
  | (Placed & { readonly type: 'group'; readonly list: MapList; readonly total: number })
  /** The rest of a branch; `limit`: how many are shown once it opens, null: no more can be read. */
  | (Placed & { readonly type: 'more'; readonly list: MapList; readonly left: number; readonly limit: number | null })
  | (Placed & { readonly type: 'failed'; readonly list: MapList })

export interface Outline {
  readonly nodes: readonly MapNode[]
  /** Branches on screen, read or not. */
  readonly asked: readonly BranchAsk[]
  readonly isComplete: boolean
}

export interface OutlineInput {
  readonly top: MapTop
  readonly read: ReadBranch
  readonly filter: MapFilter
  /** Nodes that the person opened or closed, by key. */
  readonly opened: ReadonlyMap<string, boolean>
  /** How many records of a branch are shown, by its key. */
  readonly limits: ReadonlyMap<string, number>
  readonly isRevealed: (id: string) => boolean
  /** Most records that can be read of a branch. */
  readonly most: number
}

type Unplaced<Node> = Node extends MapNode ? Omit<Node, 'position' | 'siblings'> : never

const isFiltering = ({ text, kinds, onlyGaps, onlyUnseen }: MapFilter) =>
  text.trim() !== '' || kinds.length > 0 || onlyGaps || onlyUnseen

/** Below a search match, every record that passes the other filters is shown. */
const filterBelow = (filter: MapFilter, { matches }: MapRecord) => (matches ? { ...filter, text: '' } : filter)

export function outlineOf({ top, read, filter, opened, limits, isRevealed, most }: OutlineInput): Outline {
  const nodes: MapNode[] = []
  const asked: BranchAsk[] = []
  let isComplete = true
  let openedByItself = 0

  function isOpen(key: string, byItself: boolean): boolean {
    const chosen = opened.get(key)
    if (chosen !== undefined) return chosen
    if (!byItself || openedByItself >= mostOpened) return false
    openedByItself += 1
    return true
  }

  interface Above {
    readonly key: string
    readonly level: number
    readonly of: string | null
    readonly filter: MapFilter
    readonly isHidden: boolean
    /** On the path of first records: an untouched map shows one path through it. */
    readonly isFirst: boolean
  }

  interface Item {
    readonly node: Unplaced<MapNode>
    /** Places everything below it. */
    readonly below: () => void
  }

  /** Places the nodes of one parent together, each followed by everything below it. */
  function place(items: readonly Item[]): void {
    for (const [index, { node, below }] of items.entries()) {
      nodes.push({ ...node, position: index + 1, siblings: items.length } as MapNode)
      below()
    }
  }

  function itemsOf(list: MapList, above: Above): Item[] {
    const branchKey = `${above.key}/${list}`
    const limit = limits.get(branchKey) ?? firstShown
    const ask = { list, of: above.of, filter: above.filter, limit }
    asked.push(ask)
    const branch = read(ask)
    const common = { parent: above.level === 0 ? null : above.key, level: above.level + 1, isExpanded: null, list }
    if (branch === undefined) {
      isComplete = false
      return []
    }
    if (branch === 'failed') {
      return [{ node: { ...common, type: 'failed', key: `${branchKey}!` }, below: () => undefined }]
    }
    const items: Item[] = branch.records.map((record, index) => itemOf(record, { ...common, branchKey }, above, index))
    const left = branch.total - branch.records.length
    if (left > 0) {
      const next = limit < most ? Math.min(most, limit + moreShown) : null
      items.push({
        node: { ...common, type: 'more', key: `${branchKey}+`, left, limit: next },
        below: () => undefined,
      })
    }
    return items
  }

  function itemOf(
    record: MapRecord,
    { branchKey, ...common }: { branchKey: string; parent: string | null; level: number; list: MapList },
    above: Above,
    index: number,
  ): Item {
    const key = `${branchKey}:${record.id}`
    // Feedback belongs to the content of its insight.
    const isHidden = (record.hideContent && !isRevealed(record.id)) || (record.kind === 'feedback' && above.isHidden)
    const isFirst = above.isFirst && index === 0 && record.kind !== 'insight' && !isFiltering(filter)
    const isExpanded = record.below.length === 0 ? null : isOpen(key, isFirst || !record.matches)
    return {
      node: { ...common, type: 'record', key, record, isHidden, isExpanded },
      below: () => {
        if (isExpanded !== true) return
        const own = {
          ...{ key, level: common.level, of: record.id, isHidden, isFirst },
          filter: filterBelow(above.filter, record),
        }
        placeLists(record.below, own)
      },
    }
  }

  /** Records of main lists follow at once; any other list becomes a group. */
  function placeLists(lists: MapTop['below'], above: Above): void {
    const items = lists.flatMap(({ list, total }) => {
      if (mainLists.has(list)) return itemsOf(list, above)
      const key = `${above.key}/${list}`
      const isExpanded = isOpen(key, isFiltering(above.filter) && lists.length === 1)
      const common = { parent: above.level === 0 ? null : above.key, level: above.level + 1, list, total }
      return [
        {
          node: { ...common, type: 'group' as const, key, isExpanded },
          below: () => {
            if (isExpanded) place(itemsOf(list, { ...above, key, level: above.level + 1, isFirst: false }))
          },
        },
      ]
    })
    place(items)
  }

  placeLists(top.below, { key: '', level: 0, of: null, filter, isHidden: false, isFirst: true })
  return { nodes, asked, isComplete }
}

/** Lists whose records follow their parent without a group between. */
const mainLists: ReadonlySet<MapList> = new Set([
  'goals',
  'goalOpportunities',
  'opportunitySolutions',
  'solutionInsights',
  'insightFeedback',
])
