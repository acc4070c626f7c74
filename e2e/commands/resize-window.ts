// The window at an exact size, and what can be wrong with what it shows without anybody looking.
import type { RunningApp } from '../fixtures/app'

export interface Size {
  readonly width: number
  readonly height: number
}

/** `size` in pixels of the screen, of which a zoomed page has fewer. */
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
  // What is not drawn in between (a popover whose button is scrolled away) loses the focus.
  await focused.evaluate((element) => {
    if (document.activeElement === document.body && element instanceof HTMLElement) element.focus()
  })
}
