// The edge that makes a pane wider or narrower: by dragging, with the arrow keys, Home and End; a double click resets it.
// Each view remembers its own width.
import { clamp } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { paneWidth } from '../../contract/limits'
import { usePreference, useSavePreferences } from '../client/preferences'
import classes from './ResizeHandle.module.css'
import { controlTexts } from './words'

interface PaneOptions {
  /** Name of the view, as in its path. */
  readonly view: string
  /** All widths are in CSS pixels. */
  readonly normal: number
  readonly min: number
  /** Room for the pane and its neighbour; 0 = not known yet. */
  readonly room: number
  /** Smallest width of the neighbour. */
  readonly rest: number
}

interface Pane {
  readonly width: number
  readonly min: number
  readonly max: number
  /** Called while the edge is dragged. */
  readonly drag: (width: number) => void
  readonly keep: (width: number) => void
  readonly reset: () => void
}

export function usePane({ view, normal, min, room, rest }: PaneOptions): Pane {
  const paneWidths = usePreference('paneWidths')
  const save = useSavePreferences()
  const [dragged, setDragged] = useState<number | null>(null)
  const max = room === 0 ? paneWidth.max : clamp(room - rest, min, paneWidth.max)
  return {
    width: clamp(dragged ?? paneWidths[view] ?? normal, min, max),
    min,
    max,
    drag: setDragged,
    keep: (width) => {
      save({ paneWidths: { ...paneWidths, [view]: width } })
      setDragged(null)
    },
    reset: () => {
      const { [view]: _, ...others } = paneWidths
      save({ paneWidths: others })
      setDragged(null)
    },
  }
}

interface ResizeHandleProps {
  readonly label: string
  readonly pane: Pane
  /** Side of the handle that the pane is on. */
  readonly side: 'left' | 'right'
  readonly className?: string | undefined
}

const step = 16

export function ResizeHandle({ label, pane, side, className = '' }: ResizeHandleProps) {
  const { width, min, max } = pane
  const [from, setFrom] = useState<{ readonly x: number; readonly width: number } | null>(null)
  const towardsPane = side === 'left' ? 1 : -1
  const within = (value: number) => Math.round(clamp(value, min, max))
  const widthAt = (event: PointerEvent) =>
    from === null ? width : within(from.width + towardsPane * (event.clientX - from.x))

  const keyed = (key: string): number | null => {
    if (key === 'ArrowRight') return width + towardsPane * step
    if (key === 'ArrowLeft') return width - towardsPane * step
    if (key === 'Home') return min
    return key === 'End' ? max : null
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyed(event.key)
    if (next === null) return
    event.preventDefault()
    pane.keep(within(next))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved takes the focus, which hr cannot
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      title={controlTexts.resize}
      tabIndex={0}
      className={`${classes.handle} ${className}`}
      data-dragging={from !== null || undefined}
      onKeyDown={onKeyDown}
      onDoubleClick={pane.reset}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setFrom({ x: event.clientX, width })
      }}
      onPointerMove={(event) => from !== null && pane.drag(widthAt(event))}
      onPointerUp={(event) => {
        if (from === null) return
        // A click, or half of a double click, changes nothing.
        if (widthAt(event) !== from.width) pane.keep(widthAt(event))
        setFrom(null)
      }}
      onPointerCancel={() => setFrom(null)}
    />
  )
}
