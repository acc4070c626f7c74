import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, type Ref, useState } from 'react'
import { Preferences } from '../../contract/features/preferences'
import { usePreferences, useSavePreferences } from '../client/preferences'
import classes from './details.module.css'

/** What the list keeps at least, in CSS pixels: enough for the titles and a figure. */
const listWidth = 440

const { minValue, maxValue } = Preferences.shape.detailWidth.unwrap()
const narrowest = minValue ?? 0
const widest = maxValue ?? Number.POSITIVE_INFINITY

interface RecordPaneProps {
  readonly label: string
  readonly region: Ref<HTMLElement>
  /** Room for list and details together, in CSS pixels; 0 = not known yet. */
  readonly room: number
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The place of the details beside a list, and the edge that makes it wider or narrower. */
export function RecordPane({ label, region, room, onClose, children }: RecordPaneProps) {
  const { detailWidth } = usePreferences()
  const savePreferences = useSavePreferences()
  const [dragged, setDragged] = useState<number | null>(null)
  const max = room === 0 ? widest : Math.max(narrowest, Math.min(widest, room - listWidth))
  const width = Math.min(dragged ?? detailWidth, max)
  return (
    <>
      <ResizeHandle
        width={width}
        min={narrowest}
        max={max}
        onWidth={setDragged}
        onSettled={(settled) => {
          savePreferences({ detailWidth: settled })
          setDragged(null)
        }}
      />
      <section ref={region} tabIndex={-1} aria-label={label} className={classes.panel} style={{ width }}>
        <div className={classes.bar}>
          <span className={classes.barText}>{label}</span>
          <ActionIcon aria-label="Close details" onClick={onClose}>
            <IconX size={15} aria-hidden />
          </ActionIcon>
        </div>
        {children}
      </section>
    </>
  )
}

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
