// Compares what the window shows to the committed picture of that name. `PICTURES=write` writes it instead.
import { expect, type Page } from '@playwright/test'
import type { RunningApp } from '../fixtures/app'
import { smallPng } from './small-png'
import { checkPicture, shootWindow } from './take-picture'

/** What is as it happens: the port of a service, how long an answer took, how large a file has grown. */
async function evenOut(page: Page): Promise<void> {
  await page.evaluate(() => {
    const even = (text: string) =>
      text
        .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:4100')
        .replace(/\b\d+\.\d s\b/g, '0.0 s')
        .replace(/\b\d+(\.\d+)? (KB|MB)\b/g, '1.7 MB')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = even(node.nodeValue ?? '')
      if (text !== node.nodeValue) node.nodeValue = text
    }
    for (const field of document.querySelectorAll('input')) {
      if (even(field.value) !== field.value) field.value = even(field.value)
    }
  })
}

/**
 * A pixel differs where its colour is further away than `threshold` (0 to 1, perceived; edges of letters that only shifted
 * by a fraction do not count), a picture where more pixels than that part of it do. What exceeds both: see pictures.spec.ts.
 */
const tolerance = { threshold: 0.1, maxDiffPixelRatio: 0.0002 }

export async function comparePicture(app: RunningApp, name: string): Promise<void> {
  await evenOut(app.page)
  const png = await shootWindow(app)
  await checkPicture(app, name, png)
  const isWriting = process.env.PICTURES === 'write'
  expect.soft(isWriting ? smallPng(png) : png).toMatchSnapshot([`${name}.png`], tolerance)
}
