import { expect, it } from 'vitest'
import { sectionInSight } from './section-in-sight'

const edges = { environments: [100, 480], network: [500, 1480], keyboard: [1500, 1780], about: [1800, 1980] } as const

const inSight = (scrolledPx: number, wanted?: string) => {
  const placed = Object.entries(edges).map(([id, [top, bottom]]) => ({
    ...{ id, top: top - scrolledPx, bottom: bottom - scrolledPx },
  }))
  return sectionInSight(placed, { from: 90, to: 700, wanted })
}

it.each([
  ['the first at the top, whichever is wanted', 0, 'network', 'environments'],
  ['the wanted one at the end, below another heading', 1300, 'about', 'about'],
  ['the first heading in sight at the end', 1300, undefined, 'keyboard'],
  ['the first heading in sight before the end, although the wanted one is in sight too', 1150, 'about', 'keyboard'],
  ['the first heading in sight once the wanted one is out of sight', 200, 'about', 'network'],
  ['the one that fills the window', 600, 'about', 'network'],
] as const)('is %s', (_, px, wanted, found) => {
  expect(inSight(px, wanted)).toBe(found)
})
