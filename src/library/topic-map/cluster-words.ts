// Words that set a cluster apart: those that its titles use more often than the titles of the other clusters do. A word
// counts once for each title (c-TF-IDF over titles).
import { foldWord, stemOf } from '../../contract/features/search-words'
import { saysNothing } from '../text/stop-words'

export interface WordCounts {
  /** Titles of each cluster, by folded word, and how the word was first written. */
  readonly titles: Map<string, { readonly shown: string; readonly counts: number[] }>
  readonly totals: number[]
}

export const createWordCounts = (clusters: number): WordCounts => ({
  titles: new Map(),
  totals: new Array<number>(clusters).fill(0),
})

const word = /[\p{L}\p{M}][\p{L}\p{M}\p{N}'’-]*/gu
const shortest = 3

function wordsOf(title: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [match] of title.matchAll(word)) {
    const shown = match.replace(/['’-]+$/u, '').toLowerCase()
    const folded = foldWord(shown)
    if (folded.length >= shortest && !saysNothing(folded) && !found.has(folded)) found.set(folded, shown)
  }
  return found
}

export function countWords({ titles, totals }: WordCounts, cluster: number, title: string): void {
  totals[cluster] = (totals[cluster] ?? 0) + 1
  for (const [folded, shown] of wordsOf(title)) {
    const known = titles.get(folded) ?? { shown, counts: new Array<number>(totals.length).fill(0) }
    titles.set(folded, known)
    known.counts[cluster] = (known.counts[cluster] ?? 0) + 1
  }
}

const mostWords = 3
/** Enough to name a cluster apart from all others. */
const mostDistinct = 30
/** Shorter stems begin many unrelated words. */
const shortestStem = 5

/** Forms of one word: "fee" and "fees", "cancelling" and "cancellations". */
function areForms(one: string, other: string): boolean {
  const [short = '', long = ''] = [one, other].map((each) => stemOf(foldWord(each))).sort((a, b) => a.length - b.length)
  return short === long || (short.length >= shortestStem && long.startsWith(short))
}

/** Of several forms of one word, only the first. */
function distinct(words: readonly string[]): readonly string[] {
  const found: string[] = []
  for (const each of words) {
    if (found.length === mostDistinct) break
    if (!found.some((other) => areForms(each, other))) found.push(each)
  }
  return found
}

/** The same words in another order are the same name. */
const nameKey = (words: readonly string[]) => words.toSorted().join(' ')

/** The most telling words; where a larger cluster has those, others in place of the last. None: the cluster has only a number. */
function freeName(words: readonly string[], taken: ReadonlySet<string>): string[] {
  const first = words.slice(0, mostWords - 1)
  const lasts = words.length < mostWords ? [[]] : words.slice(mostWords - 1).map((word) => [word])
  return lasts.map((last) => [...first, ...last]).find((name) => !taken.has(nameKey(name))) ?? []
}

/** For each cluster, the most telling first. No two clusters have the same. */
export function telling({ titles, totals }: WordCounts): string[][] {
  const all = totals.reduce((sum, total) => sum + total, 0)
  const best = totals.map((): { score: number; shown: string }[] => [])
  for (const { shown, counts } of titles.values()) {
    const everywhere = counts.reduce((sum, count) => sum + count, 0)
    for (const [cluster, count] of counts.entries()) {
      const total = totals[cluster] as number
      if (count < 2 || (count / total <= everywhere / all && totals.length > 1)) continue
      const score = (count / total) * Math.log(1 + all / totals.length / everywhere)
      best[cluster]?.push({ score, shown })
    }
  }
  const taken = new Set<string>()
  return best.map((words) => {
    words.sort((one, other) => other.score - one.score || (one.shown < other.shown ? -1 : 1))
    const all = words.map(({ shown }) => shown)
    const apart = freeName(distinct(all), taken)
    const name = apart.length > 0 ? apart : freeName(all, taken)
    taken.add(nameKey(name))
    return name
  })
}
