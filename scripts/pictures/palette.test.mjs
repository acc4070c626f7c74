import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { inProject } from '../setup/paths.mjs'
import { withPalette } from './palette.mjs'

const size = { width: 1024, height: 700 }

/** Draws a scene like the first start: a soft light from above, behind words, lines and buttons. */
const scene = (light, page, ink) => `
  <svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
    <defs>
      <radialGradient id="light" cx="0.5" cy="0" r="0.7">
        <stop offset="0" stop-color="${light}" /><stop offset="1" stop-color="${page}" />
      </radialGradient>
    </defs>
    <rect width="100%" height="100%" fill="${page}" />
    <rect width="100%" height="100%" fill="url(#light)" />
    ${Array.from({ length: 60 }, (_, line) => {
      const colour = [ink, '#3f4fc0', '#5f6672', '#7d4cd8'][line % 4]
      return `<circle cx="${180 + (line % 20) * 34}.3" cy="${400 + Math.floor(line / 20) * 60}.7" r="11.4" fill="${colour}" />`
    }).join('')}
  </svg>`

/** Levels of red, green and blue in a column of unobstructed light. */
async function lightOf(png) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return Array.from({ length: 380 }, (_, y) => {
    const at = ((y + 8) * info.width + 960) * 3
    return [...data.subarray(at, at + 3)]
  })
}

const distinct = (colours) => new Set(colours.map(String)).size

const difference = (one, other) => Math.max(...one.map((level, part) => Math.abs(level - other[part])))

/** Largest difference between neighbours, in levels of 256. People see a large step as the edge of a band. */
const largestStep = (colours) =>
  Math.max(...colours.slice(1).map((colour, index) => difference(colour, colours[index])))

const schemes = [
  ['light', '#eceefb', '#ffffff', '#1d1f23'],
  ['dark', '#1f2238', '#191a1d', '#dcdee3'],
]

it.each(schemes)('keeps the steps of a soft gradient small, %s', async (_, light, page, ink) => {
  const png = await sharp(Buffer.from(scene(light, page, ink)))
    .png()
    .toBuffer()
  const stored = await withPalette(png)
  const [before, after] = [await lightOf(png), await lightOf(stored)]
  expect(distinct(before)).toBeGreaterThan(8)
  expect(distinct(after)).toBeGreaterThanOrEqual(distinct(before) * 0.75)
  expect(largestStep(after)).toBeLessThanOrEqual(2)
  expect((await sharp(stored).metadata()).isPalette).toBe(true)
})

it.each(schemes)('shows the first start without banding in its picture, %s', async (scheme) => {
  const light = await lightOf(readFileSync(inProject('docs', 'pictures', `first-start-${scheme}-1024x700.png`)))
  expect(distinct(light)).toBeGreaterThan(5)
  expect(largestStep(light)).toBeLessThanOrEqual(2)
})
