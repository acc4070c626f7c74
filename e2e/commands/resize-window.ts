import type { RunningApp } from '../app/app'

export interface Size {
  readonly width: number
  readonly height: number
}

/** Resizes to exact screen pixels, of which a zoomed page has fewer. Restores the focus. */
export async function resizeWindow({ electron, page }: RunningApp, size: Size, zoom = 1): Promise<void> {
  const focused = await page.evaluateHandle(() => document.activeElement)
  await electron.evaluate(
    ({ BrowserWindow }, { width, height, factor }) => {
      const [window] = BrowserWindow.getAllWindows()
      window?.setContentSize(width, height)
      window?.webContents.setZoomFactor(factor)
    },
    { ...size, factor: zoom },
  )
  const inside = { width: size.width / zoom, height: size.height / zoom }
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, inside)
  // An element that is briefly not drawn (a popover whose button is scrolled away) loses the focus.
  await focused.evaluate(async (element) => {
    for (let frame = 0; frame < 20 && document.activeElement === document.body; frame += 1) {
      if (element instanceof HTMLElement) element.focus({ preventScroll: true })
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })
}
