/** Tells main once the element has been on screen for a frame. @param {() => Element | null} find */
export function reportPaint(find) {
  const look = () => {
    if (find() === null) return requestAnimationFrame(look)
    requestAnimationFrame(() => globalThis.bare.painted())
  }
  requestAnimationFrame(look)
}
