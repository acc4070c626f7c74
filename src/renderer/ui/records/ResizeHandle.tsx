// The edge between the list and the details: dragged with the pointer, or moved with the arrow keys.
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import classes from './ResizeHandle.module.css'

interface ResizeHandleProps {
  /** All in CSS pixels. */
  readonly width: number
  readonly min: number
  readonly max: number
  readonly onWidth: (width: number) => void
  /** The person let go: worth keeping. */
  readonly onSettled: (width: number) => void
}

const step = 16

export function ResizeHandle({ width, min, max, onWidth, onSettled }: ResizeHandleProps) {
  const [drag, setDrag] = useState<{ readonly fromX: number; readonly fromWidth: number } | null>(null)
  const within = (value: number) => Math.round(Math.max(min, Math.min(max, value)))

  const widthAt = (event: PointerEvent) => (drag === null ? width : within(drag.fromWidth + drag.fromX - event.clientX))

  const keyed = (key: string): number | null => {
    if (key === 'ArrowLeft') return width + step
    if (key === 'ArrowRight') return width - step
    if (key === 'Home') return min
    return key === 'End' ? max : null
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const next = keyed(event.key)
    if (next === null) return
    event.preventDefault()
    onWidth(within(next))
    onSettled(within(next))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved takes the focus, which hr cannot
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the details"
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      className={classes.handle}
      data-dragging={drag !== null || undefined}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setDrag({ fromX: event.clientX, fromWidth: width })
      }}
      onPointerMove={(event) => drag !== null && onWidth(widthAt(event))}
      onPointerUp={(event) => {
        if (drag === null) return
        onSettled(widthAt(event))
        setDrag(null)
      }}
      onPointerCancel={() => setDrag(null)}
    />
  )
}
