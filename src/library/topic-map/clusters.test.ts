import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldWord } from '../../contract/features/search-words'
import { mapSize } from '../../contract/features/topic-map'
import { countWords, createWordCounts, telling } from './cluster-words'
import { clustersOf } from './clusters'
import { seededRandom } from './seeded-random'

/** `each` points around every middle, closer than the middles are to each other. */
function around(middles: readonly (readonly [number, number])[], each: number, width = 0.03) {
  const random = seededRandom(3)
  const spread = () => (random() + random() + random() - 1.5) * width * 2 * mapSize
  const points = middles.flatMap(([x, y]) =>
    Array.from({ length: each }, () => [x * mapSize + spread(), y * mapSize + spread()] as const),
  )
  return { x: points.map(([x]) => x), y: points.map(([, y]) => y) }
}

const corners = [
  [0.15, 0.15],
  [0.85, 0.2],
  [0.2, 0.8],
  [0.8, 0.85],
  [0.5, 0.5],
] as const

describe('clusters', () => {
  it.each([12, 60, 2_000])('match the groups that the points form, with %i points in each', (each) => {
    const { x, y } = around(corners, each)
    const { count, of } = clustersOf(x, y)
    expect(count).toBe(corners.length)
    for (const [group] of corners.entries()) {
      const found = new Set(of.slice(group * each, (group + 1) * each).filter((cluster) => cluster !== null))
      expect(found.size).toBe(1)
    }
    expect(of.filter((cluster) => cluster === null).length).toBeLessThan(x.length * 0.05)
  })

  it('contain each point at most once, and are ordered by size, largest first', () => {
    const coordinate = fc.integer({ min: 0, max: mapSize })
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate), { maxLength: 200 }), (points) => {
        const { count, of } = clustersOf(
          points.map(([x]) => x),
          points.map(([, y]) => y),
        )
        expect(of).toHaveLength(points.length)
        const sizes = Array.from({ length: count }, (_, index) => of.filter((cluster) => cluster === index).length)
        expect(sizes).toEqual(sizes.toSorted((one, other) => other - one))
        expect(of.filter((cluster) => cluster !== null)).toHaveLength(sizes.reduce((sum, size) => sum + size, 0))
      }),
      { numRuns: 30 },
    )
  })
})

describe('the words of a cluster', () => {
  const vocabulary = ['battery', 'winter', 'range', 'invoice', 'export', 'basket', 'the', 'Bäckerei', 'and']
  const title = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 5 }).map((words) => words.join(' '))
  const clusters = fc.array(fc.array(title, { minLength: 1, maxLength: 20 }), { minLength: 2, maxLength: 5 })

  it('are those that a naive count of titles scores highest', () => {
    fc.assert(
      fc.property(clusters, (titles) => {
        const counts = createWordCounts(titles.length)
        for (const [cluster, own] of titles.entries()) for (const each of own) countWords(counts, cluster, each)
        const all = titles.flat()
        const carrying = (list: readonly string[], word: string) =>
          list.filter((each) => each.split(' ').includes(word)).length
        const expected = titles.map((own) =>
          vocabulary
            .filter((word) => !['the', 'and'].includes(word))
            .map((word) => {
              const [here, everywhere] = [carrying(own, word), carrying(all, word)]
              const isTelling = here >= 2 && here / own.length > everywhere / all.length
              const score = (here / own.length) * Math.log(1 + all.length / titles.length / everywhere)
              return { shown: word.toLowerCase(), score: isTelling ? score : 0 }
            })
            .filter(({ score }) => score > 0)
            .sort((one, other) => other.score - one.score || (one.shown < other.shown ? -1 : 1))
            .map(({ shown }) => shown),
        )
        expect(telling(counts)).toEqual(namedApart(expected))
      }),
    )
  })

  /** Names from the telling words of each cluster: all names of three, tried one after the other. */
  function namedApart(words: readonly (readonly string[])[]): string[][] {
    const names: string[][] = []
    for (const own of words) {
      const possible = own.length <= 3 ? [[...own]] : own.slice(2).map((last) => [...own.slice(0, 2), last])
      const isTaken = (name: readonly string[]) =>
        names.some((other) => other.length === name.length && other.every((word) => name.includes(word)))
      names.push(possible.find((name) => !isTaken(name)) ?? [])
    }
    return names
  }

  it('tell it from an earlier cluster with the same words by the next word, or are empty', () => {
    const counts = createWordCounts(3)
    const add = (cluster: number, times: number, title: string) => {
      for (let time = 0; time < times; time += 1) countWords(counts, cluster, title)
    }
    add(0, 9, 'range battery half')
    add(1, 20, 'half range battery')
    add(1, 2, 'winter')
    add(2, 30, 'invoice')
    expect(telling(counts)).toEqual([['battery', 'half', 'range'], ['battery', 'half', 'winter'], ['invoice']])
    const same = createWordCounts(3)
    for (const [cluster, title] of ['range battery half', 'half battery range', 'invoice'].entries()) {
      for (let time = 0; time < 4; time += 1) countWords(same, cluster, title)
    }
    // Named by its number.
    expect(telling(same)[1]).toEqual([])
  })

  it.each([
    ['Cancellations cancelling care refund', ['cancellations', 'care', 'refund']],
    ['bike bikes fee fees', ['bike', 'fee']],
    ['contract contrast control', ['contract', 'contrast', 'control']],
    ['sign-in sign-up', ['sign-in', 'sign-up']],
    ['고객지원 고객만족', ['고객만족', '고객지원']],
    ['الاسترداد الاستيراد', ['الاسترداد', 'الاستيراد']],
  ])('are not two forms of one word: %s', (title, words) => {
    const counts = createWordCounts(2)
    for (let time = 0; time < 4; time += 1) countWords(counts, 0, title)
    countWords(counts, 1, 'dealer')
    expect(telling(counts)[0]).toEqual(words)
  })

  it('are forms of one word rather than none', () => {
    const counts = createWordCounts(3)
    for (let time = 0; time < 4; time += 1) {
      countWords(counts, 0, 'charge')
      countWords(counts, 1, time < 2 ? 'charge chargers' : 'charge')
    }
    for (let time = 0; time < 60; time += 1) countWords(counts, 2, 'invoice')
    expect(telling(counts)).toEqual([['charge'], ['charge', 'chargers'], ['invoice']])
  })

  it('are counted once per title, whatever their case and accents', () => {
    const counts = createWordCounts(2)
    countWords(counts, 0, 'Café café CAFE')
    countWords(counts, 0, 'cafe closed')
    countWords(counts, 1, 'dealer')
    expect(counts.titles.get(foldWord('café'))?.counts).toEqual([2, 0])
    expect(telling(counts)[0]).toEqual(['café'])
  })
})
