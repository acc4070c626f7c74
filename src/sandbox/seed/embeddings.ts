// Topic embeddings: each topic has a direction, and its insights lie near it. They are made from hashes, not from
// language, which is enough for clustering views and load tests, and are the same on every computer.

/** A stream of numbers in [-1, 1) from a 32-bit seed (mulberry32: quick, small, good enough for scatter). */
function scatter(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 31 - 1
  }
}

export function directionOf(seed: number, length: number): readonly number[] {
  const next = scatter(seed)
  return Array.from({ length }, next)
}

/** Noise of an insight around its topic: insights of other topics stay further from its middle. */
const noiseOfTopic = 0.52
/** Noise between two insights that say the same: their cosine similarity is above 0.95. */
export const noiseOfSame = 0.22

/** A point near `direction`; the noise is a share of its size. */
export function embeddingNear(direction: readonly number[], seed: number, noise = noiseOfTopic): number[] {
  const next = scatter(seed)
  return direction.map((value) => Math.round((value + noise * next()) * 10_000) / 10_000)
}
