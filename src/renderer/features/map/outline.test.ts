// The visible nodes of the map and their places, checked on generated trees.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type MapBranch, type MapKind, type MapList, type MapRecord, noFilter } from '../../../contract/features/map'
import { anchorOf, cardWidth, layOut, linesInFile } from './layout'
import { nodeAfter } from './MapTree'
import { firstShown, type MapNode, type OutlineInput, outlineOf } from './outline'

const listOf: Readonly<Record<MapKind, MapList | null>> = {
  outcome: 'goalOpportunities',
  opportunity: 'opportunitySolutions',
  solution: 'solutionInsights',
  insight: 'insightFeedback',
  feedback: null,
}
const childKind: Readonly<Record<MapKind, MapKind>> = {
  outcome: 'opportunity',
  opportunity: 'solution',
  solution: 'insight',
  insight: 'feedback',
  feedback: 'feedback',
}

interface Tree {
  readonly record: MapRecord
  readonly children: readonly Tree[]
}

function recordOf(kind: MapKind, id: string, children: number, changes: Partial<MapRecord> = {}): MapRecord {
  const list = listOf[kind]
  return {
    ...{ kind, id, title: `The ${kind} ${id}`, hideContent: false, status: null, score: null, at: null, gap: null },
    ...{ insights: 1, unseen: 0, feedback: 1, recent: 0, elsewhere: 0, matches: true },
    through: kind === 'opportunity' || kind === 'solution' ? 2 : null,
    below: list === null || children === 0 ? [] : [{ list, total: children }],
    ...changes,
  }
}

/** The children of a record, each as the list of its own children, down to feedback. */
const shapes = [4, 6, 6, 12].reduce<fc.Arbitrary<unknown[]>>(
  (below, maxLength) => fc.array(below, { maxLength }),
  fc.array(fc.constant([]), { maxLength: 10 }),
)

/** Goals with records below them, down to feedback, each with an id of its own. */
function treesOf(shapes: readonly unknown[], kind: MapKind = 'outcome', id = 'r'): Tree[] {
  return shapes.map((children, index) => {
    const own = `${id}${index}.`
    const below = kind === 'feedback' ? [] : treesOf(children as unknown[], childKind[kind], own)
    return {
      record: recordOf(kind, own, below.length, { hideContent: index % 3 === 1 && kind !== 'feedback' }),
      children: below,
    }
  })
}

function inputOf(trees: readonly Tree[], changes: Partial<OutlineInput> = {}): OutlineInput {
  const all = new Map<string | null, readonly Tree[]>([[null, trees]])
  const add = ({ record, children }: Tree) => {
    all.set(record.id, children)
    children.forEach(add)
  }
  trees.forEach(add)
  return {
    top: {
      below: trees.length === 0 ? [] : [{ list: 'goals', total: trees.length }],
      ...{ gaps: { noOpportunities: 0, noSolutions: 0, notFresh: 0 }, matching: 0, all: 0 },
    },
    read({ of, limit }): MapBranch {
      const found = all.get(of) ?? []
      return { records: found.slice(0, limit).map(({ record }) => record), total: found.length }
    },
    ...{ filter: noFilter, opened: new Map(), limits: new Map(), isRevealed: () => false, most: 500 },
    ...changes,
  }
}

const idsIn = (nodes: readonly MapNode[]) => nodes.map((node) => (node.type === 'record' ? node.record.id : node.key))

it('lists the nodes of open branches in reading order, with level and position among siblings', () => {
  fc.assert(
    fc.property(shapes, fc.infiniteStream(fc.boolean()), (children, coins) => {
      const trees = treesOf(children)
      const opened = new Map<string, boolean>()
      const expected: { id: string; level: number; position: number; siblings: number }[] = []
      const visit = (list: MapList, children: readonly Tree[], level: number, way: string) => {
        const shown = children.slice(0, firstShown)
        const siblings = shown.length + (children.length > firstShown ? 1 : 0)
        shown.forEach(({ record, children: below }, index) => {
          expected.push({ id: record.id, level, position: index + 1, siblings })
          const key = `${way}/${list}:${record.id}`
          const isOpen = coins.next().value
          opened.set(key, isOpen)
          const next = listOf[record.kind]
          if (isOpen && below.length > 0 && next !== null) visit(next, below, level + 1, key)
        })
        if (children.length > firstShown) {
          expected.push({ id: `${way}/${list}+`, level, position: siblings, siblings })
        }
      }
      visit('goals', trees, 1, '')
      const { nodes, isComplete } = outlineOf(inputOf(trees, { opened }))
      expect(isComplete).toBe(true)
      const found = nodes.map((node, index) => {
        const { level, position, siblings } = node
        return { id: idsIn(nodes)[index], level, position, siblings }
      })
      expect(found).toEqual(expected)
    }),
    { numRuns: 60 },
  )
})

it('draws every node once without overlap, children to the right, with one line to each child', () => {
  fc.assert(
    fc.property(shapes, (children) => {
      const trees = treesOf(children)
      const opened = { get: () => true } as unknown as ReadonlyMap<string, boolean>
      const { nodes } = outlineOf(inputOf(trees, { opened }))
      const { boxes, edges, width, height } = layOut(nodes, linesInFile)
      expect(boxes.map(({ node }) => node)).toEqual(nodes)
      const byKey = new Map(boxes.map((box) => [box.node.key, box]))
      for (const box of boxes) {
        expect(box.x >= 0 && box.y >= 0 && box.x + cardWidth <= width && box.y + box.height <= height).toBe(true)
        const parent = byKey.get(box.node.parent ?? '')
        if (parent === undefined) continue
        expect(box.x).toBeGreaterThan(parent.x + cardWidth)
        const offset = box.y + anchorOf(box.node) - parent.y - anchorOf(parent.node)
        if (box.node.position === 1) expect(offset).toBe(0)
        else expect(offset).toBeGreaterThan(0)
      }
      for (const x of new Set(boxes.map((box) => box.x))) {
        const column = boxes.filter((box) => box.x === x)
        for (const [index, box] of column.entries()) {
          const above = column[index - 1]
          if (above !== undefined) expect(box.y).toBeGreaterThan(above.y + above.height)
        }
      }
      expect(edges.map(({ key }) => key).toSorted()).toEqual(
        nodes.flatMap(({ key, parent }) => (parent === null ? [] : [key])).toSorted(),
      )
      for (const { key, isInferred } of edges) {
        const node = byKey.get(key)?.node
        expect(isInferred).toBe(node?.type === 'record' && ['opportunity', 'solution'].includes(node.record.kind))
      }
    }),
    { numRuns: 60 },
  )
})

it('draws nodes of one branch closer together than those of different ones', () => {
  const goals = ['a', 'b'].map((id) => {
    const below = [`${id}1`, `${id}2`].map((own) => ({ record: recordOf('opportunity', own, 0), children: [] }))
    return { record: recordOf('outcome', id, 2), children: below }
  })
  const opened = { get: () => true } as unknown as ReadonlyMap<string, boolean>
  const { boxes } = layOut(outlineOf(inputOf(goals, { opened })).nodes, linesInFile)
  const gaps = boxes
    .filter(({ node }) => node.level === 2)
    .flatMap((box, at, column) => {
      const above = column[at - 1]
      return above === undefined ? [] : [box.y - above.y - above.height]
    })
  expect(gaps).toHaveLength(3)
  const [inFirst = 0, between = 0, inSecond] = gaps
  expect(inFirst).toBe(inSecond)
  expect(inFirst).toBeLessThan(between)
})

it('opens one path through an untouched map: the first of each kind down to an insight', () => {
  const trees = treesOf([[[[[]], [[]]]], [[[]]]])
  const { nodes } = outlineOf(inputOf(trees))
  expect(idsIn(nodes)).toEqual(['r0.', 'r0.0.', 'r0.0.0.', 'r0.0.0.0.', 'r0.0.1.', 'r1.'])
})

it('places a group below its record, and its records below the group', () => {
  const goal = recordOf('outcome', 'g', 0, { below: [{ list: 'goalInsights', total: 1 }] })
  const { nodes } = outlineOf({
    ...inputOf(treesOf([[]])),
    opened: { get: () => true } as unknown as ReadonlyMap<string, boolean>,
    read: ({ list }) => ({ records: [list === 'goals' ? goal : recordOf('insight', 'i', 0)], total: 1 }),
  })
  expect(nodes.map(({ key, parent, level }) => [key, parent, level])).toEqual([
    ['/goals:g', null, 1],
    ['/goals:g/goalInsights', '/goals:g', 2],
    ['/goals:g/goalInsights/goalInsights:i', '/goals:g/goalInsights', 3],
  ])
})

it.each([
  ['opens a group that alone has matches', true, ['loneInsights'], true],
  ['leaves a group among other lists closed', true, ['loneInsights', 'loneSolutions'], false],
  ['leaves a group of a map without filters closed', false, ['loneInsights'], false],
] as const)('%s', (_, onlyGaps, lists, isOpen) => {
  const top = { ...inputOf([]).top, below: lists.map((list) => ({ list, total: 1 })) }
  const { nodes } = outlineOf({ ...inputOf([]), top, filter: { ...noFilter, onlyGaps } })
  expect(nodes[0]).toMatchObject({ type: 'group', isExpanded: isOpen })
})

it('shows the records below a hidden one, except for feedback', () => {
  const [goal] = treesOf([[[[[[]]]]]])
  const opened = { get: () => true } as unknown as ReadonlyMap<string, boolean>
  const hidden = goal && { ...goal, record: { ...goal.record, hideContent: true } }
  const { nodes } = outlineOf(inputOf(hidden === undefined ? [] : [hidden], { opened }))
  expect(nodes.map((node) => node.type === 'record' && [node.record.kind, node.isHidden])).toEqual([
    ['outcome', true],
    ['opportunity', false],
    ['solution', false],
    ['insight', false],
    ['feedback', false],
  ])
})

it('opens nothing by itself below a group that the person opens', () => {
  const [first] = treesOf([[[]]], 'opportunity')
  const { nodes } = outlineOf({
    ...inputOf(first === undefined ? [] : [first]),
    top: { ...inputOf([]).top, below: [{ list: 'loneOpportunities', total: 1 }] },
    opened: new Map([['/loneOpportunities', true]]),
  })
  expect(nodes.map(({ type, isExpanded }) => [type, isExpanded])).toEqual([
    ['group', true],
    ['record', false],
  ])
})

it.each([{ text: 'range' }, { kinds: ['insight' as const] }, { onlyGaps: true }, { onlyUnseen: true }])(
  'opens no path through a map that is filtered: %j',
  (filter) => {
    const trees = treesOf([[[[[]], [[]]]], [[[]]]])
    const { nodes } = outlineOf(inputOf(trees, { filter: { ...noFilter, ...filter } }))
    expect(idsIn(nodes)).toEqual(['r0.', 'r1.'])
  },
)

it('asks only for the branches on screen, and is incomplete until they are read', () => {
  const trees = treesOf([[[]], [[]]])
  const known = inputOf(trees)
  const { asked, isComplete, nodes } = outlineOf({
    ...known,
    read: (ask) => (ask.of === null ? known.read(ask) : undefined),
  })
  expect(asked.map(({ list, of }) => [list, of])).toEqual([
    ['goals', null],
    ['goalOpportunities', 'r0.'],
  ])
  expect(isComplete).toBe(false)
  expect(idsIn(nodes)).toEqual(['r0.', 'r1.'])
})

it('shows a failure in place of a branch that could not be read', () => {
  const known = inputOf(treesOf([[[]]]))
  const { nodes, isComplete } = outlineOf({
    ...known,
    read: (ask) => (ask.of === null ? known.read(ask) : 'failed'),
  })
  expect(isComplete).toBe(true)
  expect(nodes.map(({ type }) => type)).toEqual(['record', 'failed'])
})

it('hides the feedback of a hidden insight until the insight is revealed', () => {
  const goal = recordOf('outcome', 'g', 0, { below: [{ list: 'goalInsights', total: 1 }] })
  const insight = recordOf('insight', 'i', 1, { hideContent: true })
  const lists: Partial<Record<MapList, MapRecord>> = {
    goals: goal,
    goalInsights: insight,
    insightFeedback: recordOf('feedback', 'f', 0),
  }
  const opened = { get: () => true } as unknown as ReadonlyMap<string, boolean>
  const input = inputOf(treesOf([[]]), {
    opened,
    read({ list }) {
      const record = lists[list]
      return { records: record === undefined ? [] : [record], total: 1 }
    },
  })
  const hidden = (isRevealed: OutlineInput['isRevealed']) =>
    outlineOf({ ...input, isRevealed }).nodes.map((node) => node.type === 'record' && node.isHidden)
  expect(hidden(() => false)).toEqual([false, false, true, true])
  expect(hidden((id) => id === 'i')).toEqual([false, false, false, false])
})

it('opens the path to a match, and does not search below the match', () => {
  const filter = { ...noFilter, text: 'range', onlyUnseen: true }
  const asked: unknown[] = []
  const goal = recordOf('outcome', 'g', 1, { matches: false })
  const opportunity = recordOf('opportunity', 'o', 1)
  const input = inputOf([], {
    filter,
    top: { ...inputOf([]).top, below: [{ list: 'goals', total: 1 }] },
    opened: new Map([['/goals:g/goalOpportunities:o', true]]),
    read(ask) {
      asked.push([ask.list, ask.filter.text, ask.filter.onlyUnseen])
      const record = { goals: goal, goalOpportunities: opportunity }[ask.list as 'goals']
      return { records: record === undefined ? [] : [record], total: 1 }
    },
  })
  outlineOf(input)
  expect(asked).toEqual([
    ['goals', 'range', true],
    ['goalOpportunities', 'range', true],
    ['opportunitySolutions', '', true],
  ])
})

it('opens at most forty branches automatically', () => {
  const goals = Array.from({ length: 60 }, (_, index) => ({
    record: recordOf('outcome', `g${index}`, 1, { matches: false }),
    children: [{ record: recordOf('opportunity', `o${index}`, 0), children: [] }],
  }))
  const { nodes } = outlineOf(
    inputOf(goals, { filter: { ...noFilter, onlyGaps: true }, limits: new Map([['/goals', 60]]) }),
  )
  expect(nodes.filter(({ isExpanded }) => isExpanded === true)).toHaveLength(40)
})

it('shows more of a branch in steps, up to the limit of what can be read', () => {
  const trees = treesOf(Array.from({ length: 50 }, () => []))
  const more = (limit?: number) =>
    outlineOf(inputOf(trees, limit ? { limits: new Map([['/goals', limit]]) } : {})).nodes.at(-1)
  expect(more()).toMatchObject({ type: 'more', left: 42, limit: 32 })
  expect(more(32)).toMatchObject({ type: 'more', left: 18, limit: 56 })
  expect(more(56)).toMatchObject({ type: 'record' })
  const many = (limit: number) =>
    outlineOf(inputOf(treesOf(Array.from({ length: 600 }, () => [])), { limits: new Map([['/goals', limit]]) }))
  expect(many(490).nodes.at(-1)).toMatchObject({ type: 'more', left: 110, limit: 500 })
  expect(many(500).nodes.at(-1)).toMatchObject({ type: 'more', left: 100, limit: null })
})

it('moves through the tree with the keys of the ARIA tree pattern', () => {
  const opened = new Map([
    ['/goals:r0.', true],
    ['/goals:r0./goalOpportunities:r0.0.', false],
  ])
  const { nodes } = outlineOf(inputOf(treesOf([[[[]]], []]), { opened }))
  const after = (from: number, key: string) => {
    const node = nodeAfter(nodes, from, key)
    return node && idsIn([node])[0]
  }
  expect(idsIn(nodes)).toEqual(['r0.', 'r0.0.', 'r1.'])
  expect(['ArrowDown', 'ArrowRight', 'End'].map((key) => after(0, key))).toEqual(['r0.0.', 'r0.0.', 'r1.'])
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp'].map((key) => after(1, key))).toEqual(['r0.', null, 'r0.'])
  expect(['ArrowLeft', 'Home', 'ArrowDown'].map((key) => after(2, key))).toEqual([null, 'r0.', null])
})
