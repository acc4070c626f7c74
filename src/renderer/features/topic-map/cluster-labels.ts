// Names of clusters, and their places on the map without overlap.
import { clamp } from '@mantine/hooks'
import type { MapCluster, MapPoints } from '../../../contract/features/topic-map'
import { type Camera, type Place, type Size, toScreen } from './map-geometry'

export interface NamedCluster {
  readonly index: number
  readonly name: string
  /** Shown points. */
  readonly points: readonly number[]
  /** Position of its name, above most of its points. */
  readonly head: Place
}

export const clusterName = ({ words }: MapCluster, index: number) =>
  words.length === 0 ? `Cluster ${index + 1}` : words.join(', ')

/** The clusters with a shown point, largest first. */
export function namedClusters(map: MapPoints, isShown: (index: number) => boolean): readonly NamedCluster[] {
  const points = map.clusters.map((): number[] => [])
  for (const [point, cluster] of map.cluster.entries()) {
    // None has the number of no cluster.
    if (isShown(point)) points[cluster]?.push(point)
  }
  return points
    .map((own, index) => ({
      index,
      name: clusterName(map.clusters[index] ?? { words: [] }, index),
      points: own,
      head: { x: quantile(own, map.x, 0.5), y: quantile(own, map.y, 0.02) },
    }))
    .filter((cluster) => cluster.points.length > 0)
    .sort((one, other) => other.points.length - one.points.length || one.index - other.index)
}

function quantile(points: readonly number[], values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(points, (point) => values[point] as number).sort()
  return sorted[Math.floor(sorted.length * share)] ?? 0
}

interface PlacedLabel {
  readonly cluster: NamedCluster
  readonly at: Place
}

/** Width of a letter of a label in CSS pixels, rounded up. */
const letter = 6.6
const height = 24
const above = 18

/** Places the names of large clusters first. */
export function placedLabels(clusters: readonly NamedCluster[], camera: Camera, size: Size): readonly PlacedLabel[] {
  const taken: { left: number; right: number; top: number; bottom: number }[] = []
  return clusters.flatMap((cluster) => {
    const head = toScreen(cluster.head, camera, size)
    const half = (cluster.name.length * letter + 16) / 2
    const isNear = head.x > 0 && head.x < size.width && head.y > 0 && head.y < size.height
    // At the edge of the map, a name moves inside.
    const at = {
      x: clamp(head.x, half, size.width - half),
      y: clamp(head.y - above, height / 2, size.height - height / 2),
    }
    const box = { left: at.x - half, right: at.x + half, top: at.y - height / 2, bottom: at.y + height / 2 }
    const isSeen = isNear && box.left >= 0 && box.right <= size.width
    const isFree = taken.every(
      (other) => box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom,
    )
    if (!isSeen || !isFree) return []
    taken.push(box)
    return [{ cluster, at }]
  })
}
