/** Returns the place of the first value that is not less in ascending numbers; their length: none. */
export function firstAtLeast(sorted: ArrayLike<number>, value: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? 0) < value) from = middle + 1
    else to = middle
  }
  return from
}
