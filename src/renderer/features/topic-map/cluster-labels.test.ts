import { expect, it } from 'vitest'
import { mapSize, noCluster } from '../../../contract/features/topic-map'
import { type NamedCluster, namedClusters, placedLabels } from './cluster-labels'
import { type Camera, toMap, wholeMap } from './map-geometry'

const size = { width: 400, height: 300 }

/** A cluster of ten letters, 82 pixels wide, with its head at this place on screen. */
const named = (index: number, x: number, y: number, name = 'ten letter'): NamedCluster => ({
  ...{ index, name, points: [0] },
  head: toMap({ x, y }, wholeMap, size),
})
const placed = (clusters: readonly NamedCluster[], camera: Camera = wholeMap) =>
  placedLabels(clusters, camera, size).map(({ cluster, at }) => [cluster.index, Math.round(at.x), Math.round(at.y)])

it('puts the name of a cluster above its head', () => {
  expect(placed([named(0, 200, 100)])).toEqual([[0, 200, 82]])
})

it.each([
  ['left', [1, 100], [41, 82]],
  ['right', [399, 100], [359, 82]],
  ['top', [200, 1], [200, 12]],
] as const)('moves a name inside at the %s edge', (_, [x, y], at) => {
  expect(placed([named(0, x, y)])).toEqual([[0, ...at]])
})

it.each([
  ['left', -1, 100],
  ['right', 401, 100],
  ['top', 200, -1],
  ['bottom', 200, 301],
])('does not name a cluster whose head is beyond the %s edge', (_, x, y) => {
  expect(placed([named(0, x, y)])).toEqual([])
})

it('does not name a cluster whose name is wider than the map', () => {
  expect(placed([named(0, 200, 100, 'x'.repeat(58))])).toHaveLength(1)
  expect(placed([named(0, 200, 100, 'x'.repeat(59))])).toEqual([])
})

it.each([
  ['left of', -83, 0],
  ['right of', 83, 0],
  ['above', 0, -25],
  ['below', 0, 25],
])('names a smaller cluster %s a larger one, unless its name would cover the other', (_, right, down) => {
  const second = (share: number) => named(1, 200 + right * share, 150 + down * share)
  expect(placed([named(0, 200, 150), second(1)])).toHaveLength(2)
  expect(placed([named(0, 200, 150), second(0.94)])).toEqual([[0, 200, 132]])
})

it('names the largest clusters first, above most of their points, and counts shown points only', () => {
  const columns = Array.from({ length: 101 }, (_, place) => place)
  const map = {
    ...{ mapId: 'm', insights: new Uint32Array(105), types: [], opportunities: [] },
    ...{ type: new Uint16Array(105), opportunity: new Uint16Array(105), day: new Uint16Array(105) },
    x: Uint16Array.of(...columns.map((place) => place * 10), 7, 8, 9, mapSize),
    y: Uint16Array.of(...columns.map((place) => 5_000 - place * 10), 7, 8, 9, mapSize),
    cluster: Uint16Array.of(...columns.map(() => 1), 0, 0, 2, noCluster),
    clusters: [{ words: ['small'] }, { words: ['large', 'one'] }, { words: [] }],
  }
  const told = (isShown: (index: number) => boolean) =>
    namedClusters(map, isShown).map(({ index, name, points, head }) => [index, name, points.length, head.x, head.y])
  expect(told(() => true)).toEqual([
    [1, 'large, one', 101, 500, 4_020],
    [0, 'small', 2, 8, 7],
    [2, 'Cluster 3', 1, 9, 9],
  ])
  // Equally large ones stay in the order of the map.
  expect(told((index) => index > 101).map(([index]) => index)).toEqual([0, 2])
})
