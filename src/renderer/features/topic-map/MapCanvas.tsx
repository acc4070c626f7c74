// The points on a canvas: panned and zoomed, one of them active under the pointer or the arrow keys, others selected by
// drawing around them. The list of clusters beside it is the same map for those who cannot see it.
import { ActionIcon } from '@mantine/core'
import { clamp, useElementSize } from '@mantine/hooks'
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { MapPoints } from '../../../contract/features/topic-map'
import { type NamedCluster, placedLabels } from './cluster-labels'
import { drawMap, type MapColours, radiusAt } from './draw-map'
import {
  type Camera,
  cameraWith,
  isDirection,
  nearestPoint,
  type Place,
  panned,
  pointsInside,
  pointTowards,
  toMap,
  toScreen,
  wholeMap,
  zoomed,
} from './map-geometry'
import classes from './topic-map.module.css'
import { topicMapTexts } from './topic-map-words'

export type PointerMode = 'move' | 'lasso'

interface MapCanvasProps {
  readonly points: MapPoints
  readonly category: ArrayLike<number>
  readonly isShown: (index: number) => boolean
  readonly clusters: readonly NamedCluster[]
  readonly selected: ReadonlySet<number> | null
  readonly onSelect: (indexes: readonly number[]) => void
  readonly camera: Camera
  readonly onCamera: (camera: Camera) => void
  readonly mode: PointerMode
  readonly active: number | null
  readonly onActive: (index: number | null, by: 'pointer' | 'keyboard') => void
  readonly onOpen: (index: number, by: 'pointer' | 'keyboard') => void
  /** Title of the active point; null: not known yet. */
  readonly title: string | null
  readonly detail: string
}

const zoomStep = 1.6
/** In CSS pixels. */
const reach = 14
const clickReach = 4

function coloursOf(host: HTMLElement): MapColours {
  const style = getComputedStyle(host)
  const read = (name: string) => style.getPropertyValue(name).trim() || 'gray'
  return {
    points: Array.from({ length: 7 }, (_, place) => read(`--map-${place}`)),
    text: read('--mantine-color-text'),
    accent: read('--mantine-primary-color-filled'),
  }
}

/** Colours of the page's scheme, which the canvas has to follow itself. */
function useColours(host: HTMLElement | null): MapColours | null {
  const [colours, setColours] = useState<MapColours | null>(null)
  useEffect(() => {
    if (host === null) return
    const read = () => setColours(coloursOf(host))
    read()
    const observer = new MutationObserver(read)
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mantine-color-scheme'] })
    return () => observer.disconnect()
  }, [host])
  return colours
}

interface Drag {
  readonly mode: PointerMode
  readonly from: Place
  readonly camera: Camera
  readonly lasso: readonly Place[]
  readonly isFar: boolean
}

export function MapCanvas(props: MapCanvasProps) {
  const { points, category, isShown, clusters, selected, onSelect, camera, onCamera, mode, active } = props
  const { onActive, onOpen, title, detail } = props
  const { ref: room, width, height } = useElementSize<HTMLDivElement>()
  const size = { width, height }
  const canvas = useRef<HTMLCanvasElement>(null)
  const [host, setHost] = useState<HTMLDivElement | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const colours = useColours(host)
  const hint = useId()

  useLayoutEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || colours === null || width === 0) return
    const ratio = window.devicePixelRatio
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)]
    if (element.width !== wide) element.width = wide
    if (element.height !== high) element.height = high
    const lasso = drag?.mode === 'lasso' ? drag.lasso : []
    const drawn = { x: points.x, y: points.y, category, isShown, selected, active, lasso, colours }
    drawMap(context, drawn, camera, { width, height }, ratio)
  }, [points, category, isShown, selected, active, drag, colours, camera, width, height])

  // React's wheel listeners are passive and cannot stop the page from scrolling.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect()
    const step = Math.exp(-clamp(event.deltaY, -120, 120) / 300)
    onCamera(zoomed(camera, size, step, { x: event.clientX - left, y: event.clientY - top }))
  })
  useEffect(() => {
    const element = host
    if (element === null) return
    const listener = (event: WheelEvent) => onWheel(event)
    element.addEventListener('wheel', listener, { passive: false })
    return () => element.removeEventListener('wheel', listener)
  }, [host])

  const placeOf = (event: PointerEvent): Place => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  const pointAt = (place: Place) => {
    const there = toMap(place, camera, size)
    const beside = toMap({ x: place.x + reach, y: place.y }, camera, size)
    return nearestPoint(points, isShown, there, beside.x - there.x)
  }

  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return
    const from = placeOf(event)
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrag({ mode: event.shiftKey ? 'lasso' : mode, from, camera, lasso: [from], isFar: false })
  }
  const onPointerMove = (event: PointerEvent) => {
    const place = placeOf(event)
    if (drag === null) return onActive(pointAt(place), 'pointer')
    const isFar = drag.isFar || Math.hypot(place.x - drag.from.x, place.y - drag.from.y) > clickReach
    if (!isFar) return
    if (drag.mode === 'move') onCamera(panned(drag.camera, size, place.x - drag.from.x, place.y - drag.from.y))
    setDrag({ ...drag, isFar, lasso: drag.mode === 'lasso' ? [...drag.lasso, place] : drag.lasso })
  }
  const onPointerUp = (event: PointerEvent) => {
    if (drag === null) return
    setDrag(null)
    if (drag.mode === 'lasso' && drag.isFar) {
      onSelect(
        pointsInside(
          points,
          isShown,
          drag.lasso.map((place) => toMap(place, camera, size)),
        ),
      )
    } else if (!drag.isFar) {
      const point = pointAt(placeOf(event))
      if (point !== null) onOpen(point, 'pointer')
    }
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (isDirection(event.key)) {
      const first = nearestPoint(points, isShown, toMap({ x: width / 2, y: height / 2 }, camera, size), Infinity)
      const next = active === null || !isShown(active) ? first : pointTowards(points, isShown, active, event.key)
      if (next !== null) {
        onActive(next, 'keyboard')
        onCamera(cameraWith(camera, size, { x: points.x[next] ?? 0, y: points.y[next] ?? 0 }))
      }
    } else if (event.key === 'Enter' && active !== null) onOpen(active, 'keyboard')
    else if (event.key === '+' || event.key === '=') zoomBy(zoomStep)
    else if (event.key === '-') zoomBy(1 / zoomStep)
    else if (event.key === '0') onCamera(wholeMap)
    else return
    event.preventDefault()
  }
  const zoomBy = (factor: number) => onCamera(zoomed(camera, size, factor, { x: width / 2, y: height / 2 }))

  const labels = placedLabels(clusters, camera, size)
  const activeAt =
    active === null ? null : toScreen({ x: points.x[active] ?? 0, y: points.y[active] ?? 0 }, camera, size)
  return (
    <div ref={room} className={classes.plane}>
      <div
        ref={setHost}
        role="application"
        aria-label="Map of insights"
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through its points
        tabIndex={0}
        className={classes.host}
        data-mode={drag?.mode ?? mode}
        data-dragging={drag?.isFar || undefined}
        data-points={points.x.length}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onLostPointerCapture={() => setDrag(null)}
        onPointerLeave={() => drag === null && onActive(null, 'pointer')}
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} className={classes.canvas} aria-hidden />
        <div className={classes.labels} aria-hidden>
          {labels.map(({ cluster, at }) => (
            <span key={cluster.index} style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}>
              {cluster.name}
            </span>
          ))}
        </div>
        {activeAt !== null && drag === null && (
          <Tip at={activeAt} width={width} height={height} offset={radiusAt(points.x.length, camera.zoom) + 8}>
            <b dir="auto">{title ?? '…'}</b>
            <span>{detail}</span>
          </Tip>
        )}
      </div>
      <p id={hint} className={classes.hint}>
        {mode === 'lasso' ? topicMapTexts.lasso : topicMapTexts.move} {topicMapTexts.arrowKeys}
      </p>
      <div className={classes.zoom}>
        <ActionIcon variant="default" aria-label="Zoom out" onClick={() => zoomBy(1 / zoomStep)}>
          <IconMinus size={15} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Zoom in" onClick={() => zoomBy(zoomStep)}>
          <IconPlus size={15} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Show the whole map" onClick={() => onCamera(wholeMap)}>
          <IconMaximize size={15} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  )
}

const tipWidth = 280
const tipHeight = 64

interface TipProps {
  readonly at: Place
  readonly width: number
  readonly height: number
  readonly offset: number
  readonly children: React.ReactNode
}

/** Beside the point, or above or below it in a narrow map. After a move by key, its text is announced. */
function Tip({ at, width, height, offset, children }: TipProps) {
  const fitsRight = at.x + offset + tipWidth <= width
  const fitsLeft = at.x - offset - tipWidth >= 0
  const left = fitsRight ? at.x + offset : fitsLeft ? at.x - offset - tipWidth : Math.max(4, (width - tipWidth) / 2)
  const isBeside = fitsRight || fitsLeft
  const below = at.y + offset + tipHeight <= height ? at.y + offset : at.y - offset - tipHeight
  const top = isBeside ? clamp(at.y - tipHeight / 2, 4, Math.max(4, height - tipHeight)) : below
  return (
    <div className={classes.tip} style={{ left, top, maxWidth: tipWidth }} aria-hidden>
      {children}
    </div>
  )
}
