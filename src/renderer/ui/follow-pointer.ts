import type { PointerEvent as PressEvent } from 'react'

interface Drag {
  /** While the button is held down. */
  readonly onMove: (event: PointerEvent) => void
  readonly onEnd: (event: PointerEvent) => void
  /** The browser took the pointer, or the button was released where nobody heard it. */
  readonly onCancel: () => void
}

/**
 * Follows the pointer of a press until its button is released, wherever it is. Capturing the pointer is not enough: the
 * capture ends when another window opens, and the element would go on waiting for the release.
 */
export function followPointer({ currentTarget, pointerId }: PressEvent, { onMove, onEnd, onCancel }: Drag): void {
  // Keeps the cursor, and hears the pointer outside the window.
  currentTarget.setPointerCapture(pointerId)
  const drag = new AbortController()
  const listen = (name: 'pointermove' | 'pointerup' | 'pointercancel', listener: (event: PointerEvent) => void) =>
    currentTarget.ownerDocument.addEventListener(
      name,
      (event) => {
        if (event.pointerId === pointerId) listener(event)
      },
      { signal: drag.signal },
    )
  const cancel = () => {
    drag.abort()
    onCancel()
  }
  listen('pointermove', (event) => (event.buttons === 0 ? cancel() : onMove(event)))
  listen('pointerup', (event) => {
    drag.abort()
    onEnd(event)
  })
  listen('pointercancel', cancel)
}
