// Zoom of the map, and panning by dragging the ground between its cards. Scrolling is the browser's own.
import { clamp } from '@mantine/hooks'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { followPointer } from '../../ui/follow-pointer'
import type { Layout } from './layout'

const steps = [0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 1, 1.25, 1.5, 2] as const
const least = steps[0]
const most = 2

export const nextStep = (zoom: number, direction: 1 | -1): number =>
  direction === 1
    ? (steps.find((step) => step > zoom + 0.001) ?? most)
    : (steps.findLast((step) => step < zoom - 0.001) ?? least)

export function useZoom(scroller: RefObject<HTMLElement | null>, layout: Layout | null) {
  const [value, setValue] = useState(1)
  /** Point of the map that stays in place in the window. */
  const held = useRef<{ readonly x: number; readonly y: number; readonly left: number; readonly top: number } | null>(
    null,
  )

  const zoomTo = (next: number, at?: { readonly left: number; readonly top: number }) => {
    const room = scroller.current
    const zoom = clamp(next, least, most)
    if (room === null || zoom === value) return
    const { left, top } = at ?? { left: room.clientWidth / 2, top: room.clientHeight / 2 }
    held.current = { x: (room.scrollLeft + left) / value, y: (room.scrollTop + top) / value, left, top }
    setValue(zoom)
  }

  useLayoutEffect(() => {
    const room = scroller.current
    if (held.current === null || room === null) return
    const { x, y, left, top } = held.current
    held.current = null
    room.scrollTo(x * value - left, y * value - top)
  }, [value, scroller])

  const onWheel = useEffectEvent((event: WheelEvent) => {
    // A touchpad pinch comes as a wheel event with Ctrl.
    if (!event.ctrlKey) return
    event.preventDefault()
    const { left, top } = scroller.current?.getBoundingClientRect() ?? { left: 0, top: 0 }
    zoomTo(value * Math.exp(-event.deltaY / 300), { left: event.clientX - left, top: event.clientY - top })
  })
  useEffect(() => {
    const room = scroller.current
    const listener = (event: WheelEvent) => onWheel(event)
    room?.addEventListener('wheel', listener, { passive: false })
    return () => room?.removeEventListener('wheel', listener)
  }, [scroller])

  return {
    value,
    closer: () => zoomTo(nextStep(value, 1)),
    farther: () => zoomTo(nextStep(value, -1)),
    reset: () => zoomTo(1),
    fit: () => {
      const room = scroller.current
      if (room === null || layout === null) return
      room.scrollTo(0, 0)
      zoomTo(Math.min(1, room.clientWidth / layout.width, room.clientHeight / layout.height), { left: 0, top: 0 })
    },
  }
}

export function usePan(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const room = scroller.current
    if (room === null) return
    const onDown = (event: PointerEvent) => {
      const isGround = event.target instanceof Element && event.target.closest('[role="treeitem"], button, a') === null
      if (!isGround || event.button !== 0 || event.pointerType === 'touch') return
      let last = event
      const stop = () => {
        delete room.dataset.panning
      }
      room.dataset.panning = ''
      followPointer(
        { currentTarget: room, pointerId: event.pointerId },
        {
          onMove: (moved) => {
            room.scrollBy(last.clientX - moved.clientX, last.clientY - moved.clientY)
            last = moved
          },
          onEnd: stop,
          onCancel: stop,
        },
      )
    }
    room.addEventListener('pointerdown', onDown)
    return () => room.removeEventListener('pointerdown', onDown)
  }, [scroller])
}
