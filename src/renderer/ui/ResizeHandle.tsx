// The edge that makes a pane wider or narrower: by dragging, with the arrow keys, Home and End; a double click resets it.
// Each view remembers its own width.
import { clamp } from '@mantine/hooks'
import { type KeyboardEvent, useState } from 'react'
import { paneWidth } from '../../contract/limits'
import { usePreference, useSavePreferences } from '../client/preferences'
import { followPointer } from './follow-pointer'
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
  /** Gives up a drag. */
  readonly cancel: () => void
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
    cancel: () => setDragged(null),
    reset: () => {
      const { [view]: _, ...others } = paneWidths
      save({ paneWidths: others })
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
  const [isDragging, setIsDragging] = useState(false)
  const towardsPane = side === 'left' ? 1 : -1
  const within = (value: number) => Math.round(clamp(value, min, max))

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
      data-dragging={isDragging || undefined}
      onKeyDown={onKeyDown}
      onDoubleClick={pane.reset}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        const { clientX: from } = event
        const widthAt = ({ clientX }: MouseEvent) => within(width + towardsPane * (clientX - from))
        setIsDragging(true)
        const giveUp = () => {
          pane.cancel()
          setIsDragging(false)
        }
        followPointer(event, {
          onMove: (moved) => pane.drag(widthAt(moved)),
          onEnd: (released) => {
            // A click, or half of a double click, changes nothing.
            if (widthAt(released) === width) return giveUp()
            pane.keep(widthAt(released))
            setIsDragging(false)
          },
          onCancel: giveUp,
        })
      }}
    />
  )
}
