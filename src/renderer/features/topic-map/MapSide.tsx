// Beside the map: the meaning of its colours and shapes, a filter by them, and its clusters as a list.
import { ActionIcon } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { count, counted } from '../../records/record-words'
import type { NamedCluster } from './cluster-labels'
import { shapeOf, shapePaths } from './draw-map'
import type { Category } from './map-colouring'
import classes from './topic-map.module.css'
import { topicMapTexts } from './topic-map-words'

function ShapeMark({ category }: { readonly category: number }) {
  return (
    <svg className={classes.shape} viewBox="-1.4 -1.4 2.8 2.8" fill={`var(--map-${category % 7})`} aria-hidden="true">
      <path d={shapePaths[shapeOf(category)]} fillRule="evenodd" />
    </svg>
  )
}

interface LegendProps {
  readonly categories: readonly Category[]
  /** Ids. */
  readonly hidden: ReadonlySet<string>
  readonly onToggle: (id: string) => void
}

export function Legend({ categories, hidden, onToggle }: LegendProps) {
  return (
    <section className={classes.part} aria-label="Colours">
      <h2>Colours</h2>
      <ul>
        {categories.map(({ id, label, count: points }, category) =>
          points === 0 ? null : (
            <li key={id}>
              <button
                type="button"
                className={classes.category}
                aria-pressed={!hidden.has(id)}
                title={hidden.has(id) ? 'Show on the map' : 'Hide on the map'}
                onClick={() => onToggle(id)}
              >
                <ShapeMark category={category} />
                <span dir="auto">{label}</span>
                <span className={classes.figure}>{count(points)}</span>
              </button>
            </li>
          ),
        )}
      </ul>
    </section>
  )
}

interface ClusterListProps {
  readonly clusters: readonly NamedCluster[]
  /** Shown points in no cluster. */
  readonly between: number
  readonly onChoose: (cluster: NamedCluster) => void
  readonly onList: (cluster: NamedCluster) => void
}

export function ClusterList({ clusters, between, onChoose, onList }: ClusterListProps) {
  return (
    <section className={classes.part} aria-label="Clusters">
      <h2>Clusters</h2>
      <p className={classes.note}>{topicMapTexts.clusterNames}</p>
      <ul>
        {clusters.map((cluster) => (
          <li key={cluster.index} className={classes.cluster}>
            <button type="button" className={classes.category} onClick={() => onChoose(cluster)}>
              <span dir="auto">{cluster.name}</span>
              <span className={classes.figure}>{count(cluster.points.length)}</span>
            </button>
            <ActionIcon aria-label={`Show in list: ${cluster.name}`} onClick={() => onList(cluster)}>
              <IconListDetails size={15} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {between > 0 && (
        <p className={classes.note}>{counted(between, 'insight is', 'insights are')} between clusters.</p>
      )}
    </section>
  )
}
