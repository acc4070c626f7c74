// Makes a PNG of our own SVG on a canvas of the page. Nothing else is drawn, and nothing is fetched for it.

/** Twice the size where a canvas allows it: limits of its side and its area, in pixels. */
const longestSide = 16_000
const mostPixels = 60_000_000

export function pngScale(width: number, height: number): number {
  return Math.min(2, longestSide / width, longestSide / height, Math.sqrt(mostPixels / (width * height)))
}

/** Returns base64. */
export async function drawPng(svg: string): Promise<string> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const scale = pngScale(image.width, image.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(image.width * scale)
  canvas.height = Math.floor(image.height * scale)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('The drawing is too large for an image.')
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const url = canvas.toDataURL('image/png')
  return url.slice(url.indexOf(',') + 1)
}
