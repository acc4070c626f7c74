// Compares what the window shows to the committed picture of that name, or writes it when the run was asked to.
// The window is captured and compared inside the app's main process: a tenth of the time that a browser's screenshot and
// a comparison outside of it take, and there are two hundred of them.
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, type Page, test } from '@playwright/test'
import type { RunningApp } from '../fixtures/app'
import { waitForRest } from './check-accessibility'
import { smallPng } from './small-png'

export const pictures = path.resolve(import.meta.dirname, '../../docs/pictures')

export const isWriting = () => ['all', 'changed'].includes(test.info().config.updateSnapshots)

/** A pixel differs where its red, green or blue does by more (of 255); a picture where more pixels do. */
const tolerance = { ofColour: 16, pixels: 40 }

/** How long an unexpected sight may take to become the expected one. */
const pausesMs = [0, 100, 300, 1_000]

/**
 * What is as it happens is evened out: the port of a service, how long an answer took, how large a file has grown,
 * ids that the app makes up; what turns for ever stops, and no caret blinks. Resolves when that is drawn.
 */
async function evenOut(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const even = (text: string) =>
      text
        .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:4100')
        .replace(/\b\d+\.\d s\b/g, '0.0 s')
        .replace(/\b\d+ ms\b/g, '10 ms')
        .replace(
          /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g,
          '00000000-0000-4000-8000-000000000000',
        )
        .replace(/\b\d+(\.\d+)? (KB|MB)\b/g, '1.7 MB')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = even(node.nodeValue ?? '')
      if (text !== node.nodeValue) node.nodeValue = text
    }
    for (const field of document.querySelectorAll('input')) {
      if (even(field.value) !== field.value) field.value = even(field.value)
    }
    for (const animation of document.getAnimations()) {
      animation.pause()
      animation.currentTime = 0
    }
    const { style } = document.documentElement
    style.caretColor = 'transparent'
    // All text is set anew: lines that were broken while something was still coming in would sit a fraction of a pixel off.
    style.fontKerning = 'none'
    document.body.getBoundingClientRect()
    style.fontKerning = ''
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })
}

interface Compared {
  /** null: there is nothing to compare to, or it has another size. */
  readonly differing: number | null
  /** PNG in base64; the second in black, with what differs in red. Absent when the window is as expected. */
  readonly seen?: string
  readonly difference?: string
}

async function compare({ electron }: RunningApp, before: Buffer | null): Promise<Compared> {
  return electron.evaluate(
    async ({ BrowserWindow, nativeImage }, { expected, ofColour, pixels }): Promise<Compared> => {
      const image = await BrowserWindow.getAllWindows()[0]?.webContents.capturePage()
      if (!image) throw new Error('there is no window')
      const encoded = () => image.toPNG().toString('base64')
      const { width, height } = image.getSize()
      const wanted = expected === null ? null : nativeImage.createFromBuffer(Buffer.from(expected, 'base64'))
      const size = wanted?.getSize()
      if (!wanted || size?.width !== width || size.height !== height) return { differing: null, seen: encoded() }
      const [is, was] = [image.toBitmap(), wanted.toBitmap()]
      const wholePixels = ({ buffer, byteOffset, length }: Buffer) => new Uint32Array(buffer, byteOffset, length / 4)
      const [isPixels, wasPixels] = [wholePixels(is), wholePixels(was)]
      const differingAt: number[] = []
      for (let at = 0; at < is.length; at += 4) {
        // Nearly all of them are the same to the bit.
        if (isPixels[at >> 2] === wasPixels[at >> 2]) continue
        let furthest = 0
        // Blue, green, red; then alpha, which a window does not have.
        for (let part = at; part < at + 3; part += 1) {
          furthest = Math.max(furthest, Math.abs((is[part] ?? 0) - (was[part] ?? 0)))
        }
        if (furthest > ofColour) differingAt.push(at)
      }
      const differing = differingAt.length
      if (differing <= pixels) return { differing }
      const marked = Buffer.alloc(is.length)
      for (let at = 3; at < marked.length; at += 4) marked[at] = 255
      for (const at of differingAt) marked[at + 2] = 255
      const difference = nativeImage.createFromBitmap(marked, { width, height }).toPNG().toString('base64')
      return { differing, seen: encoded(), difference }
    },
    { expected: before?.toString('base64') ?? null, ...tolerance },
  )
}

/** Leaves what was expected, what is, and what differs where a person finds it. */
async function leaveBehind(name: string, before: Buffer | null, { seen, difference }: Compared): Promise<void> {
  const found = { before, now: seen, difference }
  for (const [what, png] of Object.entries(found)) {
    if (!png) continue
    const file = test.info().outputPath(`${name}-${what}.png`)
    await writeFile(file, typeof png === 'string' ? Buffer.from(png, 'base64') : png)
  }
}

export async function comparePicture(app: RunningApp, name: string): Promise<void> {
  const { page } = app
  const file = path.join(pictures, `${name}.png`)
  const before = await readFile(file).catch(() => null)
  let compared: Compared = { differing: null }
  // Where everything differs, waiting for each would only take minutes.
  const isPatient = !isWriting() && test.info().errors.length < 10
  for (const pauseMs of pausesMs.slice(0, isPatient ? undefined : 2)) {
    if (pauseMs > 0) await wait(pauseMs)
    // Nothing is under the pointer. The one of the screen, which stays where it is, is heard of when the window changes.
    await page.mouse.move(1, 1)
    await page.mouse.move(0, 0)
    await waitForRest(page)
    await evenOut(page)
    compared = await compare(app, before)
    if (compared.seen === undefined) return
  }
  if (isWriting()) return writeFile(file, smallPng(Buffer.from(compared.seen ?? '', 'base64')))
  await leaveBehind(name, before, compared)
  const { differing } = compared
  const found =
    differing === null
      ? `There is no docs/pictures/${name}.png of this size.`
      : `${differing} pixels differ from docs/pictures/${name}.png; ${tolerance.pixels} may.`
  const words = `${found}
    Before, now and the difference: ${name}-*.png in ${path.relative(process.cwd(), test.info().outputDir)}
    If it is meant to look as it does now: npm run pictures`
  expect.soft(differing ?? Infinity, words).toBeLessThanOrEqual(tolerance.pixels)
}
