const names = ['canvas', 'card', 'edge', 'line', 'text', 'quiet', 'gap', 'gapCard', 'gapEdge'] as const
export type Palette = Readonly<Record<(typeof names)[number], string>>

/** Colours of the map on screen, light or dark: `--map-gap-card` and so on. */
export function readPalette(element: HTMLElement): Palette {
  const style = getComputedStyle(element)
  const read = (name: string) =>
    style.getPropertyValue(`--map-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`).trim()
  return Object.fromEntries(names.map((name) => [name, read(name)])) as Palette
}
