// Compares what the window shows to the committed picture of that name, or writes it when the run was asked to.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { RunningApp } from '../fixtures/app'
import { waitForRest } from './check-accessibility'
import { smallPng } from './small-png'

export const pictures = path.resolve(import.meta.dirname, '../../docs/pictures')

export const isWriting = () => ['all', 'changed'].includes(test.info().config.updateSnapshots)

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
 * by a fraction do not count), a picture where more pixels than that do. What exceeds both: docs/pictures.md.
 */
const tolerance = { threshold: 0.1, maxDiffPixels: 40 }

export async function comparePicture({ page }: RunningApp, name: string): Promise<void> {
  // Nothing is under the pointer.
  await page.mouse.move(0, 0)
  await waitForRest(page)
  await evenOut(page)
  const words = [
    `"${name}" does not look as in docs/pictures/${name}.png.`,
    `Before, after and difference: ${name}-expected.png, -actual.png and -diff.png in ${test.info().outputDir}.`,
    'If it is meant to look as it does now: npm run pictures',
  ]
  await expect.soft(page, words.join('\n')).toHaveScreenshot([`${name}.png`], { ...tolerance, caret: 'hide' })
  if (!isWriting()) return
  const file = path.join(pictures, `${name}.png`)
  await writeFile(file, smallPng(await readFile(file)))
}
