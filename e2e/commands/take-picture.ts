// Pictures of the window at an exact size, and what can be wrong with one without anybody looking.
import { expect, type Page } from '@playwright/test'
import type { RunningApp } from '../fixtures/app'

export interface Size {
  readonly width: number
  readonly height: number
}

export async function resizeWindow({ electron, page }: RunningApp, size: Size): Promise<void> {
  await electron.evaluate(
    ({ BrowserWindow }, { width, height }) => BrowserWindow.getAllWindows()[0]?.setContentSize(width, height),
    size,
  )
  await expect.poll(() => page.evaluate(() => ({ width: innerWidth, height: innerHeight }))).toEqual(size)
}

/** A blank or broken window has a handful of colours. */
async function countColours({ electron }: RunningApp, png: Buffer): Promise<number> {
  return electron.evaluate(({ nativeImage }, base64) => {
    const bitmap = nativeImage.createFromDataURL(`data:image/png;base64,${base64}`).toBitmap()
    const colours = new Set<number>()
    for (let pixel = 0; pixel + 4 <= bitmap.length; pixel += 4) colours.add(bitmap.readUInt32LE(pixel))
    return colours.size
  }, png.toString('base64'))
}

/** Words that reach out of the window where nothing scrolls them into it. */
async function wordsOutside(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const isCut = (element: Element | null): boolean => {
      if (element === null) return false
      const style = getComputedStyle(element)
      const cuts = [style.overflowX, style.overflowY].some((overflow) => overflow !== 'visible')
      return cuts || isCut(element.parentElement)
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const outside: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      if (text === '' || !node.parentElement?.checkVisibility()) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const { left, right, width } = range.getBoundingClientRect()
      const isOutside = width > 0 && (left < -1 || right > innerWidth + 1)
      if (isOutside && !isCut(node.parentElement)) outside.push(text.slice(0, 60))
    }
    return outside
  })
}

/** As it is once nothing moves any more. */
export async function shootWindow({ page }: RunningApp): Promise<Buffer> {
  // Nothing is under the pointer.
  await page.mouse.move(0, 0)
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  return page.screenshot({ animations: 'disabled', caret: 'hide' })
}

/** That it shows a whole view. */
export async function checkPicture(app: RunningApp, name: string, png: Buffer): Promise<void> {
  const { page } = app
  expect.soft(await countColours(app, png), `${name} is blank`).toBeGreaterThan(40)
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect.soft(isWide, `${name} scrolls sideways`).toBe(false)
  expect.soft(await wordsOutside(page), `${name} has words outside of the window`).toEqual([])
}
