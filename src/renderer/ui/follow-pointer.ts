interface Drag {
  /** While the button is held down. */
  readonly onMove: (event: PointerEvent) => void
  readonly onEnd: (event: PointerEvent) => void
  /** The browser took the pointer, or the release of the button was missed. */
  readonly onCancel: () => void
}

interface Press {
  readonly currentTarget: Element
  readonly pointerId: number
}

/**
 * Follows the pointer of a press until its button is released, wherever it is. Capturing the pointer is not enough: the
 * capture ends when another window opens, and the element would go on waiting for the release. Meanwhile nothing else
 * begins: a double click selects the text nearby, and the next press would drag that text instead.
 */
export function followPointer({ currentTarget, pointerId }: Press, { onMove, onEnd, onCancel }: Drag): void {
  // Keeps the cursor, and hears the pointer outside the window.
  currentTarget.setPointerCapture(pointerId)
  const drag = new AbortController()
  const cancel = () => {
    drag.abort()
    onCancel()
  }
  const listeners = {
    pointermove: (event: PointerEvent) => (event.buttons === 0 ? cancel() : onMove(event)),
    pointerup: (event: PointerEvent) => {
      // The view was closed meanwhile, such as with Escape.
      if (!currentTarget.isConnected) return cancel()
      drag.abort()
      onEnd(event)
    },
    pointercancel: cancel,
    // The release was missed.
    pointerdown: cancel,
  }
  for (const name of Object.keys(listeners) as (keyof typeof listeners)[]) {
    currentTarget.ownerDocument.addEventListener(
      name,
      (event) => {
        if (event.pointerId === pointerId) listeners[name](event)
      },
      // Before a press on the element begins another drag.
      { signal: drag.signal, capture: true },
    )
  }
  for (const name of ['selectstart', 'dragstart'] as const) {
    currentTarget.ownerDocument.addEventListener(name, (event) => event.preventDefault(), { signal: drag.signal })
  }
}
