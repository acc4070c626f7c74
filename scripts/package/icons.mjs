/** The app's icon in the sizes of a desktop, drawn from resources/icon.svg. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { inProject } from '../setup/paths.mjs'

const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024]

export async function writeIcons(folder) {
  // Imported here because this module also loads before packages are installed.
  const { default: sharp } = await import('sharp')
  const svg = readFileSync(inProject('resources', 'icon.svg'))
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const size of sizes) {
    // The drawing is 512 units wide, at 72 dots per inch.
    const drawn = sharp(svg, { density: (72 * size) / 512 }).resize(size, size)
    await drawn.png({ compressionLevel: 9 }).toFile(path.join(folder, `${size}x${size}.png`))
  }
}
