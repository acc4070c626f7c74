// The same picture in a third of the bytes: at most 256 colours, one byte each. A colour that fills more of the picture
// is kept as it is; one that only smooths the deps of letters becomes the kept one next to it, which is so near that no
// comparison counts it. Takes what Chromium writes: eight bits, RGB or RGBA, not interlaced.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const mostColours = 256
const [colourTypeAt, indexed, withAlpha] = [9, 3, 6]

function readChunks(png: Buffer): readonly { readonly type: string; readonly data: Buffer }[] {
  const chunks = []
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) })
    at += 12 + length
  }
  return chunks
}

function writeChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** PNG specification, section 9: what a filter takes the byte to be, from its left, upper and upper left neighbours. */
function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const estimate = left + up - corner
  const [toLeft, toUp, toCorner] = [
    Math.abs(estimate - left),
    Math.abs(estimate - up),
    Math.abs(estimate - corner),
  ] as const
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** One number per pixel, 0xRRGGBB, row by row. */
function readPixels(packed: Buffer, width: number, height: number, step: number): Uint32Array {
  const pixels = new Uint32Array(width * height)
  const stride = width * step
  let above = Buffer.alloc(stride)
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1)
    const filter = packed[start] ?? 0
    const row = Buffer.from(packed.subarray(start + 1, start + 1 + stride))
    for (let x = 0; x < stride; x += 1) {
      const guess = predicted(filter, row[x - step] ?? 0, above[x] ?? 0, above[x - step] ?? 0)
      row[x] = ((row[x] ?? 0) + guess) & 255
    }
    for (let x = 0; x < width; x += 1) pixels[y * width + x] = row.readUIntBE(x * step, 3)
    above = row
  }
  return pixels
}

/** By the largest difference in red, green or blue. */
function distance(one: number, other: number): number {
  return Math.max(
    Math.abs((one >> 16) - (other >> 16)),
    Math.abs(((one >> 8) & 255) - ((other >> 8) & 255)),
    Math.abs((one & 255) - (other & 255)),
  )
}

/** The place in the palette of each colour: none is further from its own than the least distance with which all fit. */
function placesOf(pixels: Uint32Array): { readonly palette: readonly number[]; readonly places: Map<number, number> } {
  const counts = new Map<number, number>()
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1)
  const byFrequency = [...counts].sort(([, one], [, other]) => other - one).map(([colour]) => colour)
  for (let reach = 0; ; reach += 1) {
    const palette: number[] = []
    const places = new Map<number, number>()
    for (const colour of byFrequency) {
      const near = palette.findIndex((kept) => distance(kept, colour) <= reach)
      places.set(colour, near < 0 ? palette.push(colour) - 1 : near)
      if (palette.length > mostColours) break
    }
    if (palette.length <= mostColours) return { palette, places }
  }
}

export function smallPng(png: Buffer): Buffer {
  const chunks = readChunks(png)
  const header = Buffer.from(chunks.find(({ type }) => type === 'IHDR')?.data ?? [])
  if (header[colourTypeAt] === indexed) return png
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const step = header[colourTypeAt] === withAlpha ? 4 : 3
  const packed = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data)))
  const pixels = readPixels(packed, width, height, step)
  const { palette, places } = placesOf(pixels)
  const rows = Buffer.alloc(height * (width + 1))
  pixels.forEach((colour, at) => {
    rows[Math.floor(at / width) + at + 1] = places.get(colour) ?? 0
  })
  const colours = Buffer.alloc(palette.length * 3)
  for (const [place, colour] of palette.entries()) colours.writeUIntBE(colour, place * 3, 3)
  header[colourTypeAt] = indexed
  return Buffer.concat([
    signature,
    writeChunk('IHDR', header),
    writeChunk('PLTE', colours),
    writeChunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    writeChunk('IEND', Buffer.alloc(0)),
  ])
}
