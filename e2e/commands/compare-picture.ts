import path from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { waitForRest } from './check-accessibility'

export const pictures = path.resolve(import.meta.dirname, '../../docs/pictures')

export const isWriting = () => ['all', 'changed'].includes(test.info().config.updateSnapshots)

/** Replaces values that differ from run to run: ports, durations, file sizes and ids made by the app. */
async function fixVolatileText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const fixed = (text: string) =>
      text
        .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:4100')
        .replace(/\b(under )?\d+(\.\d)? s\b/g, '0.0 s')
        .replace(/\b\d+ ms\b/g, '10 ms')
        .replace(
          /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g,
          '00000000-0000-4000-8000-000000000000',
        )
        .replace(/\b\d+(\.\d+)? (KB|MB)\b/g, '1.7 MB')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = fixed(node.nodeValue ?? '')
      if (text !== node.nodeValue) node.nodeValue = text
    }
    for (const field of document.querySelectorAll('input')) {
      if (fixed(field.value) !== field.value) field.value = fixed(field.value)
    }
    // Lays out all text again: lines broken while content was arriving are a fraction of a pixel off.
    const { style } = document.documentElement
    style.fontKerning = 'none'
    document.body.getBoundingClientRect()
    style.fontKerning = ''
  })
}

/**
 * Hides the view behind a dialog or menu. The edge of one that lies between two pixels lets a line of it through, and rows
 * are not always at the same place. Opacity leaves the focus where it is.
 */
const setBehind = (part: Locator, opacity: string) =>
  part.evaluate((element, value) => {
    const view = document.querySelector<HTMLElement>('#root')
    if (view !== null && !view.contains(element)) view.style.opacity = value
  }, opacity)

/** Compares the window, or one part of it, to `docs/pictures/NAME.png`, or writes that file if the run updates pictures. */
export async function comparePicture(page: Page, name: string, part?: Locator): Promise<void> {
  // Chromium notices late that the pointer left a row, above all after a resize, and even later moves it back to its place
  // on the display. So no element accepts the pointer meanwhile.
  const setPointed = (value: string) =>
    page.evaluate((events) => {
      document.documentElement.style.pointerEvents = events
    }, value)
  await setPointed('none')
  await expect(async () => {
    await page.mouse.move(1, 1)
    await page.mouse.move(0, 0)
    const hovered = () => [...document.querySelectorAll(':hover')].map(({ tagName }) => tagName)
    expect(await page.evaluate(hovered), 'nothing but the document is hovered').toEqual(['HTML'])
  }).toPass()
  await waitForRest(page)
  await fixVolatileText(page)
  if (part !== undefined) await setBehind(part, '0')
  await expect.soft(part ?? page).toHaveScreenshot(`${name}.png`)
  if (part !== undefined) await setBehind(part, '')
  await setPointed('')
}
